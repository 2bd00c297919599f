import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../support/temp-project.js';
import { checkProject, define, tell } from '../check-project.js';

const limit = (metric: string, max: number, more: Record<string, unknown> = {}) =>
  define({ id: metric, kind: 'metric', config: { metric, max }, ...more });

const FUNCTION = [
  'export class Cart {',
  '  total(a, b, c) {',
  '    if (a) {',
  '      for (const x of b) {',
  '        if (x) return c;',
  '      }',
  '    }',
  '    return 0;',
  '  }',
  '}',
  '',
].join('\r\n');

describe('a metric check', () => {
  it('names function, value and limit, for each metric', async () => {
    const root = makeProject({ 'a.ts': FUNCTION });
    const outcome = await checkProject(root, [
      limit('cyclomatic', 3),
      limit('cognitive', 5),
      limit('nesting', 2),
      limit('parameters', 2),
      limit('function_lines', 7),
      limit('class_members', 0),
      limit('class_lines', 9),
      limit('file_lines', 9),
    ]);
    expect(outcome.failedToRun).toEqual([]);
    expect(new Set(tell(outcome))).toEqual(
      new Set([
        'a.ts:2 Cart.total has a cyclomatic complexity of 4, the limit is 3',
        'a.ts:2 Cart.total has a cognitive complexity of 6, the limit is 5',
        'a.ts:2 Cart.total nests 3 levels deep, the limit is 2',
        'a.ts:2 Cart.total has 3 parameters, the limit is 2',
        'a.ts:2 Cart.total has 8 lines, the limit is 7',
        'a.ts:1 Cart has 1 members, the limit is 0',
        'a.ts:1 Cart has 10 lines, the limit is 9',
        'a.ts:1 the file has 10 lines, the limit is 9',
      ]),
    );
    const [worst] = outcome.violations.filter(({ check }) => check === 'cyclomatic');
    expect(worst).toMatchObject({ symbol: 'Cart.total', endLine: 9, value: 4, limit: 3 });
  });

  it('finds nothing within the limit', async () => {
    const root = makeProject({ 'a.ts': FUNCTION });
    expect((await checkProject(root, [limit('cyclomatic', 4), limit('file_lines', 10)])).violations).toEqual(
      [],
    );
  });

  it('counts lines of files in any language, and functions of none that it cannot measure', async () => {
    const root = makeProject({ 'a.py': 'def f(a):\n    pass\n\n\n', 'b.rb': '1\n2' });
    const outcome = await checkProject(root, [limit('file_lines', 1), limit('parameters', 0)]);
    expect(tell(outcome)).toEqual([
      'a.py:1 the file has 4 lines, the limit is 1',
      'b.rb:1 the file has 2 lines, the limit is 1',
    ]);
    expect(outcome.skipped).toEqual([]);
  });

  it('skips what does not parse, is generated or minified, and says so', async () => {
    const root = makeProject({
      'broken.ts': 'function f( {\n',
      'made.ts': `// @generated\n${FUNCTION}`,
      'lib.min.js': FUNCTION,
      'wide.js': `${'function f(a){if(a){return a}else{return 1}};'.repeat(200)}\n`,
      'fine.ts': '\uFEFF\tconst emoji = () => "😀";\n',
    });
    const { skipped, violations, ran } = await checkProject(root, [limit('cyclomatic', 1)]);
    expect(ran).toEqual(['cyclomatic']);
    expect(violations).toEqual([]);
    expect(skipped.map(({ path }) => path).sort()).toEqual(['broken.ts', 'lib.min.js', 'made.ts', 'wide.js']);
    expect(skipped.find(({ path }) => path === 'broken.ts')?.why).toMatch(/^does not parse: line \d/);
  });
});
