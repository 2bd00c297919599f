// RED: the tests this task adds must fail, for the right reason, while the old ones still pass.
import { isTestFile } from '../code/index.js';
import type { TaskSpec, TaskState, TestCase, Verification } from '../schema/index.js';
import { isSamePath } from './facts/index.js';
import { findVanished, isWholeFile, MAX_NAMED } from './vanished.js';

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
  const known = new Set(baseline?.tests?.failing.map(({ test }) => test));
  const broken = tests.failing.filter((test) => !added.includes(test) && !known.has(test.test));
  const wrong = added.filter((test) => !failsForTheRightReason(test));
  const criteria = countCriteria(spec);
  const unmet: string[] = [];
  if (added.length === 0) unmet.push('no added test fails yet');
  // A file that cannot be loaded for want of the feature hides how many tests it holds.
  else if (added.length < criteria && !added.some(isWholeFile))
    unmet.push(`${added.length} added tests fail, ${criteria} acceptance criteria need one each`);
  for (const test of wrong.slice(0, 3)) unmet.push(describeWrong(test));
  for (const test of broken.slice(0, 3)) unmet.push(`${test.test} passed before and fails now`);
  const gone = findVanished(baseline?.tests, tests, (test) => added.includes(test));
  if (gone !== undefined) unmet.push(gone);
  if (verification.syntax.length > 0) unmet.push('a changed file does not parse');
  if (verification.workspace !== state.workspace) unmet.push('the workspace changed since it was measured');
  return { confirmed: unmet.length === 0, unmet };
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
  return own.length > 0 && !isElsewhere && !namesOf(baseline).includes(test.test);
}

/** What the tests added by this task still lack once they pass; where a runner names no tests, nobody can tell. */
export function missingTests({ verification, baseline }: TaskState, spec: TaskSpec): string | undefined {
  const passing = verification?.tests?.passingNames;
  if (!passing || passing.length >= MAX_NAMED || spec.inputs.spec === undefined) return undefined;
  const left = [...namesOf(baseline)];
  const added = passing.filter((name) => {
    const at = left.indexOf(name);
    if (at !== -1) left.splice(at, 1);
    // Some runners list a file without any test as a test that passes.
    return at === -1 && !isTestFile(name);
  }).length;
  const criteria = countCriteria(spec);
  return added >= criteria
    ? undefined
    : `${added} added tests pass, ${criteria} acceptance criteria need one each`;
}

function namesOf(baseline: Verification | undefined): string[] {
  const tests = baseline?.tests;
  return [...(tests?.passingNames ?? []), ...(tests?.failing ?? []).map(({ test }) => test)];
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
    ? `${test.test} cannot be loaded: import what is still missing inside the tests`
    : `${test.test} fails by itself, not by an assertion: ${firstLine(test.message)}`;
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
