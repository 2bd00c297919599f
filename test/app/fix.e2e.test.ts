import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFix, createHarness, planFix, reopenFix, runFixTask, undoWork } from '../../src/app/index.js';
import { readTree } from '../support/walled-project.js';
import {
  checks,
  FARE,
  FARE_PROJECT,
  FARE_TEST,
  makeFixProject,
  PACKAGE,
  SMALL,
  type FixProject,
} from '../support/fix-project.js';
import { allowSlowFixes, NO_TEN, NO_VAR, TEN, TEN_TEST, TWO_FIXES } from '../support/fix-tests.js';

allowSlowFixes();

/** The cure of the worst one breaks a test. */
const WORST_IS_UNDONE = {
  ...FARE_PROJECT,
  'ten.js': TEN,
  'test/ten.test.js': TEN_TEST,
  ...checks(SMALL, NO_TEN.replace('kind: regex', 'kind: regex, severity: error')),
};

/** Everything of the user's: files, index, HEAD, refs; what git keeps about our branch aside. */
function snapshot({ root }: FixProject): Map<string, string> {
  const isOurs = (file: string): boolean =>
    /^\.agentforge\/(?!checks)|^\.git\/(?:objects|worktrees|refs\/heads\/agentforge|logs\/refs\/heads\/agentforge)/.test(
      file,
    );
  return readTree(root, isOurs);
}

describe('fixes that are committed', () => {
  it('are one commit each on a branch, which is the current one in the end, with a clean tree', async () => {
    const project = makeFixProject(TWO_FIXES);
    const start = project.git('rev-parse', 'HEAD').trim();
    const { summary, task } = await project.fix({ where: 'branch', branch: 'tidy/fares' });
    expect(summary).toMatchObject({ branch: 'tidy/fares', status: 'completed' });
    expect(summary.fixed).toHaveLength(2);
    expect(project.git('symbolic-ref', '--short', 'HEAD').trim()).toBe('tidy/fares');
    expect(project.git('status', '--short')).toBe('');
    const log = project.git('log', '--format=%s', `${start}..HEAD`).trim().split('\n');
    expect(log.sort()).toEqual(['fix no-var of zen.js', 'fix small of fare from 9 to 4']);
    expect(project.git('log', '--format=%B', '-1')).toContain(`Task: ${task}.`);
    expect(project.git('show', '--stat', '--format=', 'HEAD~1').trim().split('\n')).toHaveLength(2);
    expect(project.git('rev-parse', 'main').trim()).toBe(start);
    expect(summary.fixed.map(({ commit }) => commit)).toEqual(
      project.git('rev-list', '--reverse', `${start}..HEAD`).trim().split('\n'),
    );
    expect(project.git('show', 'HEAD:fare.js')).toBe(project.read('fare.js'));
  });

  it('are counted together, with the numbers of git', async () => {
    const project = makeFixProject({
      ...FARE_PROJECT,
      'fare.js': FARE.replace('let price', 'var price'),
      ...checks(SMALL, NO_VAR),
    });
    for (const where of ['worktree', 'in_place'] as const) {
      const { summary } = await project.fix({ where });
      expect(summary.fixed).toHaveLength(2);
      const range = summary.branch === undefined ? [] : [`main...${summary.branch}`];
      const [added, removed] = project
        .git('diff', '--numstat', ...range)
        .split('\t')
        .map(Number);
      expect(summary.diffstat).toEqual({ files: 1, added, removed });
    }
  });

  it('do not go onto a branch that is elsewhere', async () => {
    const project = makeFixProject();
    project.git('branch', 'tidy');
    project.git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'more', '--allow-empty');
    await expect(project.fix({ where: 'branch', branch: 'tidy' })).rejects.toThrow(
      /branch tidy exists and is not at the current commit.*git switch tidy/,
    );
    project.git('branch', '--force', 'tidy', 'HEAD');
    const { summary } = await project.fix({ where: 'branch', branch: 'tidy' });
    expect(summary).toMatchObject({ branch: 'tidy', fixed: [{ symbol: 'fare' }] });
    expect(project.git('rev-list', '--count', 'main..tidy').trim()).toBe('1');
  });

  it('leave HEAD where it was when there was nothing to fix in the end', async () => {
    const project = makeFixProject({
      'package.json': PACKAGE,
      'zen.js': 'export let zen = 1;\n',
      'test/zen.test.js': "import test from 'node:test';\ntest('zen', () => undefined);\n",
      ...checks("  - {id: licence, kind: regex, files: ['*.js'], config: {require: '^// Licence'}}\n"),
    });
    const { summary } = await project.fix({ where: 'branch' });
    expect(summary.cannotFix).toHaveLength(1);
    expect(project.git('symbolic-ref', '--short', 'HEAD').trim()).toBe('main');
    expect(project.git('branch', '--list', 'agentforge/*')).toBe('');
  });

  it('need a git repository', async () => {
    const project = makeFixProject(FARE_PROJECT, { git: false });
    await expect(project.fix({ where: 'branch' })).rejects.toThrow(
      /not in a git repository.*leave out --commit and --isolate/,
    );
    await expect(project.fix({ where: 'worktree' })).rejects.toThrow(/not in a git repository/);
    expect(project.read('fare.js')).toBe(FARE);
    const { summary } = await project.fix();
    expect(summary.fixed).toMatchObject([{ before: 9, after: 4 }]);
  });
});

