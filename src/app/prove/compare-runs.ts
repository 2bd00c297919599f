// What the runs of the tests, with and without the change, say about it.
import { shortName, type TestOutcomes } from './test-outcomes.js';

export interface TriedRuns {
  /** The workspace as it is. */
  readonly now: TestOutcomes;
  readonly base: TestOutcomes;
  /** The whole change, in the folder in which the base was tried. */
  readonly again: TestOutcomes;
  /** The base with the changed tests; where no test changed, the base itself. */
  readonly without: TestOutcomes;
  /** The change with nothing in its functions; undefined where it has none that can be emptied. */
  readonly hollow: TestOutcomes | undefined;
}

export interface Candidate {
  readonly name: string;
  /** Proves that the change does something, or why it does not. */
  readonly proves: boolean;
  readonly why?: string;
  /** It is not certain that an assertion failed, so one must be found in its text. */
  readonly needsAssertion: boolean;
}

/** Tests that pass now and did not before. */
export function judgeCandidates(runs: TriedRuns): Candidate[] {
  return [...runs.now.passing]
    .filter(([key]) => !runs.base.passing.has(key))
    .map(([key, name]) => judge(runs, key, name));
}

function judge(runs: TriedRuns, key: string, name: string): Candidate {
  const why = objectTo(runs, key);
  const isCertain = runs.hollow
    ? runs.hollow.failing.get(key) === true
    : runs.without.failing.get(key) === true;
  return {
    name,
    proves: why === undefined,
    needsAssertion: !isCertain,
    ...(why === undefined ? {} : { why }),
  };
}

function objectTo(runs: TriedRuns, key: string): string | undefined {
  const { again, without, hollow } = runs;
  if (!again.passing.has(key))
    return 'it passes in the project folder only, and not in a copy with the same files';
  if (without.passing.has(key)) return 'it passes without the change as well';
  if (!failsWithout(runs, key) && !without.isBroken)
    return 'it does not run without the change, so it cannot fail there';
  if (hollow?.passing.has(key)) return 'it passes even when the changed functions are empty';
  if (hollow?.failing.has(key) || failsByAssertion(runs, key)) return undefined;
  return 'it fails without the change only because something is missing, and it could not be tried otherwise';
}

/** Only the changed test files may have been run without the change; of the others the base says the same. */
function failsWithout({ without, base }: TriedRuns, key: string): boolean {
  return without.failing.has(key) || base.failing.has(key);
}

function failsByAssertion({ without, base }: TriedRuns, key: string): boolean {
  return without.failing.get(key) === true || base.failing.get(key) === true;
}

/** Passed at the base, and now fails or is gone. A test of the same name in another file is the same one. */
export function findPassToFail({ now, base }: Pick<TriedRuns, 'now' | 'base'>): string[] {
  const added = [...now.passing].filter(([key]) => !base.passing.has(key)).map(([, name]) => shortName(name));
  const lost = [...base.passing].filter(([key]) => !now.passing.has(key)).map(([, name]) => name);
  const countOf = (names: readonly string[], wanted: string): number =>
    names.filter((name) => name === wanted).length;
  const gone = lost.map(shortName);
  return lost.filter((name) => {
    const short = shortName(name);
    return countOf(added, short) !== 1 || countOf(gone, short) !== 1;
  });
}
