import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { abortTask, createFix, deliver, planFix, runFixTask, undoWork } from '../../src/app/index.js';
import type { FixRequest, Harness } from '../../src/app/index.js';
import { loadState } from '../../src/engine/index.js';
import { summarizeFix } from '../../src/flows/index.js';
import { FARE, makeFixProject, type FixProject } from '../support/fix-project.js';
import { allowSlowFixes, TWO_FIXES } from '../support/fix-tests.js';

allowSlowFixes();

interface Stopped {
  readonly project: FixProject;
  readonly task: string;
  readonly harness: Harness;
}

/** Stopped while the tests run after an edit: the edit is on disk, and its step is not finished. */
async function stopMidway(where: FixRequest['where'], edits = 1): Promise<Stopped> {
  const project = makeFixProject();
  process.env['XDG_CACHE_HOME'] = `${project.outside}/cache`;
  const plan = await planFix({
    ...{ project: project.root, what: 'all', today: '2030-01-01', where },
    harness: { model: 'planner', trusted: true, sandbox: 'off', environment: {} },
  });
  const task = await createFix(plan);
  const stop = new AbortController();
  let started = 0;
  await runFixTask(plan.harness, project.root, task, {
    signal: stop.signal,
    onEvent: ({ type }) => {
      if (type === 'act-started') started++;
      if (type === 'command-started' && started === edits) stop.abort();
    },
  });
  const { open } = await loadState(plan.harness.runtime, `${task}.1`);
  expect(open?.act?.kind).toBe('apply');
  return { project, task, harness: plan.harness };
}

describe('a fix that was stopped in the middle of an edit', () => {
  it('leaves nothing of that edit when it is aborted', async () => {
    const { project, task, harness } = await stopMidway('in_place');
    expect(project.read('fare.js')).not.toBe(FARE);
    expect(await abortTask(project.root, task, 'enough')).toEqual({
      delivered: 'taken',
      takenBack: ['fare.js'],
    });
    expect(project.read('fare.js')).toBe(FARE);
    expect(await loadState(harness.runtime, task)).toMatchObject({ status: 'aborted', ending: 'enough' });
    const child = await loadState(harness.runtime, `${task}.1`);
    expect(child.open).toBeUndefined();
    expect(child.status).toBe('aborted');
    await expect(runFixTask(harness, project.root, task, { resume: true })).rejects.toThrow(
      `Task ${task} is aborted; there is nothing to resume.`,
    );
    expect(project.read('fare.js')).toBe(FARE);
  });

  it('is summed up with the files of that edit', async () => {
    const { task, harness } = await stopMidway('in_place');
    expect(await summarizeFix(harness.runtime, task)).toMatchObject({ unfinished: ['fare.js'], fixed: [] });
  });

  it('says nothing of what can be fixed when it was stopped while looking for a way', async () => {
    const project = makeFixProject();
    process.env['XDG_CACHE_HOME'] = `${project.outside}/cache`;
    const plan = await planFix({
      ...{ project: project.root, what: 'all', today: '2030-01-01', where: 'in_place' },
      harness: { model: 'planner', trusted: true, sandbox: 'off', environment: {} },
    });
    const task = await createFix(plan);
    const stop = new AbortController();
    const stopped = await runFixTask(plan.harness, project.root, task, {
      signal: stop.signal,
      onEvent: (event) => {
        if (event.type === 'activity' && event.detail.startsWith('recipes for')) stop.abort();
      },
    });
    expect(stopped.cannotFix).toEqual([]);
    const summary = await runFixTask(plan.harness, project.root, task, { resume: true });
    expect(summary.fixed.map(({ path }) => path)).toContain('fare.js');
  });

  it('keeps what was finished before, until it is undone', async () => {
    const { project, task, harness } = await stopMidway('in_place', 2);
    await abortTask(project.root, task, 'enough');
    const kept = project.read('fare.js');
    expect(kept).not.toBe(FARE);
    expect(await undoWork(harness.runtime, task)).toEqual({ undone: ['fare.js'], left: [] });
    expect(project.read('fare.js')).toBe(FARE);
  });

  it('is undone without being resumed, and goes on afterwards', async () => {
    const { project, task, harness } = await stopMidway('in_place', 2);
    expect(await undoWork(harness.runtime, task)).toEqual({ undone: ['fare.js'], left: [] });
    expect(project.read('fare.js')).toBe(FARE);
    const summary = await runFixTask(harness, project.root, task, { resume: true });
    expect(summary.status).toBe('completed');
  });

  it('is undone even where it was aborted without taking that edit back, and stays aborted', async () => {
    const { project, task, harness } = await stopMidway('in_place');
    await deliver(harness.runtime, `${task}.1`, { type: 'abort', reason: 'enough' });
    expect(project.read('fare.js')).not.toBe(FARE);
    expect(await undoWork(harness.runtime, `${task}.1`)).toEqual({ undone: ['fare.js'], left: [] });
    expect(project.read('fare.js')).toBe(FARE);
    expect(await loadState(harness.runtime, `${task}.1`)).toMatchObject({
      status: 'aborted',
      ending: 'enough',
    });
  });

  it('leaves a file that somebody changed meanwhile, and says so', async () => {
    const { project, task } = await stopMidway('in_place');
    project.write('fare.js', '// mine\n');
    expect(await abortTask(project.root, task, 'enough')).toEqual({
      delivered: 'taken',
      takenBack: [],
      left: expect.stringContaining('fare.js was changed by someone else') as string,
    });
    expect(project.read('fare.js')).toBe('// mine\n');
  });

  it('takes its worktree along', async () => {
    const { project, task, harness } = await stopMidway('worktree');
    const { root } = harness.runtime.workspace;
    expect(existsSync(root)).toBe(true);
    expect(await abortTask(project.root, task, 'enough')).toEqual({ delivered: 'taken', takenBack: [] });
    expect(existsSync(root)).toBe(false);
    expect(project.read('fare.js')).toBe(FARE);
  });

  it('says on which branch is what was fixed before, where undo has nothing to say', async () => {
    const project = makeFixProject(TWO_FIXES);
    process.env['XDG_CACHE_HOME'] = `${project.outside}/cache`;
    const plan = await planFix({
      ...{ project: project.root, what: 'all', today: '2030-01-01', where: 'worktree' },
      harness: { model: 'planner', trusted: true, sandbox: 'off', environment: {} },
    });
    const task = await createFix(plan);
    const stop = new AbortController();
    await runFixTask(plan.harness, project.root, task, {
      signal: stop.signal,
      onEvent: ({ type }) => {
        if (type === 'child-finished') stop.abort();
      },
    });
    const { branch = '' } = await abortTask(project.root, task, 'enough');
    expect(project.git('rev-list', '--count', `main..${branch}`).trim()).toBe('1');
    expect(existsSync(plan.harness.runtime.workspace.root)).toBe(false);
  });

  it('is clean in its worktree when only that one fix is aborted', async () => {
    const { project, task, harness } = await stopMidway('worktree');
    const { workspace } = harness.runtime;
    expect(await abortTask(project.root, `${task}.1`, 'not this one')).toEqual({
      delivered: 'taken',
      takenBack: ['fare.js'],
      worktree: workspace.root,
    });
    expect(workspace.read('fare.js')).toMatchObject({ ok: true, text: FARE });
    const summary = await runFixTask(harness, project.root, task, { resume: true });
    expect(summary).toMatchObject({ cannotFix: [], open: [{ path: 'fare.js' }] });
  });
});
