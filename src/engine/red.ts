// RED: the tests this task adds must fail, for the right reason, while the old ones still pass.
import { isTestFile } from '../code/index.js';
import type { TaskSpec, TaskState, TestCase } from '../schema/index.js';

export interface RedVerdict {
  readonly confirmed: boolean;
  /** What is still missing, in words for the agent. */
  readonly unmet: readonly string[];
}

export function judgeRed(state: TaskState, spec: TaskSpec): RedVerdict {
  const tests = state.verification?.tests;
  if (!tests) return { confirmed: false, unmet: ['no tests have run'] };
  const added = addedFailures(state);
  const wrong = added.filter((test) => !failsForTheRightReason(test));
  const broken = tests.failing.filter(
    (test) => !added.includes(test) && !knownFailures(state).has(test.test),
  );
  const criteria = countCriteria(spec);
  const unmet: string[] = [];
  if (added.length === 0) unmet.push('no added test fails yet');
  else if (added.length < criteria && !added.some(isMissingModule))
    unmet.push(`${added.length} added tests fail, ${criteria} acceptance criteria need one each`);
  for (const test of wrong.slice(0, 3))
    unmet.push(`${test.test} fails by itself, not by an assertion: ${firstLine(test.message)}`);
  for (const test of broken.slice(0, 3)) unmet.push(`${test.test} passed before and fails now`);
  if (state.verification?.syntax.length) unmet.push('a changed file does not parse');
  return { confirmed: unmet.length === 0, unmet };
}

/** Failing tests that were not there when the task began. */
export function addedFailures(state: TaskState): TestCase[] {
  const before = new Set([...knownFailures(state), ...(state.baseline?.tests?.passingNames ?? [])]);
  const ownTests = Object.keys(state.files).filter(isTestFile);
  return (state.verification?.tests?.failing ?? []).filter(
    (test) =>
      !before.has(test.test) &&
      (ownTests.some((file) => test.file?.endsWith(file) || test.test.includes(file)) || ownTests.length > 0),
  );
}

function knownFailures(state: TaskState): Set<string> {
  return new Set(state.baseline?.tests?.failing.map(({ test }) => test) ?? []);
}

function countCriteria(spec: TaskSpec): number {
  const requirements = spec.inputs.spec?.requirements ?? [];
  return Math.max(
    1,
    requirements.reduce((sum, { acceptance_criteria: criteria }) => sum + Math.max(1, criteria.length), 0),
  );
}

function failsForTheRightReason(test: TestCase): boolean {
  return test.assertion === true || MISSING.test(test.message ?? '');
}

function isMissingModule(test: TestCase): boolean {
  return test.assertion !== true && MISSING.test(test.message ?? '');
}

/** What runners say when a file or symbol is still to be created. */
const MISSING =
  /cannot find module|failed to (?:load|resolve)|could not resolve|module not found|modulenotfounderror|no module named|cannot import name|importerror|is not (?:defined|a function|a constructor)|has no attribute|nameerror|does not provide an export|is undefined|undefined: /i;

function firstLine(text: string | undefined): string {
  return (text ?? 'no message').split('\n', 1)[0]?.slice(0, 160) ?? '';
}
