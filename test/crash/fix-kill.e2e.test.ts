// `kill -9` in the middle of `fix --all`: whoever resumes it brings it to the same end.
import { beforeAll, describe, expect, test } from 'vitest';
import { live, liveOn, makeTangled, type Ending } from './fix-kill.js';

describe('a fix that is killed', () => {
  let expected: Ending;

  beforeAll(async () => {
    expected = await liveOn(makeTangled(), 'commit');
  }, 120_000);

  test('is a whole one when it is left alone', () => {
    expect(expected.summary).toMatchObject({
      status: 'completed',
      fixed: [{ symbol: 'fare' }, { check: 'no-var' }],
      reverted: [{ check: 'no-ten' }],
      cannotFix: [{ check: 'licence' }],
    });
    expect(expected.commits.trim().split('\n')).toHaveLength(2);
    expect(expected.head).toBe('refs/heads/tidy\n');
  });

  test('at one point after the other goes on and ends the same', { timeout: 180_000 }, async () => {
    const project = makeTangled();
    for (const failpoint of ['measured:1', 'applied:1', 'reverted:1', 'finished:2'])
      expect(await live(project, 'commit', { failpoint }), failpoint).toBe(true);
    expect(await liveOn(project, 'commit')).toEqual(expected);
  });
});
