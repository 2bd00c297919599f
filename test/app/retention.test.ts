import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectGarbage, createHarness, createScriptModel, undoTask } from '../../src/app/index.js';
import { createSimulatedClock } from '../../src/platform/index.js';
import { makeSpec } from '../support/run-script.js';
import { todoCheck } from '../support/count-check.js';
import { makeTempProject } from '../support/walled-project.js';

const DAY_MS = 86_400_000;

describe('retention', () => {
  it('removes ended tasks after their time, and of the others what no record names', async () => {
    const project = makeTempProject({ 'work.txt': 'TODO\n' });
    const clock = createSimulatedClock();
    const model = createScriptModel([
      { action: 'read', parameters: { items: [{ path: 'work.txt' }] } },
      { action: 'search_code', parameters: { pattern: 'TODO' } },
      { action: 'write_file', parameters: { path: 'work.txt', text: 'done\n' } },
    ]);
    const harness = createHarness({
      project: project.root,
      model,
      clock,
      checks: [todoCheck],
      environment: {},
      sandbox: 'off',
    });
    const [ended, open] = [await harness.createTask(makeSpec()), await harness.createTask(makeSpec())];
    await harness.runTask(open, { maxSteps: 1 }).result;
    expect(await harness.runTask(ended).result).toMatchObject({ status: 'completed' });
    await harness.runtime.store.putBlob(ended, 'nobody names this');
    const folder = (task: string, name: string): string[] =>
      readdirSync(path.join(project.root, '.agentforge/tasks', task, 'artifacts', name));

    const steps = new Set(folder(ended, 'steps').map((name) => name.split('.')[0]));
    const first = await collectGarbage(harness.runtime, { days: 30, steps: 2 });
    expect(first.tasksRemoved).toEqual([]);
    expect(first.filesRemoved).toBeGreaterThan(0);
    expect(new Set(folder(ended, 'steps').map((name) => name.split('.')[0])).size).toBe(2);
    expect(steps.size).toBeGreaterThan(2);
    // What is needed to undo is still there.
    expect(await undoTask(harness.runtime, ended)).toEqual(['work.txt']);
    expect(project.read('work.txt')).toBe('TODO\n');

    clock.advance(31 * DAY_MS);
    const second = await collectGarbage(harness.runtime, { days: 30, steps: 500 });
    expect(second.tasksRemoved).toEqual([ended]);
    expect(await harness.runtime.store.list()).toEqual([open]);
  });
});
