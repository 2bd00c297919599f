import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { undoWork, type HarnessEvent } from '../../src/app/index.js';
import { createScriptModel } from '../../src/model/index.js';
import {
  checks,
  FARE,
  FARE_PROJECT,
  FARE_TEST,
  makeFixProject,
  PACKAGE,
  SMALL,
} from '../support/fix-project.js';
import { allowSlowFixes, NO_TEN, NO_VAR, TEN, TEN_TEST, TWO_FIXES } from '../support/fix-tests.js';

allowSlowFixes();

describe('the flow fix, in place', () => {
  it('fixes a function step by step, with its tests green before and after, and says what it came to', async () => {
    const project = makeFixProject();
    const { summary, state } = await project.fix();
    expect(summary).toMatchObject({
      status: 'completed',
      fixed: [
        {
          check: 'small',
          path: 'fare.js',
          symbol: 'fare',
          before: 9,
          after: 4,
          steps: 2,
          files: ['fare.js'],
        },
      ],
      gone: [],
      cannotFix: [],
      reverted: [],
      parked: [],
      open: [],
      tests: { passed: 3, failed: 0, total: 3, flaky: [] },
      diffstat: { files: 1 },
    });
    expect(summary.branch).toBeUndefined();
    expect(summary.tokens).toBe(summary.fixed[0]?.tokens);
    expect(summary.diffstat.added).toBeGreaterThan(0);
    const text = project.read('fare.js');
    expect(text).not.toBe(FARE);
    expect(text).toContain('// What a ride costs.');
    expect(text).toContain('// at night it costs more');
    expect(project.git('status', '--short')).toBe(' M fare.js\n');
    expect((await state()).children).toEqual([{ id: summary.fixed[0]?.task, status: 'completed' }]);
  });

  it('says of which changed files no test imports them', async () => {
    const project = makeFixProject({
      ...FARE_PROJECT,
      'zen.js': 'export var zen = 1;\n',
      'program.js': 'var run = 1;\nconsole.log(run);\n',
      'test/program.test.js':
        "import test from 'node:test';\nimport { execFileSync } from 'node:child_process';\nimport '../fare.js';\ntest('it runs', () => void execFileSync('node', ['./program.js']));\n",
      ...checks(SMALL, NO_VAR),
    });
    const { summary } = await project.fix();
    expect(summary.fixed).toHaveLength(3);
    expect(summary.untested).toEqual(['zen.js']);
  });

  it('counts what went along with the worst, though it was not listed', async () => {
    const project = makeFixProject({
      ...FARE_PROJECT,
      ...checks(SMALL, SMALL.replace('small', 'flatter').replace('cyclomatic, max: 4', 'cognitive, max: 4')),
    });
    const { summary } = await project.fix({ what: { top: 1 } });
    expect(summary.fixed).toHaveLength(1);
    expect(summary.gone).toMatchObject([{ path: 'fare.js', symbol: 'fare' }]);
    expect(summary.gone[0]?.task).toBeUndefined();
    expect(summary.gone[0]?.check).not.toBe(summary.fixed[0]?.check);
  });

  it('is taken back as a whole, the last fix first, and only once', async () => {
    const project = makeFixProject({
      ...FARE_PROJECT,
      'fare.js': FARE.replace('let price', 'var price'),
      ...checks(SMALL, NO_VAR),
    });
    const before = project.tree();
    const { summary, task, plan, state } = await project.fix();
    expect(summary.fixed.map(({ check }) => check).sort()).toEqual(['no-var', 'small']);
    expect(project.tree()).not.toEqual(before);
    expect(await undoWork(plan.harness.runtime, task)).toEqual({ undone: ['fare.js'], left: [] });
    expect(project.tree()).toEqual(before);
    expect(await state()).toMatchObject({ status: 'completed', undone: true });
    expect(await undoWork(plan.harness.runtime, task)).toEqual({ undone: [], left: [] });
  });

  it('is taken back as far as nobody changed its files since, and the rest is named and left', async () => {
    const project = makeFixProject({
      ...FARE_PROJECT,
      'fare.js': FARE.replace('let price', 'var price'),
      'zen.js': 'export var zen = 1;\n',
      ...checks(SMALL, NO_VAR),
    });
    const { summary, task, plan, state } = await project.fix();
    expect(summary.fixed).toHaveLength(3);
    const mine = `// mine\n${project.read('fare.js')}`;
    project.write('fare.js', mine);
    const { undone, left } = await undoWork(plan.harness.runtime, task);
    expect(undone).toEqual(['zen.js']);
    expect(left.map(({ changed, files }) => ({ changed, files }))).toEqual(
      Array(2).fill({ changed: 'fare.js', files: ['fare.js'] }),
    );
    expect([project.read('fare.js'), project.read('zen.js')]).toEqual([mine, 'export var zen = 1;\n']);
    expect((await state()).undone).toBeUndefined();
    project.write('fare.js', mine.replace('// mine\n', ''));
    expect(await undoWork(plan.harness.runtime, task)).toEqual({ undone: ['fare.js'], left: [] });
    expect(project.git('status', '--short')).toBe('');
    expect((await state()).undone).toBe(true);
  });

  it('has fixes that can be taken back one by one, as long as nothing was built on them', async () => {
    const project = makeFixProject({
      ...FARE_PROJECT,
      'fare.js': FARE.replace('let price', 'var price'),
      ...checks(SMALL, NO_VAR),
    });
    const { task, plan } = await project.fix();
    const { runtime } = plan.harness;
    const fixed = project.read('fare.js');
    expect(await undoWork(runtime, `${task}.1`)).toEqual({
      undone: [],
      left: [{ task: `${task}.1`, changed: 'fare.js', files: ['fare.js'] }],
    });
    expect(project.read('fare.js')).toBe(fixed);
    expect(await undoWork(runtime, `${task}.2`)).toMatchObject({ undone: ['fare.js'] });
    expect(await undoWork(runtime, `${task}.1`)).toMatchObject({ undone: ['fare.js'] });
    expect(project.git('status', '--short')).toBe('');
  });

  it('says why something cannot be fixed, and leaves it as it is', async () => {
    const project = makeFixProject({
      'package.json': PACKAGE,
      'ten.js': TEN,
      'test/ten.test.js': TEN_TEST,
      ...checks("  - {id: licence, kind: regex, files: ['*.js'], config: {require: '^// Licence'}}\n"),
    });
    const { summary } = await project.fix();
    expect(summary.fixed).toEqual([]);
    expect(summary.cannotFix).toMatchObject([
      { check: 'licence', path: 'ten.js', reason: expect.stringContaining('no mechanical change') as string },
    ]);
    expect(project.read('ten.js')).toBe(TEN);
  });

  it('takes back a change that breaks a test, and says which', async () => {
    const project = makeFixProject({
      'package.json': PACKAGE,
      'ten.js': TEN,
      'test/ten.test.js': TEN_TEST,
      ...checks(NO_TEN),
    });
    const { summary, events } = await project.fix();
    expect(summary.fixed).toEqual([]);
    expect(summary.reverted).toMatchObject([
      { check: 'no-ten', path: 'ten.js', reason: expect.stringContaining('it is ten') as string },
    ]);
    expect(project.read('ten.js')).toBe(TEN);
    expect((await events(1)).map(({ type }) => type)).toContain('reverted');
    expect(summary.diffstat).toEqual({ files: 0, added: 0, removed: 0 });
  });

  it('notices what is gone with an earlier fix, without a step of its own', async () => {
    const again = NO_VAR.replace('no-var', 'no-var-either');
    const project = makeFixProject({
      'package.json': PACKAGE,
      'ten.js': 'export var ten = () => 10;\n',
      'test/ten.test.js': TEN_TEST,
      ...checks(NO_VAR, again),
    });
    const { summary, state } = await project.fix();
    expect(summary.fixed).toHaveLength(1);
    expect(summary.gone).toHaveLength(1);
    expect(await state(2)).toMatchObject({ status: 'completed', step: 0, files: {} });
    expect(project.read('ten.js')).toBe('export let ten = () => 10;\n');
  });

  it("keeps nothing that the project's own ESLint likes less, unless the limits are relaxed", async () => {
    const selector = 'FunctionDeclaration[id.name!="fare"]';
    const rules = { 'no-restricted-syntax': ['error', selector], 'no-magic-numbers': 'warn' };
    const project = makeFixProject({
      ...FARE_PROJECT,
      '.gitignore': 'node_modules\n',
      'eslint.config.js': `export default [${JSON.stringify({ files: ['fare.js'], rules })}];\n`,
    });
    mkdirSync(path.join(project.root, 'node_modules'));
    symlinkSync(path.resolve('node_modules/eslint'), path.join(project.root, 'node_modules/eslint'));
    const { summary, plan } = await project.fix();
    expect(plan.fix.violations[0]?.lint).toEqual({ 'no-magic-numbers': expect.any(Number) as number });
    expect(summary.fixed).toEqual([]);
    const [refused] = [...summary.reverted, ...summary.cannotFix];
    expect(refused).toMatchObject({ reason: expect.stringContaining('no-restricted-syntax') as string });
    expect(project.read('fare.js')).toBe(FARE);
    expect((await project.fix({ relaxed: true })).summary.fixed).toHaveLength(1);
  });

  it('takes back partial work of a fix that does not reach its end', async () => {
    const project = makeFixProject();
    const line = FARE.split('\n').findIndex((text) => text.startsWith('  if (age < 12)')) + 1;
    const extract = {
      action: 'extract_function',
      parameters: { path: 'fare.js', function: 'fare', start: line, end: line + 4, name: 'priceForAge' },
    };
    const giveUp = { action: 'cannot_fix', parameters: { reason: 'the rest is beyond me' } };
    const { summary, events, state } = await project.fix({
      harness: { model: createScriptModel([extract, giveUp]) },
    });
    expect(summary.reverted).toMatchObject([{ check: 'small', reason: 'the rest is beyond me' }]);
    const recorded = await events(1);
    expect(recorded.map(({ type }) => type)).toContain('act-started');
    expect(recorded.find(({ type }) => type === 'undone')).toMatchObject({ by: 'flow' });
    expect((await state(1)).recent.at(-1)?.summary).toBe('its flow took back every change of this task');
    expect(project.read('fare.js')).toBe(FARE);
    expect(project.git('status', '--short')).toBe('');
  });
});

