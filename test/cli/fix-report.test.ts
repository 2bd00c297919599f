import { describe, expect, it } from 'vitest';
import type { FixPlan, FixSummary } from '../../src/app/index.js';
import { listNextCommands, type HintContext } from '../../src/cli/fix-hints.js';
import { renderSkipped } from '../../src/cli/fix-notes.js';
import { renderFixMarkdown, renderFixText, type PassedOver } from '../../src/cli/fix-report.js';
import { fitLine, wrap } from '../../src/cli/output.js';
import { describeTestCommand } from '../../src/cli/test-command.js';
import { describeSkipped } from '../../src/cli/test-counts.js';

const plain = (_: unknown, text: string): string => text;

function render(summary: Partial<FixSummary>, passedOver: PassedOver = []): string {
  return renderFixText({ ...SUMMARY, ...summary }, { colour: plain, passedOver });
}

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
  untested: [],
  tokens: 0,
  models: ['planner'],
  diffstat: { files: 0, added: 0, removed: 0 },
  where: 'in_place',
};

const TESTS: NonNullable<FixSummary['tests']> = {
  command: 'npm test',
  argv: ['npm', 'test'],
  passed: 68,
  failed: 0,
  skipped: 0,
  total: 68,
  flaky: [],
};

const named = (id: string): FixSummary['open'][number] => ({ id, check: 'small', path: 'fare.js' });
const fixed = (id: string): FixSummary['fixed'][number] => ({
  ...named(id),
  task: 'fix-1.1',
  before: 9,
  after: 4,
  steps: 2,
  tokens: 10,
  files: ['fare.js'],
  commit: '0123456789abcdef',
});
const undone = (id: string): FixSummary['reverted'][number] => ({ ...named(id), reason: 'a test broke' });

function skip(symbol: string, reason: string): FixPlan['skipped'][number] {
  return {
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
  };
}

