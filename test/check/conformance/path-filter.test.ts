import { describe, expect, it } from 'vitest';
import {
  createGlobFilter,
  createPathFilter,
  findGlobProblem,
} from '../../../src/check/conformance/path-filter.js';

describe('globs', () => {
  it.each<[string, string[], string[]]>([
    ['**', ['a', 'a/b/.c'], []],
    ['src/**', ['src/a.ts', 'src/.x/b'], ['a/src/b', 'src2/a']],
    ['**/*.{ts,tsx}', ['a.ts', 'b/c.tsx'], ['a.tsx.bak', 'a.js']],
    ['*.md', ['README.md'], ['docs/README.md']],
    ['**/{test,tests}/**', ['test/a', 'x/tests/b/c'], ['latest/a']],
    ['**/.env', ['.env', 'a/.env'], ['a/.env.local', 'x.env']],
    ['src/[ab].ts', ['src/a.ts'], ['src/c.ts']],
    ['src/(x) y.ts', ['src/x y.ts'], ['src/y.ts']],
    ['LICENSE*', ['LICENSE', 'LICENSE.md'], ['x/LICENSE']],
  ])('%s', (glob, matching, others) => {
    const filter = createGlobFilter([glob, 'never/this']);
    expect(matching.filter(filter)).toEqual(matching);
    expect(others.filter(filter)).toEqual([]);
    expect(findGlobProblem(glob)).toBeUndefined();
  });

  it('leave out what is excluded, and match nothing when there are none', () => {
    const filter = createPathFilter({ files: ['**'], exclude: ['a/**', '*.js'] });
    expect(['a/b', 'c.js', 'd.ts', 'e/f.js'].filter(filter)).toEqual(['d.ts', 'e/f.js']);
    expect(createGlobFilter([])('a')).toBe(false);
  });
});
