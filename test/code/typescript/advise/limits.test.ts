// Recipes keep new functions within every limit of the project, and go further where quality does not matter.
import { describe, expect, it } from 'vitest';
import type { FunctionMeasure } from '../../../../src/schema/index.js';
import { openProject, RELAXED, requestFor } from './code-service.js';

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
