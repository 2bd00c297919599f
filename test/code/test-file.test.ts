import { describe, expect, it } from 'vitest';
import { createTestFilter, isTestFile } from '../../src/code/index.js';

describe('isTestFile', () => {
  it.each([
    'src/a.test.ts',
    'src/a.spec.jsx',
    'a.test.mjs',
    'src/__tests__/a.tsx',
    'test/a.js',
    'packages/x/test/deep/a.ts',
    'packages/utils/test/index.js',
    'lib/a-test.js',
    'lib/test-a.cjs',
    'test.js',
    'tests/test_a.py',
    'pkg/a_test.py',
    'pkg/a_test.go',
    'spec/a_spec.rb',
    'test/test_a.rb',
    'tests/cli.rs',
    'src/test/java/ATest.java',
    'test/utils/a.test.ts',
  ])('takes %s for a test', (path) => {
    expect(isTestFile(path)).toBe(true);
  });

  it.each([
    'src/a.ts',
    'src/latest.js',
    'src/contest.py',
    'test/helpers/a.js',
    'test/setup.ts',
    'test/fixtures/a.test.ts',
    'test/types.d.ts',
    'test/data.json',
    'test/vitest.config.ts',
    'tests/conftest.py',
    'tests/util.py',
    'tests/helpers.ts',
    'src/__mocks__/a.ts',
    'testing/a.go',
  ])('does not take %s for a test', (path) => {
    expect(isTestFile(path)).toBe(false);
  });
});

describe('createTestFilter', () => {
  it('takes plain files in test/ for helpers where tests carry a suffix', () => {
    const isTest = createTestFilter(['test/a.test.ts', 'test/project.ts']);
    expect(['test/a.test.ts', 'test/project.ts', '__tests__/b.ts', 'test_c.py'].map(isTest)).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });

  it('takes them for tests where none does', () => {
    expect(createTestFilter(['test/a.js', 'src/a.js'])('test/a.js')).toBe(true);
  });
});
