import { describe, expect, it } from 'vitest';
import { createCommandCheck, type CommandOutcome } from '../../src/check/index.js';
import { CheckSpec, type CheckVerdict } from '../../src/schema/index.js';

async function judge(expectation: unknown, outcome: Partial<CommandOutcome>): Promise<CheckVerdict> {
  const check = createCommandCheck(
    CheckSpec.parse({
      id: 'lint',
      command: ['lint', '.'],
      ...(expectation === undefined ? {} : { expect: expectation }),
    }),
  );
  const run = async (): Promise<CommandOutcome> => ({
    exitCode: 0,
    timedOut: false,
    output: '',
    durationMs: 1_500,
    ...outcome,
  });
  return (await check.measure({ run, root: '/' })).verdict;
}

const count = (compare: string, value: number, regex = '(\\d+) problems'): unknown => ({
  regex,
  compare,
  value,
});

describe('a check by exit code', () => {
  it('passes with 0 and fails with anything else', async () => {
    expect(await judge(undefined, {})).toEqual({ id: 'lint', passing: true, summary: 'lint passed' });
    expect(await judge(undefined, { exitCode: 1 })).toEqual({
      id: 'lint',
      passing: false,
      summary: 'lint failed (exit 1)',
    });
  });

  it.each<[string, Partial<CommandOutcome>, RegExp]>([
    [
      'could not start',
      { exitCode: null, spawnError: 'lint: not found' },
      /could not start: lint: not found/,
    ],
    ['took too long', { exitCode: null, timedOut: true }, /did not finish within 2 s/],
    ['was killed', { exitCode: null }, /ended by a signal/],
    ['was not found', { exitCode: 127 }, /not found/],
    ['may not be run', { exitCode: 126 }, /not executable/],
  ])('that %s is an error, not a failure and never a pass', async (_, outcome, error) => {
    const verdict = await judge(undefined, outcome);
    expect(verdict.passing).toBe(false);
    expect(verdict.error).toMatch(error);
  });
});

describe('a check by number', () => {
  it.each([
    ['eq', 3, true],
    ['lt', 3, false],
    ['lte', 3, true],
    ['gt', 2, true],
    ['gte', 4, false],
  ])('compares with %s %d', async (compare, value, passing) => {
    expect(await judge(count(compare, value), { output: 'found 3 problems\n', exitCode: 1 })).toMatchObject({
      passing,
      value: 3,
      higherIsBetter: compare.startsWith('g'),
    });
  });

  it('takes all of the match when there is no group, on any line, signs and fractions included', async () => {
    expect(await judge(count('lt', 0, '^-?[\\d.]+$'), { output: 'score:\n-2.5\n' })).toMatchObject({
      passing: true,
      value: -2.5,
    });
  });

  it.each([
    ['nothing matches', '(\\d+) problems', 'all is well'],
    ['the match is empty', '(\\d*) problems', ' problems'],
    ['the match is no number', '(\\w+) problems', 'many problems'],
    ['the expression is not one', '(', '3 problems'],
  ])('is an error when %s', async (_, regex, output) => {
    const verdict = await judge(count('lte', 10, regex), { output });
    expect(verdict.passing).toBe(false);
    expect(verdict.error).toBeDefined();
    expect(verdict.value).toBeUndefined();
  });

  it('is an error when the command did not run, whatever it printed before', async () => {
    expect(
      await judge(count('lte', 10), { output: '0 problems', exitCode: null, timedOut: true }),
    ).toMatchObject({ passing: false, error: expect.stringContaining('did not finish') as string });
  });
});

describe('the definition of a check', () => {
  it('is the given one, or says what passes', () => {
    const define = (extra: object): string =>
      createCommandCheck(CheckSpec.parse({ id: 'x', command: ['a', 'b'], ...extra })).definition;
    expect(define({ definition: 'No cycles.' })).toBe('No cycles.');
    expect(define({})).toBe('passes when this command exits with 0: a b');
    expect(define({ expect: count('lte', 4) })).toContain('is lte 4');
  });
});
