// Recipes for functions that measure too much.
import { describe, expect, it } from 'vitest';
import { measureFile } from '../../../../src/code/typescript/measure/measure-file.js';
import { sha256 } from '../../../../src/platform/index.js';
import { openProject, RELAXED, replay, requestFor } from './code-service.js';

const INVOICE = `
interface Line { price: number; count: number; kind: string; gift?: boolean }
interface Customer { name: string; years: number; country: string; blocked: boolean; trusted: boolean }

export function priceInvoice(lines: Line[], customer: Customer, coupon: string): number {
  let total = 0;

  // Add up the lines
  for (const line of lines) {
    if (line.gift) continue;
    if (line.kind === 'book') total += line.price * line.count * 0.9;
    else if (line.kind === 'food') total += line.price * line.count * 0.95;
    else total += line.price * line.count;
  }

  // Apply the discount of the customer
  if (customer.years > 10) {
    total *= 0.9;
  } else if (customer.years > 5) {
    total *= 0.95;
  } else if (customer.years > 2 && coupon !== '') {
    total *= 0.98;
  }

  if (coupon === 'HALF' && total > 100) total /= 2;
  return customer.country === 'CH' ? Math.round(total * 20) / 20 : total;
}
`;

const ACCESS = `
interface User { admin: boolean; name: string; age: number; banned: boolean; verified: boolean; team?: string }

export function greet(user: User, hour: number): string {
  let text = hour < 12 ? 'Good morning' : hour < 18 ? 'Hello' : 'Good evening';
  if (user.verified && !user.banned && user.age >= 18 && user.name !== '') {
    text += ', ' + user.name;
  }
  if (user.team) text += ' of ' + user.team;
  if (user.admin) text += ' (admin)';
  for (let index = 0; index < 2; index++) {
    if (text.length < 10) text += '!';
  }
  return text || 'Hi';
}
`;

const ROUTE = `
export function route(path, query, user) {
  if (!user) {
    return 'login';
  }
  if (path === '/items') {
    if (query.id && query.edit) {
      return user.admin ? 'edit' : 'denied';
    }
    if (query.id || query.name) {
      return 'item';
    }
    return 'list';
  }
  if (path === '/users') {
    if (query.id && user.admin) {
      return query.edit ? 'edit-user' : 'user';
    }
    return 'users';
  }
  return path ? 'unknown' : 'home';
}
`;

describe('advise', () => {
  it('takes the smallest change that satisfies the check, and gives a condition a name', async () => {
    const { service } = await openProject({ 'a.ts': ACCESS });
    const advice = service.advise({ ...requestFor('greet'), limit: 11 });
    const [best] = advice.recipes;
    expect(best?.steps).toHaveLength(1);
    expect(best?.steps[0]?.parameters).toMatchObject({
      expression: "user.verified && !user.banned && user.age >= 18 && user.name !== ''",
    });
    expect([best?.before, best?.after]).toEqual([12, 9]);
  });

  it('moves a paragraph that has a comment of its own as a whole', async () => {
    const { service } = await openProject({ 'a.ts': INVOICE });
    const [best] = service.advise(requestFor('priceInvoice')).recipes;
    const lines = INVOICE.split('\n');
    const first = lines.findIndex((line) => line.includes('// Add up the lines')) + 2;
    expect(best?.steps).toHaveLength(1);
    expect(best?.steps[0]?.parameters).toMatchObject({
      function: 'priceInvoice',
      start: first,
      end: first + 5,
    });
    expect(best?.after).toBeLessThanOrEqual(10);
    expect(best?.steps[0]?.why).toMatch(/^moves 4 decisions into \w+$/);
  });

  it('returns what a branch returns when all of its paths do', async () => {
    const project = await openProject({ 'a.js': ROUTE });
    const [best] = project.service.advise(requestFor('route', 'a.js')).recipes;
    const after = best && replay(project, 'a.js', best).at(-1);
    expect(best?.steps).toHaveLength(1);
    expect(after).toMatch(/if \(path === '\/users'\) \{\n {4}return \w+\(.*\);\n {2}\}/);
  });

  it('keeps every limit of quality in every recipe it offers', async () => {
    const project = await openProject({ 'a.ts': INVOICE });
    const { recipes } = project.service.advise(requestFor('priceInvoice'));
    const before = await sumCognitive(INVOICE);
    expect(recipes.length).toBeGreaterThan(1);
    for (const recipe of recipes) {
      const texts = replay(project, 'a.ts', recipe);
      const measured = await measureFile('a.ts', texts.at(-1) ?? '');
      const functions = 'functions' in measured ? measured.functions : [];
      expect(functions.every(({ cyclomatic, parameters }) => cyclomatic <= 10 && parameters <= 5)).toBe(true);
      expect(functions).toEqual(expect.arrayContaining([...recipe.created]));
      expect(await sumCognitive(texts.at(-1) ?? '')).toBeLessThanOrEqual(before);
    }
  });

  it('tells by hashes which text each step leaves', async () => {
    const project = await openProject({ 'a.ts': INVOICE });
    const { recipes } = project.service.advise({ ...requestFor('priceInvoice'), limit: 4, quality: RELAXED });
    const long = recipes.find(({ steps }) => steps.length > 1);
    expect(long).toBeDefined();
    for (const recipe of recipes) {
      expect(replay(project, 'a.ts', recipe).map((text) => sha256(text))).toEqual(recipe.contents);
    }
  });

  it('takes something out of a new function again when that is still too much', async () => {
    const project = await openProject({ 'a.js': buildDeepFunction() });
    const [best] = project.service.advise({ ...requestFor('walk', 'a.js'), quality: RELAXED }).recipes;
    const places = best?.steps.map(({ parameters }) => parameters.function) ?? [];
    expect(best?.after).toBeLessThanOrEqual(10);
    expect(best?.created.every(({ cyclomatic }) => cyclomatic <= 10)).toBe(true);
    expect(places.length).toBeGreaterThan(1);
  });

  it('gives the same answer again, also from a new service', async () => {
    const first = await openProject({ 'a.ts': INVOICE });
    const second = await openProject({ 'a.ts': INVOICE });
    const answer = first.service.advise(requestFor('priceInvoice'));
    expect(first.service.advise(requestFor('priceInvoice'))).toEqual(answer);
    expect(second.service.advise(requestFor('priceInvoice'))).toEqual(answer);
  });

  it('offers no more recipes than wanted, and none that moves nearly the same lines', async () => {
    const { service } = await openProject({ 'a.ts': INVOICE });
    const { recipes } = service.advise({ ...requestFor('priceInvoice'), max: 2 });
    expect(recipes).toHaveLength(2);
    expect(recipes[0]?.steps).not.toEqual(recipes[1]?.steps);
  });

  it.each([
    ['cognitive', 8],
    ['function_lines', 15],
    ['nesting', 1],
  ] as const)('lowers %s as well', async (metric, limit) => {
    const { service } = await openProject({ 'a.ts': INVOICE });
    const [best] = service.advise({ ...requestFor('priceInvoice'), metric, limit, quality: RELAXED }).recipes;
    expect(best?.before).toBeGreaterThan(limit);
    expect(best?.after).toBeLessThanOrEqual(limit);
  });
});

