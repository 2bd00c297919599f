import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adviseViolation, STRICT, type LintLimits } from '../../src/check/index.js';
import type { CodeService, RecipeRequest } from '../../src/code/index.js';
import { sha256 } from '../../src/platform/index.js';
import type { Advice, Recipe, TextChange, Violation } from '../../src/schema/index.js';
import { define } from './conformance/check-project.js';

const SMALL = define({ id: 'small', kind: 'metric', config: { metric: 'cyclomatic', max: 4 } });
const DEFINITIONS = [
  SMALL,
  define({ id: 'short', kind: 'metric', files: ['*.js'], config: { metric: 'function_lines', max: 30 } }),
  define({ id: 'shorter', kind: 'metric', files: ['a.*'], config: { metric: 'function_lines', max: 20 } }),
  define({ id: 'flat', kind: 'metric', files: ['*.ts'], config: { metric: 'nesting', max: 2 } }),
  define({ id: 'no-var', kind: 'regex', config: { forbid: 'var ', replace: 'let ' } }),
  define({ id: 'licence', kind: 'regex', config: { require: '^// Licence' } }),
];

function violation(change: Partial<Violation> = {}): Violation {
  return {
    id: 'V-1',
    check: 'small',
    severity: 'warning',
    path: 'a.js',
    message: 'too much',
    status: 'open',
    ...change,
  };
}

interface Asked {
  readonly advice: Advice;
  readonly requests: readonly RecipeRequest[];
}

/** A code service that only remembers what it was asked. */
async function advise(
  found: readonly Violation[],
  {
    about = violation(),
    text = '',
    lint = {},
    recipes = [],
  }: {
    about?: Violation & { known?: string[] };
    text?: string;
    lint?: LintLimits;
    recipes?: Recipe[];
  } = {},
): Promise<Asked> {
  const requests: RecipeRequest[] = [];
  const service: CodeService = {
    refresh: () => undefined,
    advise: (request) => {
      requests.push(request);
      return recipes.length > 0 ? { recipes } : { recipes: [], none: 'asked' };
    },
    refactor: () => ({ ok: false, reason: 'unsupported', message: '' }),
    refactorAll: () => ({ ok: false, reason: 'unsupported', message: '' }),
    findNewErrors: () => [],
  };
  const advice = await adviseViolation({
    definitions: DEFINITIONS,
    violation: about,
    found,
    text,
    quality: STRICT,
    lint,
    code: async () => service,
    signal: new AbortController().signal,
  });
  return { advice, requests };
}

/** What the one step of a recipe makes of a text. */
function carryOut(text: string, recipe: Recipe | undefined): string {
  const {
    start,
    end,
    text: replacement,
  } = recipe?.steps[0]?.parameters as { start: number; end: number; text: string };
  const lines = text.split('\n');
  lines.splice(start - 1, end - start + 1, ...replacement.split('\n'));
  return lines.join('\n');
}

describe('advice on a violation', () => {
  it('asks the code for recipes where a function measures too much, with every limit that holds in that file', async () => {
    const { requests } = await advise([violation({ symbol: 'price' })]);
    expect(requests).toMatchObject([
      {
        path: 'a.js',
        function: 'price',
        metric: 'cyclomatic',
        limit: 4,
        limits: { cyclomatic: 4, function_lines: 20 },
      },
    ]);
    expect(requests[0]?.limits).not.toHaveProperty('nesting');
  });

  it("holds new functions to what the project's own linter allows, as far as that can be reached", async () => {
    const lint = { parameters: 3, cyclomatic: 2 };
    const { requests } = await advise([violation({ symbol: 'price' })], { lint });
    expect(requests.map(({ limit }) => limit)).toEqual([2, 4]);
    expect(requests[0]?.limits).toEqual({ parameters: 3, cyclomatic: 2, function_lines: 20 });
    const other = await advise([violation({ symbol: 'price' })], { lint: { cyclomatic: 9 } });
    expect(other.requests.map(({ limit, limits }) => [limit, limits?.cyclomatic])).toEqual([[4, 4]]);
  });

  it('leaves out what would only give a name to lines of a test that decide nothing', async () => {
    const measure = { start: 1, end: 9, cognitive: 0, lines: 9, nesting: 0, parameters: 0 };
    const recipe = (cyclomatic: number): Recipe => ({
      steps: [{ action: 'extract_function', parameters: {}, why: '' }],
      before: 60,
      after: 40,
      created: [{ ...measure, name: 'prepareStep', cyclomatic }],
      contents: ['a', 'b'],
    });
    const adviseAbout = async (path: string, recipes: Recipe[]): Promise<Advice> => {
      const about = violation({ symbol: 'describe cart', path });
      return (await advise([about], { about, recipes })).advice;
    };
    expect(await adviseAbout('cart.test.js', [recipe(1)])).toMatchObject({
      recipes: [],
      none: expect.stringContaining('decide nothing') as string,
    });
    expect((await adviseAbout('cart.test.js', [recipe(1), recipe(3)])).recipes).toEqual([recipe(3)]);
    expect((await adviseAbout('cart.js', [recipe(1)])).recipes).toEqual([recipe(1)]);
  });

  it('takes the change that the tool itself proposes', async () => {
    const text = 'one\nvar two\nthree\n';
    const fix: TextChange[] = [{ start: 4, end: 8, text: 'let ' }];
    const { advice, requests } = await advise([violation({ check: 'no-var', fix })], { text });
    expect(requests).toEqual([]);
    expect(advice.recipes).toMatchObject([
      {
        steps: [{ action: 'replace_lines', parameters: { path: 'a.js', start: 2, end: 2, text: 'let two' } }],
        contents: [sha256(text), sha256('one\nlet two\nthree\n')],
      },
    ]);
  });

  it('turns every proposal into one edit of whole lines that has the same effect', async () => {
    const line = fc.constantFrom('', 'a', 'var b', 'c\r', '🙂');
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 6 }),
        fc.nat(20),
        fc.nat(8),
        fc.constantFrom('', 'x', 'x\ny', '\n', 'z\r\n'),
        async (lines, at, length, replacement) => {
          const text = lines.join('\n');
          const start = Math.min(at, text.length);
          const end = Math.min(start + length, text.length);
          const after = text.slice(0, start) + replacement + text.slice(end);
          const fix = [{ start, end, text: replacement }];
          const { advice } = await advise([violation({ check: 'no-var', fix })], { text });
          expect(carryOut(text, advice.recipes[0])).toBe(after);
          expect(advice.recipes[0]?.contents).toEqual([sha256(text), sha256(after)]);
        },
      ),
    );
  });

  it('goes for what came in place of a violation that is gone, and for nothing that was there before', async () => {
    const about = { ...violation(), known: ['V-1', 'V-2'] };
    const old = violation({ id: 'V-2', symbol: 'old' });
    const fresh = violation({ id: 'V-3', symbol: 'fresh' });
    expect((await advise([old, fresh], { about })).requests).toMatchObject([{ function: 'fresh' }]);
    expect((await advise([old], { about })).advice.none).toMatch(/no longer finds/);
  });

  it('says why there is no recipe', async () => {
    expect((await advise([])).advice).toEqual({
      recipes: [],
      none: expect.stringContaining('no longer finds') as string,
    });
    const { advice } = await advise([violation({ check: 'licence' })]);
    expect(advice.none).toBe('there is no mechanical change that satisfies a regex check like licence');
    expect((await advise([violation({ check: 'small' })])).advice.none).toMatch(/metric check like small/);
  });
});
