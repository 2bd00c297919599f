// Tests that were there and are not any more: weakened or deleted, never fixed.
import { digestTestName, listPassing } from '../check/index.js';
import { isTestFile } from '../code/index.js';
import type { TestCase, TestVerdict } from '../schema/index.js';

/** What is gone, in words. Only two whole runs that list their tests can be compared. */
export function findVanished(
  before: TestVerdict | undefined,
  after: TestVerdict,
  mayGo: (test: TestCase) => boolean,
  /** When given, only passing tests of this run have to stay. */
  kept?: TestVerdict,
): string | undefined {
  if (before?.scope !== 'full' || after.scope !== 'full') return undefined;
  const passedBefore = listPassing(before);
  const passedAfter = listPassing(after);
  if (!passedBefore || !passedAfter || after.failing.length < after.failed) return undefined;
  const present = new Set([...passedAfter, ...after.failing.map(({ test }) => digestTestName(test))]);
  const mustStay = findKept(kept);
  const gone = passedBefore.flatMap((digest, index) =>
    present.has(digest) || !mustStay(digest) ? [] : [index],
  );
  if (gone.length > 0) return describeGone(before, gone);
  const failed = before.failing.find(
    (test) => !present.has(digestTestName(test.test)) && !isWholeFile(test) && !mayGo(test),
  );
  return failed && `the test ${failed.test} failed before and is gone`;
}

function findKept(run: TestVerdict | undefined): (digest: string) => boolean {
  const passing = run && listPassing(run);
  if (!passing) return () => true;
  const kept = new Set([...passing, ...run.failing.map(({ test }) => digestTestName(test))]);
  return (digest) => kept.has(digest);
}

/** By name where names were kept. */
function describeGone({ passingNames }: TestVerdict, gone: readonly number[]): string {
  const name = passingNames?.[gone[0] ?? 0];
  if (name !== undefined) return `the test ${name} passed before and is gone`;
  return gone.length === 1
    ? 'a test that passed before is gone'
    : `${gone.length} tests that passed before are gone`;
}

/** A whole file that failed without a failing test of its own: once it can be loaded, its tests are named instead. */
export function isWholeFile(test: TestCase): boolean {
  return test.suite === true || isTestFile(test.test);
}
