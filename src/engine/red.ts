// RED: the tests this task adds must fail, for the right reason, while the old ones still pass.
import { digestTestName, listPassing } from '../check/index.js';
import { isTestFile } from '../code/index.js';
import type { TaskSpec, TaskState, TestCase, Verification } from '../schema/index.js';
import { isSamePath } from './facts/index.js';
import { findVanished, isWholeFile } from './vanished.js';

export interface RedVerdict {
  readonly confirmed: boolean;
  /** What is still missing, in words for the agent. */
  readonly unmet: readonly string[];
}

export function judgeRed(state: TaskState, spec: TaskSpec): RedVerdict {
  const { verification, baseline, files } = state;
  const tests = verification?.tests;
  if (!tests) return { confirmed: false, unmet: ['no tests have run'] };
  const added = tests.failing.filter((test) => isAddedTest(test, { files, baseline }));
  const gone = findVanished(baseline?.tests, tests, (test) => added.includes(test));
  const unmet = [
    ...addedDemands(state, added, spec),
    ...brokenDemands(tests.failing, added, baseline),
    ...(gone === undefined ? [] : [gone]),
    ...(verification.syntax.length > 0 ? ['a changed file does not parse'] : []),
    ...(verification.workspace === state.workspace ? [] : ['the workspace changed since it was measured']),
  ];
  return { confirmed: unmet.length === 0, unmet };
}

/** At least one added test fails, each for the right reason, and there is one for every criterion. */
function addedDemands(state: TaskState, added: readonly TestCase[], spec: TaskSpec): string[] {
  if (added.length === 0) return ['no added test fails yet'];
  const wrong = added.filter((test) => !failsForTheRightReason(test)).slice(0, 3);
  const criteria = countCriteria(spec);
  // A criterion that holds already has a test that passes; a file that cannot be loaded hides how many tests it holds.
  const count = added.length + countAddedPassing(state);
  const tooFew = count < criteria && !added.some(isWholeFile);
  return [
    ...(tooFew ? [`${count} tests were added, ${criteria} acceptance criteria need one each`] : []),
    ...wrong.map(describeWrong),
  ];
}

function brokenDemands(
  failing: readonly TestCase[],
  added: readonly TestCase[],
  baseline: Verification | undefined,
): string[] {
  const known = new Set(baseline?.tests?.failing.map(({ test }) => test));
  const broken = failing.filter((test) => !added.includes(test) && !known.has(test.test));
  return broken.slice(0, 3).map(({ test }) => `${test} passed before and fails now`);
}

/** What a task has changed so far, and what was measured before it began. */
export interface Origin {
  readonly files: TaskState['files'];
  readonly baseline: Verification | undefined;
}

/** A failing test that was not there when the task began. */
export function isAddedTest(test: TestCase, { files, baseline }: Origin): boolean {
  const own = Object.keys(files).filter(isTestFile);
  const { file } = test;
  const place = file === undefined ? undefined : own.find((path) => isSamePath(path, file));
  // Two files may hold tests of the same name: one in a new file is new.
  if (place !== undefined && files[place]?.before === null) return true;
  const isElsewhere = file !== undefined && isTestFile(file) && place === undefined;
  return own.length > 0 && !isElsewhere && !digestsOf(baseline).includes(digestTestName(test.test));
}

/** What the tests added by this task still lack once they pass; where a runner names no tests, nobody can tell. */
export function missingTests(state: TaskState, spec: TaskSpec): string | undefined {
  if (!listPassing(state.verification?.tests) || spec.inputs.spec === undefined) return undefined;
  const added = countAddedPassing(state);
  const criteria = countCriteria(spec);
  return added >= criteria
    ? undefined
    : `${added} added tests pass, ${criteria} acceptance criteria need one each`;
}

/** How many tests pass that were not there when the task began. */
function countAddedPassing({ verification, baseline }: TaskState): number {
  const tests = verification?.tests;
  const left = digestsOf(baseline);
  const added = (listPassing(tests) ?? []).filter((digest, index) => {
    const at = left.indexOf(digest);
    if (at !== -1) left.splice(at, 1);
    // Some runners list a file without any test as a test that passes.
    return at === -1 && !isTestFile(tests?.passingNames?.[index] ?? '');
  });
  return added.length;
}

/** Every test that was there, whether it passed or failed. */
function digestsOf(baseline: Verification | undefined): string[] {
  const tests = baseline?.tests;
  const failing = (tests?.failing ?? []).map(({ test }) => digestTestName(test));
  return [...(listPassing(tests) ?? []), ...failing];
}

function countCriteria(spec: TaskSpec): number {
  const requirements = spec.inputs.spec?.requirements ?? [];
  return Math.max(
    1,
    requirements.reduce((sum, { acceptance_criteria: criteria }) => sum + Math.max(1, criteria.length), 0),
  );
}

function describeWrong(test: TestCase): string {
  return isWholeFile(test)
    ? `${test.test} cannot be loaded: ${firstLine(test.message)}`
    : `${test.test} fails by itself, not by what it asserts: ${firstLine(test.message)}`;
}

function failsForTheRightReason(test: TestCase): boolean {
  return test.assertion === true || MISSING.test(test.message ?? '') || isThrownByCode(test);
}

/** An error thrown in the code under test, not in the test itself or while it was loaded. */
function isThrownByCode({ file, suite }: TestCase): boolean {
  return suite !== true && file !== undefined && !isTestFile(file);
}

/** What runners say when a file or symbol is still to be created. */
const MISSING =
  /cannot find module|failed to (?:load|resolve)|could not resolve|module not found|modulenotfounderror|no module named|cannot import name|importerror|is not (?:defined|a function|a constructor)|has no attribute|nameerror|does not provide an export|is undefined|undefined: /i;

function firstLine(text: string | undefined): string {
  return (text ?? 'no message').split('\n', 1)[0]?.slice(0, 160) ?? '';
}
