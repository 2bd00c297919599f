// What still stands between a task and its completion, in words; shown in every context so that none of it is forgotten.
import type { ChangeSet, TaskState, TaskType, TestVerdict, Verification } from '../schema/index.js';
import { allowanceOf } from './allowance.js';
import { MAX_MUTATIONS_OPEN } from './caps.js';
import type { ConditionView } from './conditions.js';
import { judgeRed, missingTests } from './red.js';
import { testsSuffice } from './tests-suffice.js';
import { findWorse } from './worse.js';

export function unmetDemands(type: TaskType, view: ConditionView): string[] {
  const { state } = view;
  const { verification, changeSet } = state;
  if (!verification) return ['nothing has been measured yet'];
  const demands = [
    ...verification.syntax.slice(0, 3).map((error) => `does not parse: ${error}`),
    ...(verification.added ?? []).slice(0, 3).map((problem) => `new since the change began: ${problem}`),
    ...verification.checks.filter(({ passing }) => !passing).map(({ summary }) => summary),
    ...testDemands(type, view, verification.tests),
    ...(changeSet ? [describeChangeSet(type, state, changeSet, verification)] : []),
  ];
  return demands.length > 0 ? demands : evidenceDemands(state, verification);
}

const MAX_BROKEN_NAMED = 3;

function describeChangeSet(
  type: TaskType,
  state: TaskState,
  { openedAt, mutations, origin }: ChangeSet,
  now: Verification,
): string {
  const why = describeBroken(origin, now) ?? findWorse(origin, now, allowanceOf({ state, type }, []));
  return `open change set since step ${openedAt}, change ${mutations} of at most ${MAX_MUTATIONS_OPEN}: must end no worse than it began${why === undefined ? '' : ` (${why})`}`;
}

function describeBroken(origin: Verification, { tests }: Verification): string | undefined {
  const before = new Set(origin.tests?.failing.map(({ test }) => test));
  const broken = tests?.failing.map(({ test }) => test).filter((test) => !before.has(test)) ?? [];
  const named = broken.slice(0, MAX_BROKEN_NAMED).join(', ');
  return broken.length === 0
    ? undefined
    : `failing since then: ${named}${broken.length > MAX_BROKEN_NAMED ? ', …' : ''}`;
}

/** In a red phase tests are to fail; in any other they are to pass, those that a red phase promised among them. */
function testDemands(
  type: TaskType,
  { state, spec }: ConditionView,
  tests: TestVerdict | undefined,
): readonly string[] {
  if (type.phases[state.phase.name]?.red) return judgeRed(state, spec).unmet;
  if (!testsSuffice({ state, spec }, tests)) return [describeFailure(tests)];
  const hasRed = Object.values(type.phases).some(({ red }) => red);
  const missing = hasRed ? missingTests(state, spec) : undefined;
  return missing === undefined ? [] : [missing];
}

function describeFailure(tests: TestVerdict | undefined): string {
  if (!tests) return 'tests have not run';
  return tests.error ?? `${tests.failed} of ${tests.total} tests fail`;
}

/** Nothing is red, so what is missing is proof. */
function evidenceDemands({ workspace }: TaskState, verification: Verification): string[] {
  if (verification.workspace !== workspace) return ['the workspace changed since it was measured'];
  return verification.complete ? [] : ['the full suite has not run on this workspace'];
}
