// What other processes want of a task is taken in exactly once, whenever this one dies.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeDisk, randomIds, systemClock } from '../../src/platform/index.js';
import type { ControlMessage, EventType, TaskState } from '../../src/schema/index.js';
import { FileStateStore } from '../../src/store/index.js';
import { openScript, type ScriptedRun } from '../support/run-script.js';
import { makeProject } from '../support/temp-project.js';

const FILES = { 'work.txt': 'TODO\n', 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' };

async function openOnDisk(): Promise<ScriptedRun> {
  const root = makeProject(FILES);
  const folder = path.join(root, '.agentforge', 'tasks');
  const disk = { ...nodeDisk, sync: () => undefined, syncDirectory: () => undefined };
  return openScript({
    root,
    store: new FileStateStore({ disk, clock: systemClock, ids: randomIds, folder }),
    spec: { limits: { steps: 2 } },
    script: [
      { action: 'ask', parameters: { question: 'Which one?' } },
      ...['a', 'b', 'c'].map((name) => ({
        action: 'read',
        parameters: { items: [{ path: `${name}.txt` }] },
      })),
    ],
  });
}

/** Posts a message, lets it be taken in, and puts it back as if the process had died before removing it. */
async function takeTwice(run: ScriptedRun, message: ControlMessage): Promise<TaskState> {
  const folder = path.join(run.root, '.agentforge', 'tasks', run.task, 'control');
  await run.harness.runtime.store.postControl(run.task, message);
  const [name = ''] = readdirSync(folder);
  const content = readFileSync(path.join(folder, name));
  await run.runOn({ maxSteps: 0 });
  await run.runOn({ maxSteps: 1 });
  expect(existsSync(path.join(folder, name))).toBe(false);
  writeFileSync(path.join(folder, name), content);
  const state = await run.runOn({ maxSteps: 1 });
  expect(existsSync(path.join(folder, name))).toBe(false);
  return state;
}

describe('a message that was left behind by a crash is not taken in twice:', () => {
  test.each<[ControlMessage, EventType]>([
    [{ type: 'answer', text: 'The first one.' }, 'answered'],
    [{ type: 'tell', text: 'Take care.' }, 'told'],
    [{ type: 'pause' }, 'parked'],
    [{ type: 'abort', reason: 'never mind' }, 'aborted'],
    [{ type: 'top-up', limits: { steps: 5 } }, 'limits-raised'],
  ])('%o', async (message, type) => {
    const run = await openOnDisk();
    await run.runOn({ maxSteps: 1 });
    const state = await takeTwice(run, message);
    expect(await run.eventsOf(type)).toHaveLength(1);
    expect(state.controls).toHaveLength(1);
  });
});

describe('a message', () => {
  test('answers the question and lets the task go on', async () => {
    const run = await openOnDisk();
    expect((await run.runOn({})).question?.text).toBe('Which one?');
    await run.harness.runtime.store.postControl(run.task, { type: 'answer', text: 'The first one.' });
    const state = await run.runOn({ maxSteps: 1 });
    expect(state.answers).toEqual([{ question: 'Which one?', text: 'The first one.', step: 1 }]);
    expect(state.recent.at(-1)?.action).toBe('read');
  });

  test('that answers nothing is something told', async () => {
    const run = await openOnDisk();
    await run.harness.runtime.store.postControl(run.task, { type: 'answer', text: 'by the way' });
    const state = await run.runOn({ maxSteps: 1 });
    expect(state.told.map(({ text }) => text)).toEqual(['by the way']);
  });

  test('pauses until it is resumed', async () => {
    const run = await openOnDisk();
    await run.harness.runtime.store.postControl(run.task, { type: 'pause' });
    expect((await run.runOn({})).status).toBe('parked');
    expect(run.asked).toHaveLength(0);
    await run.runOn({ resume: true, maxSteps: 1 });
    expect(run.asked).toHaveLength(1);
  });

  test('aborts for good', async () => {
    const run = await openOnDisk();
    await run.harness.runtime.store.postControl(run.task, { type: 'abort', reason: 'never mind' });
    expect(await run.runOn({})).toMatchObject({ status: 'aborted', ending: 'never mind' });
    await expect(run.runOn()).rejects.toThrow('is aborted; there is nothing to resume.');
  });

  test('is dropped when the task has ended', async () => {
    const run = await openOnDisk();
    const { store } = run.harness.runtime;
    await store.postControl(run.task, { type: 'abort', reason: 'never mind' });
    await store.postControl(run.task, { type: 'tell', text: 'too late' });
    expect(await run.runOn({})).toMatchObject({ status: 'aborted', told: [] });
  });
});
