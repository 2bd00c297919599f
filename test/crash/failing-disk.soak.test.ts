// The same as failing-disk.test.ts, at every single call.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFolders } from '../store/folders.js';
import { countCalls, disturb } from './disturb.js';
import { runUndisturbed, type Ending } from './small-task.js';

describe('a disk that fails at every single call', () => {
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
    { code: 'EIO', forGood: true },
  ] as const)('with $code (for good: $forGood) leaves a task that ends the same', async (how) => {
    const total = await countCalls(how);
    for (let count = 1; count <= total; count++) {
      expect(await disturb({ count, how, expected }), `call ${count} of ${total}`).toEqual([]);
    }
  });
});
