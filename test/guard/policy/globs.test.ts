import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { compileGlobs } from '../../../src/guard/policy/compile-globs.js';
import { isNamedBy } from '../../../src/guard/policy/glob-match.js';

const GLOBS = [
  '**/*.{test,spec}.{js,ts}',
  '**/{test,tests}/**/*.js',
  '**/test_*.py',
  'src/**',
  '**/.github/{workflows,actions}/**',
  '**/{a,b}*.json',
  '**/tests/**/[*]*',
  '/**',
  '**/*{Test,Tests}.cs',
  'a?c/*.md',
];

describe('globs', () => {
  const segment = fc.constantFrom(
    'src',
    'test',
    'tests',
    '.github',
    'workflows',
    'a',
    'abc',
    'test_x.py',
    'x.test.ts',
    'a.json',
    'b.md',
    'ATest.cs',
    'x.js',
    '*',
  );
  const paths = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));

  it('match what picomatch matches: the quick look before loses nothing', () => {
    fc.assert(
      fc.property(fc.subarray(GLOBS, { minLength: 1 }), paths, fc.boolean(), (globs, name, isAbsolute) => {
        const path = isAbsolute ? `/${name}` : name;
        expect(isNamedBy(path, compileGlobs(globs), 'exact')).toBe(picomatch(globs, { dot: true })(path));
      }),
      { numRuns: 3_000 },
    );
  });

  it('protect a path in any case, and exempt it in one', () => {
    const globs = compileGlobs(['.github/workflows/**']);
    expect(isNamedBy('.GitHub/Workflows/ci.yml', globs, 'any')).toBe(true);
    expect(isNamedBy('.GitHub/Workflows/ci.yml', globs, 'exact')).toBe(false);
  });
});
