// The check that decides whether a violation is gone, and that nothing came in its place.
import { describe, expect, it } from 'vitest';
import { createViolationCheck, runChecks } from '../../src/check/index.js';
import type { CheckVerdict, Violation } from '../../src/schema/index.js';
import { define } from './conformance/check-project.js';

const SMALL = define({
  id: 'small',
  kind: 'metric',
  hint: 'Split it.',
  config: { metric: 'cyclomatic', max: 2 },
});
const NO_VAR = define({ id: 'no-var', kind: 'regex', config: { forbid: '\\bvar ' } });
const LINT = define({ id: 'lint', kind: 'command', config: { command: ['lint'] } });
const DEFINITIONS = [SMALL, NO_VAR, LINT];

const TANGLED = 'export function pick(a, b) {\n  if (a) return 1;\n  return b ? 2 : 3;\n}\n';
const UNTANGLED =
  'export function pick(a, b) {\n  if (a) return 1;\n  return pickRest(b);\n}\nfunction pickRest(b) {\n  return b ? 2 : 3;\n}\n';

const refuse = async (): Promise<never> => {
  throw new Error('nothing was to be run');
};

async function find(text: string): Promise<readonly Violation[]> {
  const { violations } = await runChecks({
    root: '/nowhere',
    definitions: [SMALL, NO_VAR],
    files: ['pick.js'],
    read: () => text,
    run: refuse,
    trusted: false,
    relateTests: false,
  });
  return violations;
}

/** The verdict about the first violation of one text, in another. */
async function judge(before: string, after: string, check = 'small'): Promise<CheckVerdict | undefined> {
  const found = await find(before);
  const violation = found.find((one) => one.check === check);
  if (!violation) throw new Error(`${check} finds nothing`);
  const made = createViolationCheck({
    violation: { ...violation, known: found.map(({ id }) => id) },
    definitions: DEFINITIONS,
    listFiles: () => ['pick.js'],
    read: () => after,
    trusted: false,
  });
  return (await made?.measure({ run: refuse, root: '/nowhere' }))?.verdict;
}

describe('the check of a violation', () => {
  it('fails with the measured value while it is there', async () => {
    expect(await judge(TANGLED, TANGLED)).toMatchObject({ id: 'small', passing: false, value: 3 });
  });

  it('passes when it is gone, and still measures', async () => {
    expect(await judge(TANGLED, UNTANGLED)).toMatchObject({ passing: true, value: 2 });
  });

  it('keeps its violation when lines move', async () => {
    expect(await judge(TANGLED, `// first\n\n${TANGLED}`)).toMatchObject({ passing: false, value: 3 });
  });

  it('fails when another violation came in its place, and names it', async () => {
    const verdict = await judge(
      TANGLED,
      UNTANGLED.replace('  return pickRest', '  var rest = 0;\n  return pickRest'),
    );
    expect(verdict?.passing).toBe(false);
    expect(verdict?.summary).toMatch(/is gone, but .*\(pick\.js:3\)/);
  });

  it('lets violations be that were there before', async () => {
    const known = 'var old = 1;\n';
    expect(await judge(`${known}${TANGLED}`, `${known}${UNTANGLED}`)).toMatchObject({ passing: true });
  });

  it('counts a violation without a measure as one or none', async () => {
    expect(await judge('var a = 1;\n', 'var a = 1;\n', 'no-var')).toMatchObject({ passing: false, value: 1 });
    expect(await judge('var a = 1;\n', 'let a = 1;\n', 'no-var')).toMatchObject({ passing: true, value: 0 });
  });

  it('does not pass a check that could not run', async () => {
    const made = createViolationCheck({
      violation: { id: 'V-1', check: 'lint', severity: 'warning', path: 'pick.js', message: 'lint failed' },
      definitions: DEFINITIONS,
      listFiles: () => ['pick.js'],
      read: () => TANGLED,
      trusted: false,
    });
    const measured = await made?.measure({ run: refuse, root: '/nowhere' });
    expect(measured?.verdict).toMatchObject({ passing: false, error: expect.any(String) as string });
    expect(measured?.output).toContain('did not run');
  });

  it('is none when the project has no such check', () => {
    const violation = { id: 'V-1', check: 'gone', severity: 'error' as const, path: 'pick.js', message: 'x' };
    expect(
      createViolationCheck({
        violation,
        definitions: DEFINITIONS,
        listFiles: () => [],
        read: () => undefined,
        trusted: false,
      }),
    ).toBeUndefined();
  });

  it('tells an agent what it measures and how to do better', () => {
    const violation = {
      id: 'V-1',
      check: 'small',
      severity: 'error' as const,
      path: 'pick.js',
      message: 'x',
    };
    const made = createViolationCheck({
      violation,
      definitions: DEFINITIONS,
      listFiles: () => [],
      read: () => undefined,
      trusted: false,
    });
    expect(made?.definition).toBe('small (cyclomatic at most 2). Split it.');
  });
});
