// Of several ways to satisfy a check, the piece that a person would have moved.
import { describe, expect, it } from 'vitest';
import { openProject, replay, requestFor } from './code-service.js';

const RULE = `
interface Rule { id: string; level?: string; text?: string }
interface Found { ruleId?: string; rule?: { id?: string; index?: number }; ruleIndex?: number; level?: string; note?: string }

export function describeFound(result: Found, rules: readonly Rule[]): Record<string, string> {
  const code = result.ruleId ?? result.rule?.id;
  const index = result.ruleIndex ?? result.rule?.index ?? -1;
  const rule = rules[index] ?? rules.find((candidate) => candidate.id === code);
  return {
    code: code ?? '',
    level: result.level ?? rule?.level ?? 'error',
    text: result.note ?? rule?.text ?? code ?? '',
  };
}
`;

const ROWS = `
interface State { name: string; step?: number; tests?: boolean; question?: string; ended?: string; doubts: string[]; recent: string[] }

export function show(state: State, print: (line: string) => void): void {
  if (state.name === '') return;
  const tests = state.tests === undefined ? 'not run' : state.tests ? 'pass' : 'fail';
  const rows: string[] = [state.name, tests];
  if (state.question) rows.push(state.question);
  if (state.doubts.length > 0) rows.push(state.doubts.join());
  if (state.ended !== undefined) rows.push(state.ended);
  if (state.step !== undefined) rows.push(String(state.step));
  for (const row of rows) print(row);
  for (const line of state.recent) print(line);
}
`;

const CHOOSE = `
interface Item { id: string; name?: string; path: string; ready: boolean; late: boolean }

export function choose(items: Item[], most: number, tell?: (what: string) => void, stop?: { aborted: boolean }): string[] {
  const chosen: string[] = [];
  for (const item of items) {
    if (chosen.length >= most || stop?.aborted) break;
    tell?.(\`looking at \${item.name ?? item.path}\`);
    if (item.ready && !item.late) {
      chosen.push(item.id);
    } else if (item.path.startsWith('/')) {
      chosen.push(item.path);
    } else {
      chosen.push(item.name || item.id);
    }
  }
  return chosen;
}
`;

const COUNTS = `
export function findIndent(lines: readonly string[]): string {
  const counts = { tabs: 0, two: 0, four: 0, eight: 0 };
  let previous = '';
  for (const line of lines) {
    const lead = /^[ \\t]*/.exec(line)?.[0] ?? '';
    const deeper = lead.startsWith(previous) ? lead.slice(previous.length) : '';
    if (deeper === '1') counts.tabs++;
    else if (deeper === '2') counts.two++;
    else if (deeper === '4') counts.four++;
    else if (deeper === '8') counts.eight++;
    previous = lead;
  }
  const [best] = Object.entries(counts).sort(([, a], [, b]) => b - a);
  return best !== undefined && best[1] > 0 ? best[0] : 'unknown';
}
`;

const SHIP = `
export function ship(order, rates) {
  if (!order) return undefined;
  let weight = 0;
  let label = '';
  for (const item of order.items) {
    if (item.virtual) continue;
    if (item.heavy && item.boxed) {
      label += 'H';
    } else if (item.fragile || item.glass) {
      label += 'F';
    } else if (item.cold && !item.frozen) {
      label += 'C';
    }
    weight = Math.max(weight, item.weight || 0);
  }
  const rate = rates[order.country] || rates.world;
  const price = weight > 20 ? rate * 2 : rate;
  if (order.express) return { label, price: price * 3 };
  return { label, price };
}
`;

const ABORT = `
function listen(request, options, done) {
  request.timeout = options.timeout || 30;
  if (options.agent && options.agent.keepAlive) request.keepAlive = true;
  if (options.headers && options.headers.host) request.host = options.headers.host;
  if (options.body && options.length) request.length = options.length;
  if (options.encoding || options.text) request.encoding = 'utf8';
  var aborting = false;
  request.on('abort', function () {
    aborting = true;
  });
  if (options.signal && options.signal.aborted) aborting = true;
  if (aborting && done) done();
  return request;
}
`;

describe('the best piece', () => {
  it.each([
    ['at its end', ABORT],
    ['at its beginning', ABORT.replace(/( {2}request\.timeout[^]*?)( {2}var aborting = false;\n)/, '$2$1')],
  ])('leaves a constant that others use where it is: %s', async (_, text) => {
    const project = await openProject({ 'a.js': text });
    const { recipes } = project.service.advise({ ...requestFor('listen', 'a.js'), limit: 8 });
    expect(recipes.length).toBeGreaterThan(0);
    for (const recipe of recipes) {
      const after = replay(project, 'a.js', recipe).at(-1) ?? '';
      expect(after).toMatch(/^ {2}(?:var|let) aborting = false;$/m);
      expect(after).not.toMatch(/return false;/);
    }
  });

  it('neither hands a running total back and forth nor is what is left of the function', async () => {
    const project = await openProject({ 'a.js': SHIP });
    const [best] = project.service.advise(requestFor('ship', 'a.js')).recipes;
    const after = best && replay(project, 'a.js', best).at(-1);
    expect(best?.steps).toHaveLength(1);
    expect(after).toMatch(/label \+= \w+\(item\);/);
    expect(after).not.toMatch(/return \w+\([^)]*\);\n\}\n*$/);
  });

  it('is everything that exists only to compute one variable', async () => {
    const project = await openProject({ 'a.ts': RULE });
    const [best] = project.service.advise({ ...requestFor('describeFound'), limit: 11 }).recipes;
    const after = best && replay(project, 'a.ts', best).at(-1);
    expect(best?.steps).toHaveLength(1);
    expect(after).toContain('  const rule = findRule(result, rules, code);\n');
    expect(after).toMatch(/function findRule\([^)]*\)[^{]*\{\n {2}const index = /);
  });

  it('is a list that is filled, not what is left of the function after it', async () => {
    const project = await openProject({ 'a.ts': ROWS });
    const [best] = project.service.advise({ ...requestFor('show'), limit: 8 }).recipes;
    const after = best && replay(project, 'a.ts', best).at(-1);
    expect(after).toContain('  const rows = listRows(state);\n  for (const row of rows) print(row);\n');
  });

  it('is never what only tells what is going on', async () => {
    const project = await openProject({ 'a.ts': CHOOSE });
    const { recipes } = project.service.advise(requestFor('choose'));
    expect(recipes.length).toBeGreaterThan(0);
    for (const recipe of recipes)
      for (const { parameters } of recipe.steps) expect(parameters).not.toMatchObject({ start: 8, end: 8 });
  });

  it('is not a chain of comparisons that only counts', async () => {
    const { service } = await openProject({ 'a.ts': COUNTS });
    const [best] = service.advise({ ...requestFor('findIndent'), limit: 9 }).recipes;
    expect(best?.steps).toHaveLength(1);
    expect(best?.steps[0]?.parameters).not.toMatchObject({ start: 8, end: 11 });
  });

  it('is not nearly the whole function', async () => {
    const { service } = await openProject({ 'a.ts': ROWS });
    const [best] = service.advise({ ...requestFor('show'), limit: 8 }).recipes;
    expect(best?.after).toBeGreaterThan(2);
  });

  it('takes few steps', async () => {
    const { service } = await openProject({ 'a.ts': ROWS });
    const { recipes } = service.advise({ ...requestFor('show'), limit: 5, max: 5 });
    const counts = recipes.map(({ steps }) => steps.length);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
  });
});
