// `kill -9` at each failpoint: whoever takes the task up again brings it to the same end.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAILPOINTS } from '../../src/platform/index.js';
import { removeFolders } from '../store/folders.js';
import { endChildren, runToEnd, startChild } from './child.js';
import { makeProject, readProject } from './small-task.js';

describe('a process that is killed', () => {
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

  test('has a task that completes when it is left alone', () => {
    expect(ending.status).toBe('completed');
    expect(files['sum.txt']).toBe('sum = a + b\nrest = 1\n');
  });

  test.each(FAILPOINTS)(
    'at failpoint %s is followed by one that reaches the same outcome',
    { timeout: 60_000 },
    async (name) => {
      const root = makeProject();
      const child = startChild('run', root, { AGENTFORGE_FAILPOINT: `${name}:1` });
      expect(await child.nextLine()).toBeUndefined();
      expect(await child.ended).toBe('SIGKILL');
      expect(await runToEnd(root)).toEqual(ending);
      expect(readProject(root)).toEqual(files);
    },
  );
});
