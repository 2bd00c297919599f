import { describe, expect, it } from 'vitest';
import type { FixPlan, FixSummary } from '../../src/app/index.js';
import { listNextCommands, type HintContext } from '../../src/cli/fix-hints.js';
import { renderSkipped } from '../../src/cli/fix-notes.js';
import { renderFixText } from '../../src/cli/fix-report.js';
import { fitLine } from '../../src/cli/output.js';
import { describeSkipped } from '../../src/cli/test-counts.js';

const plain = (_: unknown, text: string): string => text;

const SUMMARY: FixSummary = {
  task: 'fix-1',
  status: 'completed',
  fixed: [],
  gone: [],
  cannotFix: [],
  reverted: [],
  parked: [],
  open: [],
  tests: null,
  tokens: 0,
  diffstat: { files: 0, added: 0, removed: 0 },
  where: 'in_place',
};

const named = (id: string): FixSummary['open'][number] => ({ id, check: 'small', path: 'fare.js' });
const fixed = (id: string): FixSummary['fixed'][number] => ({
  ...named(id),
  before: 9,
  after: 4,
  steps: 2,
  tokens: 10,
  files: ['fare.js'],
  commit: '0123456789abcdef',
});
const undone = (id: string): FixSummary['reverted'][number] => ({ ...named(id), reason: 'a test broke' });

describe('the summary of fixes', () => {
  it('counts tests that were skipped', () => {
    const tests = { command: 'npm test', passed: 60, failed: 1, skipped: 7, total: 68, flaky: [] };
    expect(renderFixText({ ...SUMMARY, tests }, plain)).toContain(
      'tests: 60 of 68 pass, 1 fail as before, 7 skipped (npm test)',
    );
    expect(describeSkipped({ passed: 61, failed: 7, total: 68 })).toBe('');
  });

  it('says when fewer were fixed than wanted, and why there were no more', () => {
    const text = (summary: Partial<FixSummary>): string => renderFixText({ ...SUMMARY, ...summary }, plain);
    expect(text({ wanted: 2, fixed: [fixed('a')], reverted: [undone('b')] })).toContain(
      '2 wanted, 2 tried; no other has a recipe',
    );
    expect(text({ wanted: 1, reverted: ['a', 'b', 'c'].map(undone) })).toContain(
      '1 wanted, 3 tried; no more are tried at once',
    );
    expect(text({ wanted: 1, fixed: [fixed('a')], reverted: [undone('b')] })).not.toContain('wanted');
    expect(text({ wanted: 1, status: 'waiting', reverted: [undone('b')] })).not.toContain('wanted');
  });
});

describe('what to type next', () => {
  const next = (summary: Partial<FixSummary>, context: HintContext = {}): string[] =>
    listNextCommands({ project: '.' }, { ...SUMMARY, ...summary }, context);

  it('is one command a line', () => {
    expect(next({ fixed: [fixed('a')] })).toEqual(['agentforge task diff fix-1', 'agentforge undo fix-1']);
    expect(next({ fixed: [fixed('a')], where: 'worktree', branch: 'tidy' })).toEqual([
      'git diff HEAD...tidy',
      'git merge tidy',
    ]);
    const committed = { fixed: [fixed('a')], where: 'branch', branch: 'tidy' } as const;
    expect(next(committed, { from: 'main' })).toEqual(['git diff 0123456789~ HEAD', 'git switch main']);
    expect(next(committed, { from: 'tidy' })).toEqual(['git diff 0123456789~ HEAD']);
    expect(next(committed)).toEqual(['git diff 0123456789~ HEAD']);
    expect(next({ status: 'waiting' })).toEqual(['agentforge resume fix-1']);
    expect(
      next({ status: 'waiting', open: [{ ...named('a'), task: 'fix-1.1' }] }, { model: 'inbox' }),
    ).toEqual([
      'agentforge step fix-1.1 --prompt',
      'agentforge step fix-1.1 --reply FILE',
      'agentforge resume fix-1 --model inbox',
    ]);
    expect(next({})).toEqual([]);
  });
});

describe('what is passed over', () => {
  const skip = (symbol: string, reason: string): FixPlan['skipped'][number] => ({
    violation: {
      id: `V-${symbol}`,
      check: 'complexity',
      severity: 'warning',
      path: 'src/fare.js',
      line: 7,
      symbol,
      message: `${symbol} has a cyclomatic complexity of 31`,
      value: 31,
      status: 'open',
    },
    reason,
  });

  it('is one line a function, under the reason they share', () => {
    const skipped = [
      skip('fare', 'a switch is left'),
      skip('toll', 'jumps'),
      skip('tax', 'a switch is left'),
    ];
    expect(renderSkipped(skipped, 'agentforge violations')).toEqual([
      'passed over: a switch is left',
      '  fare  src/fare.js:7  complexity 31',
      '  tax  src/fare.js:7  complexity 31',
      'passed over: jumps',
      '  toll  src/fare.js:7  complexity 31',
    ]);
  });

  it('is ten at most, and how many more', () => {
    const skipped = Array.from({ length: 13 }, (_, index) => skip(`f${index}`, 'none'));
    const lines = renderSkipped(skipped, 'agentforge violations');
    expect(lines).toHaveLength(1 + 10 + 1);
    expect(lines.at(-1)).toBe('and 3 more (`agentforge violations` lists them)');
  });
});

describe('a line of progress', () => {
  it('is whole where it fits, and shows where it was cut', () => {
    expect(fitLine('running tests', 13)).toBe('running tests');
    expect(fitLine('running tests', 12)).toBe('running tes…');
    expect(fitLine('running tests', 9)).toBe('running…');
  });

  it('is whole on a terminal that does not know its width', () => {
    expect(fitLine('running tests', 0)).toBe('running tests');
    expect(fitLine('running tests', undefined)).toBe('running tests');
  });

  it('stays one line, whatever is in it', () => {
    expect(fitLine('running\nall  tests', 40)).toBe('running all tests');
    expect(fitLine('測試測試', 8)).toBe('測試測試');
    expect(fitLine('測試測試', 7)).toBe('測試測…');
  });
});
