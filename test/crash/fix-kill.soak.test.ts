// `kill -9` at random instants of `fix --all`, in place, on a branch and in a worktree, resumed until it ends.
import { describe, expect, test } from 'vitest';
import { live, liveOn, makeTangled, type Where } from './fix-kill.js';

const KILLS = 20;
/** More than one kill a flow, yet few enough that each flow gets to its later stages. */
const LIVES = 4;

describe('a fix that is killed at random', () => {
  test.each<Where>(['in-place', 'commit', 'isolate'])(`ends the same after kills in %s`, async (where) => {
    const startedAtMs = Date.now();
    const expected = await liveOn(makeTangled(), where);
    const wholeMs = Date.now() - startedAtMs;
    let kills = 0;
    while (kills < KILLS) {
      const project = makeTangled();
      for (let life = 0; life < LIVES; life++) {
        const wasKilled = await live(project, where, { afterMs: Math.random() * wholeMs });
        if (!wasKilled) break;
        kills++;
      }
      expect(await liveOn(project, where), `after ${kills} kills`).toEqual(expected);
    }
    expect(kills).toBeGreaterThanOrEqual(KILLS);
  });
});