describe('tests of a project that is fixed', () => {
  it('that are red at the start may stay so, and may not get worse', async () => {
    const project = makeFixProject({
      ...FARE_PROJECT,
      'test/red.test.js':
        "import test from 'node:test';\ntest('never worked', () => { throw new Error('old'); });\n",
    });
    const { summary } = await project.fix();
    expect(summary.fixed).toMatchObject([{ before: 9, after: 4 }]);
    expect(summary.tests).toMatchObject({ passed: 3, failed: 1, total: 4 });
  });

  it('that fail by chance are run again and reported, and cost no fix', async () => {
    const project = makeFixProject({
      ...FARE_PROJECT,
      '.gitignore': 'count\n',
      'test/fare.test.js': `${FARE_TEST}
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
test('second time unlucky', () => {
  const count = existsSync('count') ? Number(readFileSync('count', 'utf8')) + 1 : 1;
  writeFileSync('count', String(count));
  assert.notEqual(count, 2);
});
`,
    });
    const { summary } = await project.fix();
    expect(summary.fixed).toHaveLength(1);
    expect(summary.reverted).toEqual([]);
    expect(summary.tests?.flaky).toEqual([expect.stringContaining('second time unlucky')]);
  });
});

const MINE = `${FARE}// mine\n`;

/** Reacts to the first event of a kind in the first fix. */
function once(type: HarnessEvent['type'], react: () => void): (event: HarnessEvent) => void {
  let isDone = false;
  return (event) => {
    if (isDone || event.type !== type || !event.task.endsWith('.1')) return;
    isDone = true;
    react();
  };
}

