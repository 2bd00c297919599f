// A power cut at any moment, with any unsynced part lost, kept or torn, changes nothing about how a task ends.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { traceHistory, type History } from './durability.js';
import { cutBare, findProblems, listCuts, recordTask, type Cut, type RecordedTask } from './power-cut.js';
import { removeFolders } from '../store/folders.js';
import { runUndisturbed } from './small-task.js';

const SAMPLED = 90;

describe('a power cut', () => {
  let run: RecordedTask;
  let history: History;
  let cuts: Cut[];

  beforeAll(async () => {
    run = await recordTask();
    history = traceHistory(run.start, run.operations);
    cuts = listCuts(run, history, { singles: 6 });
  }, 60_000);
  afterAll(removeFolders);

  test('has a task to disturb that ends as an undisturbed one does', async () => {
    const { task: _, ...undisturbed } = await runUndisturbed();
    expect(run.ending).toEqual(undisturbed);
    expect(run.ending.status).toBe('completed');
  });

  test('is tried at every operation', () => {
    expect(new Set(cuts.map(({ length }) => length)).size).toBeGreaterThan(run.operations.length * 0.8);
  });

  test(
    'with all or none of the unsynced operations lost leaves a task that ends the same',
    { timeout: 120_000 },
    async () => {
      const whole = cuts.filter(({ state }) => state.name.endsWith('is kept'));
      expect(await findProblems(run, history, every(whole, 45))).toEqual([]);
    },
  );

  test(
    'with one unsynced operation lost, alone kept or torn leaves a task that ends the same',
    { timeout: 120_000 },
    async () => {
      const parts = cuts.filter(({ state }) => !state.name.endsWith('is kept'));
      expect(await findProblems(run, history, every(parts, SAMPLED))).toEqual([]);
    },
  );

  test(
    'after a killed process was taken over does not lose what the killed one had not synced',
    { timeout: 120_000 },
    async () => {
      for (const killedAt of every(
        Array.from({ length: run.operations.length - 1 }, (_, index) => index + 1),
        12,
      )) {
        const second = await recordTask({}, [killedAt]);
        expect(second.ending, `killed after ${killedAt} operations`).toEqual(run.ending);
        const twice = traceHistory(second.start, second.operations);
        const [killed = 0] = second.lives;
        expect(
          await findProblems(second, twice, cutBare(twice, killed, 4)),
          `killed after ${killedAt} operations`,
        ).toEqual([]);
      }
    },
  );
});

/** About `count` of them, evenly spread. */
function every<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, all.length / count);
  return Array.from(
    { length: Math.min(all.length, count) },
    (_, index) => all[Math.floor(index * step)],
  ).filter((one) => one !== undefined);
}