describe('the summary of fixes', () => {
  it('counts tests that were skipped', () => {
    const tests = { ...TESTS, passed: 60, failed: 1, skipped: 7 };
    expect(render({ tests })).toContain('tests: 60 of 68 pass, 1 fail as before, 7 skipped (npm test)');
    expect(describeSkipped({ passed: 61, failed: 7, total: 68 })).toBe('');
  });

  it('says of how many tests those are that a change affects', () => {
    expect(render({ tests: { ...TESTS, passed: 12, total: 12, suite: 68 } })).toContain(
      'tests: 12 of 12 pass, 12 of 68 tests, those affected (npm test)',
    );
  });

  it('tells what was fixed from what went with it', () => {
    expect(render({ fixed: [fixed('a'), fixed('b')], gone: [{ ...named('c'), task: 'fix-1.3' }] })).toContain(
      '2 violations fixed, 1 more went with them; ',
    );
    expect(render({ fixed: [fixed('a')] })).toContain('1 violation fixed; ');
  });

  it('says what went along with a fix, which does not make up for one that was wanted', () => {
    const along = { ...named('b'), check: 'flat' };
    const text = render({ wanted: 2, fixed: [fixed('a')], gone: [along] });
    expect(text).toContain('✓ gone        flat fare.js  with the same fix');
    expect(text).toContain('1 violation fixed, 1 more went with it; ');
    expect(text).toContain('2 wanted, 1 tried; no other has a recipe');
    expect(renderFixMarkdown({ ...SUMMARY, gone: [along] })).toContain('| with the same fix |');
  });

  it('warns where no test imports what was changed, in Markdown too', () => {
    const tests = TESTS;
    const one = { tests, untested: ['lib/x.js'] };
    const warning = 'no test imports lib/x.js, so the tests prove little here';
    expect(render(one)).toContain(`(npm test)\n${warning}\n`);
    expect(renderFixMarkdown({ ...SUMMARY, ...one })).toContain(warning);
    expect(render({ tests, untested: ['a.js', 'b.js', 'c.js', 'd.js'] })).toContain(
      'no test imports a.js, b.js, c.js and 1 more, so',
    );
  });

  it('says when the linter of the project did not watch, in Markdown too', () => {
    const linterUnwatched = 'ESLint is not installed here';
    const warning = `the project's linter did not watch (${linterUnwatched})`;
    expect(render({ linterUnwatched })).toContain(`\n${warning}\n`);
    expect(renderFixMarkdown({ ...SUMMARY, linterUnwatched })).toContain(warning);
    expect(render({})).not.toContain('linter');
  });

  it('names files that were changed beside the one with the violation', () => {
    const wide = { ...fixed('a'), files: ['fare.js', 'toll.js'] };
    expect(render({ fixed: [wide] })).toContain('small fare.js  9 → 4, also changed toll.js');
    expect(renderFixMarkdown({ ...SUMMARY, fixed: [wide] })).toContain('| 9 → 4, also changed toll.js |');
    expect(render({ fixed: [fixed('a')] })).not.toContain('also changed');
  });

  it('counts the tokens of a model, and says when none was asked', () => {
    expect(render({ fixed: [fixed('a')] })).toMatch(/2 steps\n[^]*\nno model was asked\n/);
    const asked = render({ fixed: [fixed('a')], models: ['inbox', 'planner'], tokens: 10 });
    expect(asked).toMatch(/2 steps, 10 tokens\n[^]*\nmodel tokens: 10\n/);
  });

  it('names the first of what is open, and counts the rest', () => {
    const open = Array.from({ length: 9 }, (_, index) => named(`V-${index}`));
    const lines = render({ status: 'waiting', open }).split('\n');
    expect(lines.filter((line) => line.startsWith('· open'))).toHaveLength(5);
    expect(lines).toContain('… and 4 more open');
  });

  it('says what the branch is for, and what the task', () => {
    const text = render({ fixed: [fixed('a')], branch: 'agentforge/fix-2' });
    expect(text).toContain(
      'branch agentforge/fix-2 (the fixes, for git)\ntask fix-1 (the record, for agentforge)',
    );
  });

  it('names what was passed over, in Markdown too, and says a long reason once', () => {
    const reason = 'There is a switch of many cases, and no step that was tried makes it smaller.';
    const passedOver = ['fare', 'toll'].map((symbol) => skip(symbol, reason));
    expect(render({ cannotFix: [{ ...named('a'), reason: 'none' }] }, passedOver)).toContain(
      [
        '✗ cannot fix  small fare.js  none',
        `– passed over complexity fare in src/fare.js  ${reason}`,
        '– passed over complexity toll in src/fare.js  as above',
      ].join('\n'),
    );
    expect(renderFixMarkdown(SUMMARY, passedOver)).toContain(
      [
        `| passed over | complexity | \`fare\` in \`src/fare.js\` | ${reason} |`,
        '| passed over | complexity | `toll` in `src/fare.js` | as above |',
      ].join('\n'),
    );
  });

  it('says when fewer were fixed than wanted, and why there were no more', () => {
    expect(render({ wanted: 2, fixed: [fixed('a')], reverted: [undone('b')] })).toContain(
      '2 wanted, 2 tried; no other has a recipe',
    );
    expect(render({ wanted: 1, reverted: ['a', 'b', 'c'].map(undone) })).toContain(
      '1 wanted, 3 tried; no more are tried at once',
    );
    expect(render({ wanted: 1, fixed: [fixed('a')], reverted: [undone('b')] })).not.toContain('wanted');
    expect(render({ wanted: 1, status: 'waiting', reverted: [undone('b')] })).not.toContain('wanted');
  });
});

