import { describe, expect, it } from 'vitest';
import { digestTestName, listPassing } from '../../src/check/index.js';
import { rememberPassing } from '../../src/check/passing-tests.js';
import { findVanished } from '../../src/engine/vanished.js';
import type { TestVerdict } from '../../src/schema/index.js';

const names = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `test number ${index}`);

function green(passing: readonly string[]): TestVerdict {
  const total = passing.length;
  return {
    scope: 'full',
    passing: true,
    passed: total,
    failed: 0,
    total,
    failing: [],
    ...rememberPassing(passing),
  };
}

describe('the tests that passed', () => {
  it('are kept by name while the list is short', () => {
    expect(green(names(300)).passingNames).toEqual(names(300));
  });

  it.each([
    ['many', names(1_500)],
    ['long', names(200).map((name) => name + 'x'.repeat(150))],
  ])('are kept as digests when they are %s, in no more room', (_, all) => {
    const verdict = green(all);
    expect(verdict.passingNames).toBeUndefined();
    expect(listPassing(verdict)).toEqual(all.map(digestTestName));
    expect(JSON.stringify(verdict).length).toBeLessThan(17_000);
  });

  it('are not kept at all when even digests are too many, rather than in part', () => {
    expect(listPassing(green(names(2_001)))).toBeUndefined();
  });
});

describe('a test that is gone', () => {
  const never = (): boolean => false;

  it('is noticed in a suite of 1,500 tests, even where nothing else changed the count', () => {
    const after = green([...names(1_499), 'another one']);
    expect(findVanished(green(names(1_500)), after, never)).toBe('a test that passed before is gone');
    expect(findVanished(green(names(1_500)), green(names(1_400)), never)).toBe(
      '100 tests that passed before are gone',
    );
    expect(findVanished(green(names(1_500)), green(names(1_501)), never)).toBeUndefined();
  });

  it('is named where names were kept, also when the other run has digests', () => {
    expect(findVanished(green(names(10)), green(names(9)), never)).toContain('test number 9 passed before');
    expect(findVanished(green(names(300)), green(names(310).slice(1)), never)).toContain('test number 0 ');
  });
});

describe('a test that is named after the moment it runs', () => {
  it('is the same test in the next run', () => {
    const names = ['casts 2026-11-15T16:10:23.431Z', 'casts 2027-01-02T03:04:05Z'];
    expect(new Set(names.map(digestTestName)).size).toBe(1);
    expect(digestTestName('casts 2026-11-15')).not.toBe(digestTestName('casts 2026-11-16'));
    expect(digestTestName('Sun Nov 15 2026 16:10:23 GMT+0000 (UTC) is a date')).toBe(
      digestTestName('Mon Nov 16 2026 01:02:03 GMT+0000 (UTC) is a date'),
    );
  });
});
