// Opening a task whose checkpoint was made by another version.
import { afterAll, expect, test } from 'vitest';
import { FOLD_VERSION } from '../../src/engine/index.js';
import { removeFolders } from '../store/folders.js';
import { makeProject, openSmallTask, SMALL_SPEC } from './small-task.js';

afterAll(removeFolders);

test('a checkpoint whose state has another shape is folded anew, not fatal', async () => {
  const root = makeProject();
  const harness = openSmallTask({ root });
  const task = await harness.createTask(SMALL_SPEC);
  const { writer } = await harness.runtime.store.acquire(task, FOLD_VERSION);
  await writer.saveCheckpoint(FOLD_VERSION, { shape: 'of another version' });
  await writer.release();
  await expect(harness.runTask(task).result).resolves.toMatchObject({ status: 'completed' });
});

test('a session that cannot be opened gives the lease of the task back', async () => {
  const root = makeProject();
  const harness = openSmallTask({ root });
  const task = await harness.createTask(SMALL_SPEC);
  const { writer } = await harness.runtime.store.acquire(task, FOLD_VERSION);
  await writer.saveCheckpoint(FOLD_VERSION, { shape: 'of another version' });
  await writer.release();
  await harness.runTask(task).result.catch(() => undefined);
  expect(await harness.runtime.store.isHeld(task)).toBe(false);
});
