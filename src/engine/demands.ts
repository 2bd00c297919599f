// What still stands between a task and its completion, in words; shown in every context so that none of it is forgotten.
import type { TaskState, TaskType, TestVerdict, Verification } from '../schema/index.js';
import type { ConditionView } from './conditions.js';
import { judgeRed, missingTests } from './red.js';
import { testsSuffice } from './tests-suffice.js';

export function unmetDemands(type: TaskType, { state, spec }: ConditionView): string[] {
  const { verification, changeSet } = state;
  if (!verification) return ['nothing has been measured yet'];
  const isRed = type.phases[state.phase.name]?.red === true;
  const tests = isRed
    ? judgeRed(state, spec).unmet
    : testsSuffice({ state, spec }, verification.tests)
      ? []
      : testDemands(verification.tests);
  const hasRed = Object.values(type.phases).some(({ red }) => red);
  const missing = hasRed && !isRed && tests.length === 0 ? missingTests(state, spec) : undefined;
  const demands = [
    ...verification.syntax.slice(0, 3).map((error) => `does not parse: ${error}`),
    ...verification.checks.filter(({ passing }) => !passing).map(({ summary }) => summary),
    ...tests,
    ...(missing === undefined ? [] : [missing]),
    ...(changeSet
      ? [`open change set since step ${changeSet.openedAt}: must end no worse than it began`]
      : []),
  ];
  return demands.length > 0 ? demands : evidenceDemands(state, verification);
}

function testDemands(tests: TestVerdict | undefined): string[] {
  if (!tests) return ['tests have not run'];
  if (tests.error !== undefined) return [tests.error];
  return [`${tests.failed} of ${tests.total} tests fail`];
}

/** Nothing is red, so what is missing is proof. */
function evidenceDemands({ workspace }: TaskState, verification: Verification): string[] {
  if (verification.workspace !== workspace) return ['the workspace changed since it was measured'];
  return verification.complete ? [] : ['the full suite has not run on this workspace'];
}
