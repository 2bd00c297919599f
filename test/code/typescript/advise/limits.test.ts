// Recipes keep new functions within every limit of the project, and go further where quality does not matter.
import { describe, expect, it } from 'vitest';
import type { FunctionMeasure, Recipe } from '../../../../src/schema/index.js';
import { openProject, RELAXED, replay, requestFor } from './code-service.js';

const ORDER = `
interface Item { price: number; count: number; kind: string; gift: boolean; heavy: boolean }

export function priceOrder(items: Item[], years: number, coupon: string): number {
  let total = 0;
  for (const item of items) {
    if (item.gift) continue;
    if (item.kind === 'book') {
      total += item.price * item.count * 0.9;
    } else if (item.kind === 'food') {
      total += item.price * item.count * 0.95;
    } else {
      total += item.price * item.count;
    }
    if (item.heavy) {
      total += 5;
    }
  }

  if (years > 10) {
    total *= 0.9;
  } else if (years > 5) {
    total *= 0.95;
  } else if (years > 2) {
    total *= 0.98;
  }

  if (coupon === 'HALF') total /= 2;
  if (coupon === 'TENTH') total /= 10;
  return total > 0 ? total : 0;
}
`;

const countLines = (text: string): number => text.split('\n').length - 1;

describe('advise with limits of other measures', () => {
  it.each([
    ['function_lines', 12, ({ lines }: FunctionMeasure) => lines],
    ['cognitive', 4, ({ cognitive }: FunctionMeasure) => cognitive],
    ['nesting', 1, ({ nesting }: FunctionMeasure) => nesting],
    ['parameters', 1, ({ parameters }: FunctionMeasure) => parameters],
  ] as const)('makes no function that breaks %s', async (metric, most, read) => {
    const { service } = await openProject({ 'a.ts': ORDER });
    const request = { ...requestFor('priceOrder'), quality: RELAXED, max: 9 };
    const free = service.advise(request).recipes;
    const bound = service.advise({ ...request, limits: { [metric]: most } }).recipes;
    expect(free.length).toBeGreaterThan(0);
    expect(free.flatMap(({ created }) => created).some((each) => read(each) > most)).toBe(true);
    expect(bound.length).toBeGreaterThan(0);
    expect(bound.flatMap(({ created }) => created).every((each) => read(each) <= most)).toBe(true);
  });

  it('holds new functions to the limit of the project where that of the function is higher', async () => {
    const { service } = await openProject({ 'a.ts': ORDER });
    const request = { ...requestFor('priceOrder'), limit: 9, quality: RELAXED, max: 9 };
    const free = service.advise(request).recipes.flatMap(({ created }) => created);
    const bound = service.advise({ ...request, limits: { cyclomatic: 4 } }).recipes;
    expect(free.some(({ cyclomatic }) => cyclomatic > 4)).toBe(true);
    expect(bound.length).toBeGreaterThan(0);
    expect(bound.flatMap(({ created }) => created).every(({ cyclomatic }) => cyclomatic <= 4)).toBe(true);
    expect(bound.every(({ after }) => after <= 9)).toBe(true);
  });

  it('makes no file longer than it may be, and says so when there is no other way', async () => {
    const project = await openProject({ 'a.ts': ORDER });
    const lines = countLines(ORDER);
    const request = { ...requestFor('priceOrder'), max: 9 };
    const lengths = (recipes: readonly Recipe[]): number[] =>
      recipes.map((recipe) => countLines(replay(project, 'a.ts', recipe).at(-1) ?? ''));
    const free = lengths(project.service.advise(request).recipes);
    const most = Math.max(...free) - 1;
    const bound = lengths(project.service.advise({ ...request, limits: { file_lines: most } }).recipes);
    expect(bound.length).toBeGreaterThan(0);
    expect(Math.max(...bound)).toBeLessThanOrEqual(most);
    const none = project.service.advise({ ...request, limits: { file_lines: lines } });
    expect(none.recipes).toEqual([]);
    expect(none.none).toContain('the file would become too long');
  });

  it('does not mind the length of a file that is too long already', async () => {
    const { service } = await openProject({ 'a.ts': ORDER });
    const { recipes } = service.advise({ ...requestFor('priceOrder'), limits: { file_lines: 10 } });
    expect(recipes.length).toBeGreaterThan(0);
  });

  it('lets the function itself keep what another check finds in it', async () => {
    const { service } = await openProject({ 'a.ts': ORDER });
    const { recipes } = service.advise({ ...requestFor('priceOrder'), limits: { function_lines: 20 } });
    expect(recipes.length).toBeGreaterThan(0);
  });
});

describe('advise where quality does not matter', () => {
  const fields = Array.from({ length: 14 }, (_, index) => `    f${index}: given.f${index} ? 1 : ${index},`);
  const fill = `export function fill(given) {\n  return {\n${fields.join('\n')}\n  };\n}\n`;

  it('moves one decision at a time when nothing larger can move', async () => {
    const { service } = await openProject({ 'a.js': fill });
    const [best] = service.advise({ ...requestFor('fill', 'a.js'), quality: RELAXED }).recipes;
    expect(best?.after).toBe(10);
    expect(best?.steps).toHaveLength(5);
  });

  it('never offers the same steps in another order', async () => {
    const { service } = await openProject({ 'a.js': fill });
    const request = { ...requestFor('fill', 'a.js'), limit: 13, quality: RELAXED, max: 5 };
    const created = service.advise(request).recipes.map((recipe) =>
      recipe.created
        .map(({ name }) => name)
        .sort()
        .join(),
    );
    expect(new Set(created).size).toBe(created.length);
  });
});
