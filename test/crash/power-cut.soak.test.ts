// The same as power-cut.test.ts, at every operation and for many more choices of what survives.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFolders } from '../store/folders.js';
import { traceHistory } from './durability.js';
import { cutBare, findProblems, listCuts, recordTask, type RecordedTask } from './power-cut.js';

describe('a power cut at every single operation', () => {
  let run: RecordedTask;

  beforeAll(async () => {
    run = await recordTask();
  }, 60_000);
  afterAll(removeFolders);

  test('leaves a task that ends the same, whatever unsynced operation is lost, alone kept or torn', async () => {
    const history = traceHistory(run.start, run.operations);
    expect(await findProblems(run, history, listCuts(run, history, { singles: 12 }))).toEqual([]);
  });

  test('after a kill at every single operation loses nothing that the killed process had not synced', async () => {
    for (let killedAt = 1; killedAt < run.operations.length; killedAt++) {
      const second = await recordTask({}, [killedAt]);
      expect(second.ending, `killed after ${killedAt} operations`).toEqual(run.ending);
      const history = traceHistory(second.start, second.operations);
      const cuts = cutBare(history, second.lives[0] ?? 0, 12);
      expect(await findProblems(second, history, cuts), `killed after ${killedAt} operations`).toEqual([]);
    }
  });
});
