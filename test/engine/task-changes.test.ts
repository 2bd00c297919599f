import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  commitTask,
  createHarness,
  createScriptModel,
  diffTask,
  undoTask,
  type Harness,
} from '../../src/app/index.js';
import { loadState } from '../../src/engine/index.js';
import type { TaskState } from '../../src/schema/index.js';
import { makeSpec } from '../support/run-script.js';
import { todoCheck } from '../support/count-check.js';
import { commitAll, makeTempProject, type TempProject } from '../support/walled-project.js';

const EDITS = [
  { action: 'write_file', path: 'work.txt', text: 'done\n' },
  { action: 'edit_file', path: 'src/code.js', old: 'one', new: 'two' },
  { action: 'write_file', path: 'new/deep/file.txt', text: 'new\n' },
];
const BEFORE = { 'work.txt': 'TODO\n', 'src/code.js': 'one\r\nend', 'kept.txt': 'kept\n' };

interface Done {
  readonly project: TempProject;
  readonly harness: Harness;
  readonly task: string;
  readonly state: () => Promise<TaskState>;
  readonly git: (...args: string[]) => string;
}

async function completeTask(): Promise<Done> {
  const project = makeTempProject(BEFORE);
  commitAll(project.root);
  const model = createScriptModel([
    { action: 'read', parameters: { items: [{ path: 'work.txt' }] } },
    { action: 'apply_edits', parameters: { edits: EDITS } },
  ]);
  const harness = createHarness({
    project: project.root,
    model,
    checks: [todoCheck],
    environment: {},
    sandbox: 'off',
  });
  const task = await harness.createTask(makeSpec());
  expect(await harness.runTask(task).result).toMatchObject({ status: 'completed' });
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: project.root, encoding: 'utf8' });
  return { project, harness, task, git, state: () => loadState(harness.runtime, task) };
}

describe('undo', () => {
  it('gives every file the bytes it had, removes what was new, and can be said twice', async () => {
    const { project, harness, task, state } = await completeTask();
    expect(await undoTask(harness.runtime, task)).toEqual(['work.txt', 'src/code.js', 'new/deep/file.txt']);
    for (const [file, text] of Object.entries(BEFORE)) expect(project.read(file)).toBe(text);
    expect(() => project.read('new/deep/file.txt')).toThrow(/ENOENT/);
    expect((await state()).files).toEqual({});
    expect(await undoTask(harness.runtime, task)).toEqual([]);
    const undone = (await harness.runtime.store.events(task)).filter(({ type }) => type === 'undone');
    expect(undone).toMatchObject([{ by: 'person' }]);
    expect((await state()).recent.at(-1)?.summary).toBe('a person undid every change of this task');
  });

  it('touches nothing when someone changed one of the files since', async () => {
    const { project, harness, task } = await completeTask();
    project.write('src/code.js', 'mine now\n');
    await expect(undoTask(harness.runtime, task)).rejects.toMatchObject({
      code: 'file_changed',
      message: expect.stringMatching(/src\/code\.js.*Nothing was undone/) as string,
    });
    expect([
      project.read('work.txt'),
      project.read('src/code.js'),
      project.read('new/deep/file.txt'),
    ]).toEqual(['done\n', 'mine now\n', 'new\n']);
  });

  it('goes on where an undo that was killed had stopped', async () => {
    const { project, harness, task, state } = await completeTask();
    // As after a crash: one file is back already, nothing is recorded yet.
    project.write('work.txt', BEFORE['work.txt']);
    expect(await undoTask(harness.runtime, task)).toContain('work.txt');
    expect(project.read('src/code.js')).toBe(BEFORE['src/code.js']);
    expect((await state()).files).toEqual({});
  });
});

describe('the diff of a task', () => {
  it('shows what it changed against what it found, and nothing after it was undone', async () => {
    const { harness, task, state } = await completeTask();
    const diff = await diffTask(harness.runtime, await state());
    expect(diff).toContain('-TODO\n+done\n');
    expect(diff).toContain('new/deep/file.txt');
    expect(diff).not.toContain('kept');
    await undoTask(harness.runtime, task);
    expect(await diffTask(harness.runtime, await state())).toBe('');
  });
});

describe('a commit of a task', () => {
  it('is the same commit however often it is made, and holds only what the task changed', async () => {
    const { project, harness, task, state, git } = await completeTask();
    project.write('kept.txt', 'changed by a person\n');
    const statusBefore = git('status', '--porcelain');
    const first = await commitTask(harness.runtime, await state(), 'fixes');
    git('branch', '-D', 'fixes');
    expect(await commitTask(harness.runtime, await state(), 'fixes')).toBe(first);
    expect(await commitTask(harness.runtime, await state(), 'fixes')).toBe(first);
    expect(git('show', '--name-only', '--format=', 'fixes').trim().split('\n').sort()).toEqual([
      'new/deep/file.txt',
      'src/code.js',
      'work.txt',
    ]);
    expect(git('show', 'fixes:src/code.js')).toBe('two\r\nend');
    expect(git('log', '-1', '--format=%B', 'fixes')).toContain(`Task: ${task}`);
    expect(git('status', '--porcelain')).toBe(statusBefore);
    expect(git('branch', '--show-current').trim()).toBe('main');
    expect(git('rev-parse', 'fixes^').trim()).toBe(git('rev-parse', 'main').trim());
  });

  it('is refused for a task that is not completed, and for a branch name git does not take', async () => {
    const { harness, state } = await completeTask();
    await expect(commitTask(harness.runtime, await state(), 'a..b')).rejects.toMatchObject({
      name: 'AgentForgeError',
    });
    const other = createHarness({
      project: harness.runtime.workspace.root,
      checks: [todoCheck],
      sandbox: 'off',
    });
    const open = await other.createTask(makeSpec());
    await expect(commitTask(other.runtime, await loadState(other.runtime, open), 'b')).rejects.toThrow(
      /not completed; only verified work/,
    );
  });

  it('needs a repository, and says so', async () => {
    const project = makeTempProject({ 'work.txt': 'TODO\n' });
    const model = createScriptModel([
      { action: 'plan', parameters: { steps: ['x'] } },
      { action: 'write_file', parameters: { path: 'work.txt', text: '' } },
    ]);
    const harness = createHarness({
      project: project.root,
      model,
      checks: [todoCheck],
      environment: {},
      sandbox: 'off',
    });
    const task = await harness.createTask(
      makeSpec({ inputs: { target_files: [{ path: 'work.txt', status: 'to_modify' }] } }),
    );
    await harness.runTask(task).result;
    const state = await loadState(harness.runtime, task);
    expect(state.status).toBe('completed');
    await expect(commitTask(harness.runtime, state, 'b')).rejects.toThrow(/not in a git repository/);
    expect(path.isAbsolute(project.root)).toBe(true);
  });
});