describe('a test command', () => {
  it('is shown without where its report goes, and keeps its other options', () => {
    const mocha = ['node', 'node_modules/mocha/bin/mocha.js', '--require', 'ts-node/register'];
    const reporting = ['--reporter', 'json', '--reporter-option', 'output={report}'];
    expect(describeTestCommand([...mocha, ...reporting, 'test/**/*.ts'])).toBe(
      'node node_modules/mocha/bin/mocha.js --require ts-node/register test/**/*.ts',
    );
    const node = ['--test-reporter=tap', '--test-reporter-destination={report}', '--test-reporter=spec'];
    expect(describeTestCommand(['node', '--test', ...node, 'a b.js'])).toBe("node --test 'a b.js'");
    expect(describeTestCommand(['jest', '--json', '--outputFile={report}', 'cart'])).toBe('jest cart');
  });

  it('is what a shell runs in the end, where something else comes first', () => {
    const script = 'PATH="$PWD/node_modules/.bin:$PATH"; said=$( { tsc; } 2>&1 ) || exit 1; exec "$@"';
    expect(describeTestCommand(['sh', '-c', script, 'tests', 'node', '--test', 'lib'])).toBe(
      'node --test lib',
    );
    expect(describeTestCommand(['sh', '-c', 'make check'])).toBe("sh -c 'make check'");
  });

  it('ends between two words where it is too long', () => {
    const files = Array.from({ length: 30 }, (_, index) => `test/file-${index}.js`);
    const shown = describeTestCommand(['node', '--test', ...files]);
    expect(shown).toMatch(/^node --test test\/file-0\.js .*test\/file-\d+\.js …$/);
    expect(shown.length).toBeLessThanOrEqual(100);
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
    const changed = { files: 1, added: 2, removed: 1 };
    expect(next({ status: 'waiting', diffstat: changed })).toEqual([
      'agentforge resume fix-1',
      'agentforge undo fix-1',
    ]);
    expect(next({ status: 'waiting', diffstat: changed, where: 'worktree' })).toEqual([
      'agentforge resume fix-1',
      'agentforge abort fix-1',
    ]);
    expect(
      next({ status: 'waiting', open: [{ ...named('a'), task: 'fix-1.1' }] }, { model: 'inbox' }),
    ).toEqual([
      'agentforge step fix-1.1 --prompt',
      'agentforge step fix-1.1 --reply FILE',
      'agentforge resume fix-1 --model inbox',
    ]);
    expect(next({})).toEqual([]);
  });

  it('is what works after an abort: nothing resumes it', () => {
    const changed = { status: 'aborted', diffstat: { files: 1, added: 2, removed: 1 } } as const;
    expect(next({ status: 'aborted' })).toEqual([]);
    expect(next(changed)).toEqual(['agentforge undo fix-1']);
    expect(next({ ...changed, where: 'worktree' })).toEqual([]);
    expect(next({ ...changed, where: 'worktree', branch: 'tidy' })).toEqual([
      'git merge tidy',
      'git branch -D tidy',
    ]);
  });
});

describe('what is passed over', () => {
  it('is one line a function, above the reason they share', () => {
    const skipped = [
      skip('fare', 'a switch is left'),
      skip('toll', 'jumps'),
      skip('tax', 'a switch is left'),
    ];
    expect(renderSkipped(skipped, 'agentforge violations')).toEqual([
      'passed over: fare  src/fare.js:7  complexity 31',
      'passed over: tax  src/fare.js:7  complexity 31',
      '  a switch is left',
      'passed over: toll  src/fare.js:7  complexity 31',
      '  jumps',
    ]);
  });

  it('is ten at most, and how many more', () => {
    const skipped = Array.from({ length: 13 }, (_, index) => skip(`f${index}`, 'none'));
    const lines = renderSkipped(skipped, 'agentforge violations');
    expect(lines).toHaveLength(1 + 10 + 1);
    expect(lines.at(-1)).toBe('and 3 more (`agentforge violations` lists them)');
  });
});

describe('a long text', () => {
  it('is broken between words, below itself', () => {
    expect(wrap('no recipe: there is none', 16, '  ')).toBe('  no recipe:\n  there is none');
    expect(wrap('- moves two decisions', 12, '  ')).toBe('  - moves\n    two\n    decisions');
    expect(wrap('unbreakable', 4, '  ')).toBe('  unbreakable');
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