describe('someone else who edits while a fix runs', () => {
  it('is built upon when the edit was not under way yet', async () => {
    const project = makeFixProject();
    const { summary } = await project.fix({
      onEvent: once('step-replied', () => project.write('fare.js', MINE)),
    });
    expect(summary.fixed).toMatchObject([{ path: 'fare.js', after: 4 }]);
    expect(project.read('fare.js')).toContain('// mine');
  });

  it('is never overwritten when it was: that fix is parked with a question, and the rest goes on', async () => {
    const project = makeFixProject(TWO_FIXES);
    const { summary, state } = await project.fix({
      onEvent: once('act-started', () => project.write('fare.js', MINE)),
    });
    expect(project.read('fare.js')).toBe(MINE);
    expect(summary.parked).toMatchObject([
      { path: 'fare.js', reason: expect.stringContaining('fare.js') as string },
    ]);
    expect((await state(1)).question?.reason).toBe('file_changed');
    expect(summary.fixed).toMatchObject([{ path: 'zen.js' }]);
  });

  it('is asked about when it happens during verification, and keeps what was written', async () => {
    const project = makeFixProject({
      'package.json': PACKAGE,
      'ten.js': 'export var ten = () => 10;\n',
      '.gitignore': 'count\n',
      // The second run of the tests is the one after the edit; it edits the file itself and fails.
      'test/ten.test.js': `import test from 'node:test';
import { appendFileSync, readFileSync } from 'node:fs';
test('ten', async () => {
  if (!readFileSync('ten.js', 'utf8').includes('let')) return;
  appendFileSync('ten.js', '// mine\\n');
  throw new Error('broken');
});
`,
      ...checks(NO_VAR),
    });
    const { summary, state } = await project.fix();
    expect(summary.parked).toMatchObject([
      { path: 'ten.js', reason: expect.stringContaining('ten.js') as string },
    ]);
    expect((await state(1)).question?.reason).toBe('file_changed');
    expect(project.read('ten.js')).toContain('// mine');
  });
});