describe('fixes in isolation', () => {
  it('leave files, index and HEAD of the user byte for byte as they were', async () => {
    const project = makeFixProject(TWO_FIXES);
    const before = snapshot(project);
    const { summary, told } = await project.fix({ where: 'worktree' });
    expect(snapshot(project)).toEqual(before);
    expect(project.git('status', '--short')).toBe('');
    expect(told.join('\n')).not.toContain('uncommitted');
    const { branch = '' } = summary;
    expect(branch).toMatch(/^agentforge\/fix-\w+$/);
    expect(project.git('rev-list', '--count', `main..${branch}`).trim()).toBe('2');
    expect(project.git('show', `${branch}:fare.js`)).not.toBe(FARE);
    expect(project.git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  });

  it('are where tests find installed packages that git ignores', async () => {
    const project = makeFixProject({
      ...FARE_PROJECT,
      '.gitignore': 'node_modules/\n',
      'test/fare.test.js': `import { expected } from 'tiny-oracle';\n${FARE_TEST}test('oracle', () => assert.equal(fare(70, 2, false, false), expected));\n`,
    });
    project.write(
      'node_modules/tiny-oracle/package.json',
      '{"name":"tiny-oracle","type":"module","main":"index.js"}',
    );
    project.write('node_modules/tiny-oracle/index.js', 'export const expected = 3;\n');
    const before = snapshot(project);
    const { summary } = await project.fix({ where: 'worktree', harness: { sandbox: 'prefer' } });
    expect(summary.fixed).toHaveLength(1);
    expect(summary.tests).toMatchObject({ passed: 4, total: 4 });
    expect(snapshot(project)).toEqual(before);
  });

  it('are what a dirty tree gets, so that nothing is mixed with work that is not committed', async () => {
    const project = makeFixProject(TWO_FIXES);
    project.write('fare.js', `${FARE}// half done\n`);
    project.write('notes.txt', 'mine\n');
    project.git('add', 'notes.txt');
    const before = snapshot(project);
    const { summary, told } = await project.fix();
    expect(told.join('\n')).toContain('uncommitted changes');
    expect(summary.branch).toBeDefined();
    expect(summary.fixed).toHaveLength(2);
    expect(snapshot(project)).toEqual(before);
    expect(project.git('show', `${summary.branch ?? ''}:fare.js`)).not.toContain('half done');
  });

  it('are undone by git, and it is said how: as long as they are on a branch, once merged, and once reverted', async () => {
    const project = makeFixProject(TWO_FIXES);
    const { task, summary } = await project.fix({ where: 'worktree' });
    const { branch = '', fixed } = summary;
    const [first = '', last = ''] = fixed.map(({ commit = '' }) => commit.slice(0, 10));
    const refusal = async (id: string): Promise<string> =>
      undoWork(createHarness({ project: project.root }).runtime, id).then(
        () => 'undone',
        (error: Error) => error.message,
      );
    for (const id of [task, `${task}.1`])
      expect(await refusal(id)).toMatch(new RegExp(`only on the branch ${branch}.*git branch -D ${branch}`));
    project.git('merge', '--quiet', branch);
    project.git('branch', '-D', branch);
    const fixedTree = project.tree();
    expect(await refusal(`${task}.1`)).toContain(`git revert --no-edit ${first}\``);
    const said = await refusal(task);
    expect(said).toContain('part of the current branch by now');
    expect(said).toContain(`\`git revert --no-edit ${first}~..${last}\``);
    expect(project.tree()).toEqual(fixedTree);
    project.git('-c', 'user.name=a', '-c', 'user.email=a@b', 'revert', '--no-edit', `${first}~..${last}`);
    expect(project.read('fare.js')).toBe(FARE);
    expect(await refusal(task)).toContain('merged and reverted already');
  });

  it('have nothing to undo when nobody has their branch any more', async () => {
    const project = makeFixProject();
    const { task, summary } = await project.fix({ where: 'worktree' });
    project.git('branch', '-D', summary.branch ?? '');
    const { runtime } = createHarness({ project: project.root });
    await expect(undoWork(runtime, task)).rejects.toThrow('there is nothing to undo');
  });

  it('leave no worktree behind when there is nothing to fix', async () => {
    const project = makeFixProject({ ...FARE_PROJECT, 'fare.js': 'export const fare = () => 13;\n' });
    const request = {
      what: { top: 1 },
      where: 'worktree',
      project: project.root,
      today: '2030-01-01',
    } as const;
    const { fix } = await planFix({ ...request, harness: { trusted: true, sandbox: 'off' } });
    expect(fix.violations).toEqual([]);
    expect(project.git('worktree', 'list').trim().split('\n')).toHaveLength(1);
  });

  it('are found again by whoever resumes them, and their worktree goes when they are done', async () => {
    const project = makeFixProject(TWO_FIXES);
    const stop = new AbortController();
    const plan = await planFix({
      project: project.root,
      what: 'all',
      where: 'worktree',
      today: '2030-01-01',
      harness: { model: 'planner', trusted: true, sandbox: 'off' },
    });
    const { runtime } = plan.harness;
    const task = await createFix(plan);
    const partial = await runFixTask(plan.harness, project.root, task, {
      signal: stop.signal,
      onEvent: ({ type }) => {
        if (type === 'step-finished') stop.abort();
      },
    });
    expect(partial.status).toBe('waiting');
    expect(partial.open.length).toBeGreaterThan(0);
    const worktree = runtime.workspace.root;
    expect(existsSync(worktree)).toBe(true);
    const harness = await reopenFix(project.root, task, { model: 'planner', trusted: true, sandbox: 'off' });
    expect(harness.runtime.workspace.root).toBe(worktree);
    const summary = await runFixTask(harness, project.root, task, { resume: true });
    expect(summary.fixed).toHaveLength(2);
    expect(existsSync(worktree)).toBe(false);
    expect(project.git('status', '--short')).toBe('');
  });
});

describe('what is chosen', () => {
  it('is the worst that has a recipe, and what is passed over is named with the reason', async () => {
    const project = makeFixProject({
      ...TWO_FIXES,
      ...checks(
        "  - {id: licence, kind: regex, severity: error, files: ['*.js'], config: {require: '^// Licence'}}\n",
        SMALL,
        NO_VAR,
      ),
    });
    const { summary, plan } = await project.fix({ what: { top: 1 } });
    expect(summary.fixed).toMatchObject([{ check: 'small', symbol: 'fare' }]);
    expect(plan.skipped).toMatchObject([
      { violation: { check: 'licence' }, reason: expect.stringContaining('no mechanical change') as string },
      { violation: { check: 'licence' } },
    ]);
    expect(project.read('zen.js')).toContain('var');
  });

  it('is followed by the next worst when it is undone, until as many are fixed as were wanted', async () => {
    const project = makeFixProject(WORST_IS_UNDONE);
    const request = { what: { top: 1 }, where: 'worktree' } as const;
    const calm = await project.fix(request);
    expect(calm.summary).toMatchObject({
      status: 'completed',
      wanted: 1,
      reverted: [{ path: 'ten.js' }],
      fixed: [{ symbol: 'fare' }],
      open: [],
    });
    expect(calm.summary.cannotFix).toEqual([]);
    const said = calm.heard.filter((event) => event.task === calm.task && event.type === 'activity');
    expect(said).toMatchObject([
      { detail: 'recipes for fare' },
      { detail: 'one was not fixed, so the next worst: fare' },
    ]);
  });

  it('is followed by the next worst when it is resumed, too', async () => {
    const project = makeFixProject(WORST_IS_UNDONE);
    const options = { model: 'planner', trusted: true, sandbox: 'off' } as const;
    const stop = new AbortController();
    const plan = await planFix({
      project: project.root,
      what: { top: 1 },
      where: 'worktree',
      today: '2030-01-01',
      harness: options,
    });
    const task = await createFix(plan);
    const partial = await runFixTask(plan.harness, project.root, task, {
      signal: stop.signal,
      onEvent: ({ type }) => {
        if (type === 'child-finished') stop.abort();
      },
    });
    expect(partial).toMatchObject({ status: 'waiting', fixed: [], reverted: [{ path: 'ten.js' }] });
    const harness = await reopenFix(project.root, task, options);
    const summary = await runFixTask(harness, project.root, task, { resume: true });
    expect(summary).toMatchObject({ status: 'completed', fixed: [{ symbol: 'fare' }] });
  });

  it('is given up after three tries for each that was wanted', async () => {
    const tens = ['a', 'b', 'c'].flatMap((name): [string, string][] => [
      [`${name}.js`, TEN],
      [`test/${name}.test.js`, TEN_TEST.replace('../ten.js', `../${name}.js`)],
    ]);
    const project = makeFixProject({
      ...FARE_PROJECT,
      ...Object.fromEntries(tens),
      ...checks(
        SMALL,
        NO_TEN.replace("'ten.js'", "'*.js'").replace('kind: regex', 'kind: regex, severity: error'),
      ),
    });
    const { summary } = await project.fix({ what: { top: 1 } });
    expect(summary.fixed).toEqual([]);
    expect(summary.reverted.map((one) => one.path)).toEqual(['a.js', 'b.js', 'c.js']);
    expect(project.read('fare.js')).toBe(FARE);
  });

  it('is named once where it is passed over, however many checks it fails', async () => {
    const cases = Array.from(
      { length: 20 },
      (_, index) => `    case ${index}:\n      a.f${index}();\n      break;\n`,
    );
    const project = makeFixProject({
      'package.json': PACKAGE,
      'wide.js': `export function wide(a, b) {\n  switch (b) {\n${cases.join('')}  }\n}\n`,
      ...checks(SMALL, SMALL.replace('small', 'smaller').replace('max: 4', 'max: 3')),
    });
    const { skipped } = await planFix({
      project: project.root,
      what: { top: 1 },
      where: 'in_place',
      withoutTests: true,
      today: '2030-01-01',
    });
    expect(skipped.map(({ violation }) => violation.symbol)).toEqual(['wide']);
  });

  it('are refused where not one test passes, with the last words of the tests and no worktree left', async () => {
    const project = makeFixProject({
      ...FARE_PROJECT,
      'test/fare.test.js': "import 'a-package-nobody-has';\n",
    });
    await expect(project.fix({ where: 'worktree' })).rejects.toThrow(
      /No test passes before anything is changed[^]*a-package-nobody-has[^]*--no-tests/,
    );
    expect(project.git('worktree', 'list').trim().split('\n')).toHaveLength(1);
    // What was seen once is no reason to go on the second time.
    for (let time = 0; time < 2; time++)
      await expect(project.fix({ where: 'in_place' })).rejects.toThrow(/No test passes/);
    const { summary } = await project.fix({ withoutTests: true });
    expect(summary.fixed).toHaveLength(1);
  });

  it('can be named by id, and an unknown id is refused', async () => {
    const project = makeFixProject(TWO_FIXES);
    await expect(project.fix({ what: { ids: ['V-0000000000'] } })).rejects.toThrow(
      /no open violation V-0000000000/,
    );
    const all = await project.fix({ what: { top: 9 }, where: 'worktree' });
    const id = all.summary.fixed.find(({ check }) => check === 'no-var')?.id ?? '';
    const { summary } = await project.fix({ what: { ids: [id] } });
    expect(summary.fixed.map((one) => one.id)).toEqual([id]);
    expect(project.read('fare.js')).toBe(FARE);
  });

  it('does not take what is exempt in the same file for what a step brought', async () => {
    const project = makeFixProject({
      ...FARE_PROJECT,
      'fare.js': `${FARE}export var zone = 1;\n`,
      ...checks(SMALL, NO_VAR),
      '.agentforge/exemptions.yaml':
        'exemptions: [{check: no-var, path: fare.js, reason: history, owner: ann, expires: 2030-06-30}]\n',
    });
    const { summary } = await project.fix({});
    expect(summary.fixed.map(({ check }) => check)).toEqual(['small']);
    expect(project.read('fare.js')).toContain('export var zone = 1;');
  });

  it('leaves out what is exempt today', async () => {
    const project = makeFixProject({
      ...TWO_FIXES,
      '.agentforge/exemptions.yaml':
        'exemptions: [{check: no-var, path: zen.js, reason: history, owner: ann, expires: 2030-06-30}]\n',
    });
    expect((await project.fix({ where: 'worktree' })).summary.fixed.map(({ check }) => check)).toEqual([
      'small',
    ]);
    const later = await project.fix({ where: 'worktree', today: '2030-07-01' });
    expect(later.summary.fixed.map(({ check }) => check).sort()).toEqual(['no-var', 'small']);
  });
});

describe('a project without tests', () => {
  const { 'test/fare.test.js': _, ...bare } = FARE_PROJECT;
  const files = { ...bare, 'package.json': '{"name":"tiny","type":"module"}\n' };

  it('is not touched, and it is said what to do', async () => {
    const project = makeFixProject(files);
    await expect(project.fix()).rejects.toThrow(/No tests were found.*--no-tests/);
    expect(existsSync(path.join(project.root, '.agentforge/tasks'))).toBe(false);
    expect(project.git('status', '--short')).toBe('');
  });

  it('is fixed by its checks alone when that is wanted', async () => {
    const project = makeFixProject(files);
    const { summary } = await project.fix({ withoutTests: true });
    expect(summary.fixed).toMatchObject([{ before: 9, after: 4 }]);
    expect(summary.tests).toBeNull();
  });
});

describe('state that the harness keeps', () => {
  it('stays out of git, in the project as in its worktree', async () => {
    const project = makeFixProject();
    await project.fix({ where: 'worktree' });
    expect(readdirSync(path.join(project.root, '.agentforge')).sort()).toContain('tasks');
    expect(project.git('status', '--short', '--untracked-files=all')).toBe('');
    mkdirSync(path.join(project.root, '.agentforge/checks'), { recursive: true });
    writeFileSync(path.join(project.root, '.agentforge/checks/more.yaml'), 'checks: []\n');
    expect(project.git('status', '--short')).toBe('?? .agentforge/checks/more.yaml\n');
  });
});
