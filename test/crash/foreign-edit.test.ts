// What someone else changed between a crash and the resume is never overwritten, and what was recorded is never done twice.
import { readFileSync, rmSync, symlinkSync, writeFileSync, mkdirSync, existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { TaskResult } from '../../src/app/index.js';
import { nodeDisk, type Disk } from '../../src/platform/index.js';
import { makeFolder, removeFolders } from '../store/folders.js';
import { interceptDisk } from '../store/intercept-disk.js';
import { compare } from './power-cut.js';
import {
  makeProject,
  openSmallTask,
  readProject,
  resumeToEnd,
  runSmallTask,
  runUndisturbed,
  SMALL_SPEC,
  withoutSync,
} from './small-task.js';

afterAll(removeFolders);

class Killed extends Error {}

/** Kills the process right before, or right after, a project file is put in place for the n-th time. */
function killAtRename(when: 'before' | 'after', count: number, base: Disk = withoutSync): Disk {
  let renames = 0;
  let isDead = false;
  return interceptDisk(base, ({ name, file, proceed }) => {
    const isLast = name === 'rename' && file.includes('/.agentforge-') && ++renames === count;
    isDead ||= isLast && when === 'before';
    if (isDead) throw new Killed();
    isDead = isLast;
    return proceed();
  });
}

async function crashBeforeRename(count: number): Promise<{ root: string; task: string }> {
  const root = makeProject();
  const harness = openSmallTask({ root, disk: killAtRename('before', count) });
  await expect(runSmallTask(harness)).rejects.toThrow(Killed);
  const [task = ''] = await openSmallTask({ root }).runtime.store.list();
  return { root, task };
}

async function resume(root: string, task: string): Promise<TaskResult> {
  return openSmallTask({ root, seed: 'resumed' }).runTask(task, { resume: true, takeOver: true }).result;
}

/** Which file is put in place how often before: the bad edit, its undoing, then two files at once. */
const SECOND_OF_TWO_FILES = 4;

describe('a project file that someone changed between crash and resume', () => {
  test('keeps their bytes, and the task asks what to do', async () => {
    const { root, task } = await crashBeforeRename(1);
    writeFileSync(path.join(root, 'sum.txt'), 'mine now\n');
    const result = await resume(root, task);
    expect(result).toMatchObject({ status: 'parked', question: { reason: 'file_changed' } });
    expect(result.question?.text).toContain('sum.txt');
    expect(readFileSync(path.join(root, 'sum.txt'), 'utf8')).toBe('mine now\n');
    expect(Object.keys(readProject(root)).filter((file) => file.endsWith('.tmp'))).toEqual([]);
  });

  test('keeps their bytes when it is one of several and another was written before the crash', async () => {
    const { root, task } = await crashBeforeRename(SECOND_OF_TWO_FILES);
    expect(readProject(root)).toMatchObject({
      'sum.txt': 'sum = a + b\nrest = 1\n',
      'label.txt': 'label = wrong\n',
    });
    writeFileSync(path.join(root, 'label.txt'), 'mine now\n');
    const result = await resume(root, task);
    expect(result).toMatchObject({
      status: 'parked',
      question: { reason: 'file_changed' },
      filesChanged: ['sum.txt'],
    });
    expect(readProject(root)).toEqual({
      'label.txt': 'mine now\n',
      'lib/kept.txt': 'kept\n',
      'sum.txt': 'sum = a + b\nrest = 1\n',
    });
  });

  test('keeps their bytes when what was to be taken back is no longer there as the task had left it', async () => {
    const { root, task } = await crashBeforeRename(2);
    expect(readProject(root)['sum.txt']).toContain('BROKEN');
    writeFileSync(path.join(root, 'sum.txt'), 'BROKEN, but by me\n');
    expect(await resume(root, task)).toMatchObject({
      status: 'parked',
      question: { reason: 'file_changed' },
    });
    expect(readFileSync(path.join(root, 'sum.txt'), 'utf8')).toBe('BROKEN, but by me\n');
  });

  test('that was removed stays removed', async () => {
    const { root, task } = await crashBeforeRename(1);
    rmSync(path.join(root, 'sum.txt'));
    expect(await resume(root, task)).toMatchObject({
      status: 'parked',
      question: { reason: 'file_changed' },
    });
    expect(existsSync(path.join(root, 'sum.txt'))).toBe(false);
  });

  test('that became a folder, or a link out of the project, is left alone', async () => {
    const outside = makeFolder('outside');
    writeFileSync(path.join(outside, 'sum.txt'), 'sum = a - b\nrest = 1\n');
    const plants: ((file: string) => void)[] = [
      (file) => mkdirSync(file),
      (file) => symlinkSync(path.join(outside, 'sum.txt'), file),
    ];
    for (const plant of plants) {
      const { root, task } = await crashBeforeRename(1);
      rmSync(path.join(root, 'sum.txt'));
      plant(path.join(root, 'sum.txt'));
      expect(await resume(root, task)).toMatchObject({
        status: 'parked',
        question: { reason: 'file_changed' },
      });
      expect(readFileSync(path.join(outside, 'sum.txt'), 'utf8')).toBe('sum = a - b\nrest = 1\n');
    }
  });

  test('goes on from what is there once a person has said so', async () => {
    const { root, task } = await crashBeforeRename(1);
    writeFileSync(path.join(root, 'sum.txt'), 'sum = a - b\nrest = 2\n');
    expect(await resume(root, task)).toMatchObject({ status: 'parked' });
    const harness = openSmallTask({ root, seed: 'answered' });
    await harness.runtime.store.postControl(task, { type: 'answer', text: 'yes, go on' });
    expect(await harness.runTask(task, { resume: true, takeOver: true }).result).toMatchObject({
      status: 'completed',
    });
    expect(readProject(root)).toMatchObject({ 'sum.txt': 'sum = a + b\nrest = 2\n' });
  });
});

describe('the record that an edit begins', () => {
  /** Keeps back the record until the next one is written, as if it were not written before the edit. */
  function withholdActStarted(): Disk {
    let withheld = '';
    return {
      ...withoutSync,
      append: (file, data) => {
        const text = String(data);
        if (text.includes('"type":"act-started"')) withheld += text;
        else {
          nodeDisk.append(file, withheld + text);
          withheld = '';
        }
      },
    };
  }

  async function crashAfterFirstFile(disk: Disk): Promise<{ root: string; task: string }> {
    const root = makeProject();
    const harness = openSmallTask({ root, disk: killAtRename('after', 1, disk) });
    const task = await harness.createTask(SMALL_SPEC);
    await expect(harness.runTask(task).result).rejects.toThrow(Killed);
    return { root, task };
  }

  test('is what a resume needs: without it on disk before the edit, the task ends differently', async () => {
    const expected = await runUndisturbed();
    const recorded = await crashAfterFirstFile(withoutSync);
    expect(compare(expected, await resumeToEnd({ root: recorded.root }, recorded.task))).toBeUndefined();
    const unrecorded = await crashAfterFirstFile(withholdActStarted());
    const ending = resumeToEnd({ root: unrecorded.root }, unrecorded.task).then((found) =>
      compare(expected, found),
    );
    expect(await ending.catch((error: unknown) => String(error))).toBeDefined();
  });
});