describe('advise without a recipe', () => {
  it.each([
    ['class_lines', 10, 'No refactoring here makes a whole class or file smaller.'],
    ['parameters', 2, 'Fewer parameters would change how it is called'],
    ['cyclomatic', 50, 'Its cyclomatic complexity is 12, within the limit of 50.'],
  ] as const)('says why there is none for %s', async (metric, limit, sentence) => {
    const { service } = await openProject({ 'a.ts': INVOICE });
    const advice = service.advise({ ...requestFor('priceInvoice'), metric, limit });
    expect(advice.recipes).toEqual([]);
    expect(advice.none).toContain(sentence);
  });

  it('says that there is no such function or file', async () => {
    const { service } = await openProject({ 'a.ts': INVOICE });
    expect(service.advise(requestFor('missing')).none).toBe('There is no function missing in a.ts.');
    expect(service.advise(requestFor('missing', 'b.ts')).none).toBe('There is no file b.ts.');
  });

  it('says how far the best attempt gets and what stands in the way', async () => {
    const fields = Array.from({ length: 14 }, (_, index) => `    f${index}: given.f${index} ? 1 : 2,`);
    const text = `export function fill(given) {\n  return {\n${fields.join('\n')}\n  };\n}\n`;
    const { service } = await openProject({ 'a.js': text });
    const advice = service.advise(requestFor('fill', 'a.js'));
    expect(advice.recipes).toEqual([]);
    expect(advice.none).toContain('cyclomatic complexity');
    expect(advice.reached).toBe(15);
  });

  it('stops when it is told to', async () => {
    const { service } = await openProject({ 'a.ts': INVOICE });
    const advice = service.advise({ ...requestFor('priceInvoice'), signal: AbortSignal.abort() });
    expect(advice.recipes).toEqual([]);
    expect(advice.none).toContain('the search was stopped before its end');
    expect(advice.reached).toBe(12);
  });

  it('comes to an end in a function of three thousand lines', async () => {
    const { service } = await openProject({ 'a.js': buildLongFunction(3000) });
    const advice = service.advise(requestFor('everything', 'a.js'));
    expect(advice.recipes).toEqual([]);
    expect(advice.none).toContain('would take at least 222 extractions');
  });

  it('comes to an end in a long function that few steps could fix', async () => {
    const { service } = await openProject({ 'a.js': buildLongFunction(3000, 90) });
    const advice = service.advise(requestFor('everything', 'a.js'));
    expect(advice.recipes.length + (advice.none?.length ?? 0)).toBeGreaterThan(0);
  }, 60_000);
});

async function sumCognitive(text: string): Promise<number> {
  const measured = await measureFile('a.ts', text);
  return 'functions' in measured ? measured.functions.reduce((sum, { cognitive }) => sum + cognitive, 0) : 0;
}

/** One loop that holds nearly everything. */
function buildDeepFunction(): string {
  const part = (name: string): string => `
    if (node.${name}) {
      if (node.${name}.left && node.${name}.right) {
        found.push(node.${name}.left);
      }
      if (node.${name}.open || node.${name}.shut) {
        found.push(node.${name});
      }
      for (const child of node.${name}.children) {
        if (child.ready && child.size > 2) found.push(child);
      }
    }
`;
  const body = ['head', 'body', 'tail'].map(part).join('');
  return `export function walk(nodes, found) {\n  for (const node of nodes) {${body}  }\n  return found;\n}\n`;
}

/** Every so many lines there is something to decide. */
function buildLongFunction(lines: number, every = 3): string {
  const body = Array.from({ length: lines / 3 }, (_, index) => {
    const head = (index * 3) % every === 0 ? `if (input.a${index} > ${index} && input.b${index})` : '';
    return `  ${head} {\n    total += input.a${index};\n  }`;
  });
  return `export function everything(input) {\n  let total = 0;\n${body.join('\n')}\n  return total;\n}\n`;
}
