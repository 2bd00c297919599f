// A full or broken disk at any call stops a task with one clear sentence; on a healthy disk it goes on to the same end.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFolders } from '../store/folders.js';
import { countCalls, disturb } from './disturb.js';
import { runUndisturbed, type Ending } from './small-task.js';

const SAMPLED = 18;

describe('a disk that fails', () => {
  let expected: Ending;

  beforeAll(async () => {
    const { task: _, ...ending } = await runUndisturbed();
    expected = ending;
  }, 60_000);
  afterAll(removeFolders);

  test.each([
    { code: 'ENOSPC', forGood: false },
    { code: 'ENOSPC', forGood: true },
    { code: 'EIO', forGood: false },
  ] as const)(
    'with $code (for good: $forGood) at any call leaves a task that ends the same',
    { timeout: 120_000 },
    async (how) => {
      const total = await countCalls(how);
      expect(total).toBeGreaterThan(100);
      const step = Math.max(1, total / SAMPLED);
      for (let index = 0; index * step < total; index++) {
        const count = 1 + Math.floor(index * step);
        expect(await disturb({ count, how, expected }), `call ${count} of ${total}`).toEqual([]);
      }
    },
  );
});
