// `kill -9` at every passing of every failpoint, and at random moments.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAILPOINTS } from '../../src/platform/index.js';
import { removeFolders } from '../store/folders.js';
import { endChildren, runToEnd, startChild } from './child.js';
import { makeProject, readProject } from './small-task.js';

const RANDOM_KILLS = 240;
/** Longer than a whole run takes, so that kills fall everywhere. */
const LONGEST_LIFE_MS = 1_500;

describe('a process that is killed again and again', () => {
  let ending: Awaited<ReturnType<typeof runToEnd>>;
  let files: Record<string, string>;

  beforeAll(async () => {
    const root = makeProject();
    ending = await runToEnd(root);
    files = readProject(root);
  }, 60_000);
  afterAll(() => {
    endChildren();
    removeFolders();
  });

  test.each(FAILPOINTS)('at failpoint %s, whichever time it is passed, does no harm', async (name) => {
    for (let count = 1, wasKilled = true; wasKilled; count++) {
      const root = makeProject();
      const child = startChild('run', root, { AGENTFORGE_FAILPOINT: `${name}:${count}` });
      wasKilled = (await child.ended) === 'SIGKILL';
      expect(await runToEnd(root), `${name}:${count}`).toEqual(ending);
      expect(readProject(root), `${name}:${count}`).toEqual(files);
    }
  });

  test(`at ${RANDOM_KILLS} random moments reaches the same outcome`, async () => {
    let kills = 0;
    while (kills < RANDOM_KILLS) {
      const root = makeProject();
      for (let life = 0; life < 4; life++) {
        const child = startChild('run', root);
        const lifeMs = 150 + Math.random() * LONGEST_LIFE_MS;
        const first = await Promise.race([child.ended, sleep(lifeMs, 'kill' as const, { ref: false })]);
        if (first !== 'kill') break;
        child.signal('SIGKILL');
        await child.ended;
        kills++;
      }
      expect(await runToEnd(root), `after ${kills} kills`).toEqual(ending);
      expect(readProject(root), `after ${kills} kills`).toEqual(files);
    }
  });
});
