// Tests that were there and are not any more: weakened or deleted, never fixed.
import { isTestFile } from '../code/index.js';
import type { TestCase, TestVerdict } from '../schema/index.js';

/** A verdict lists at most this many passing tests by name. */
export const MAX_NAMED = 300;

/** The first test that is gone, in words. Only two whole runs that name their tests can be compared. */
export function findVanished(
  before: TestVerdict | undefined,
  after: TestVerdict,
  mayGo: (test: TestCase) => boolean,
): string | undefined {
  if (before?.scope !== 'full' || after.scope !== 'full' || !before.passingNames || !after.passingNames)
    return undefined;
  if (after.passingNames.length >= MAX_NAMED || after.failing.length < after.failed) return undefined;
  const present = new Set([...after.passingNames, ...after.failing.map(({ test }) => test)]);
  const passed = before.passingNames.find((name) => !present.has(name));
  if (passed !== undefined) return `the test ${passed} passed before and is gone`;
  const failed = before.failing.find((test) => !present.has(test.test) && !isWholeFile(test) && !mayGo(test));
  return failed && `the test ${failed.test} failed before and is gone`;
}

/** A whole file that failed without a failing test of its own: once it can be loaded, its tests are named instead. */
export function isWholeFile(test: TestCase): boolean {
  return test.suite === true || isTestFile(test.test);
}
