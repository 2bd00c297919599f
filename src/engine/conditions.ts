// The named conditions that phase tables are written with. Each reads the folded state and the spec, nothing else.
import type { TaskSpec, TaskState } from '../schema/index.js';
import { judgeRed, missingTests } from './red.js';
import { testsSuffice } from './tests-suffice.js';

export interface ConditionView {
  readonly state: TaskState;
  readonly spec: TaskSpec;
}

type Condition = (view: ConditionView) => boolean;

export const CONDITIONS: Readonly<Record<string, Condition>> = {
  always: () => true,
  never: () => false,
  has_modifications: ({ state }) => Object.keys(state.files).length > 0,
  no_modifications: ({ state }) => Object.keys(state.files).length === 0,
  has_steps: ({ state }) => state.phase.steps > 0,
  understood: ({ state }) =>
    state.memory.length > 0 || state.facts.some(({ category }) => category === 'code_structure'),
  plan_recorded: ({ state }) => state.plan.length > 0,
  no_change_set: ({ state }) => state.changeSet === undefined,
  checks_passing: ({ state }) =>
    state.verification !== undefined && state.verification.checks.every(({ passing }) => passing),
  tests_passing: (view) =>
    view.state.verification !== undefined && testsSuffice(view, view.state.verification.tests),
  verification_passing: (view) => isVerified(view),
  verification_failing: (view) => !isVerified(view),
  verification_complete: ({ state }) =>
    state.verification?.complete === true && state.verification.workspace === state.workspace,
  red_confirmed: ({ state, spec }) => judgeRed(state, spec).confirmed,
  criteria_tested: ({ state, spec }) => missingTests(state, spec) === undefined,
};

export function holds(name: string, view: ConditionView): boolean {
  const negated = name.startsWith('not_') ? CONDITIONS[name.slice(4)] : undefined;
  const condition = CONDITIONS[name];
  if (condition) return condition(view);
  return negated ? !negated(view) : false;
}

/** What phase tables call a condition, in words; anything else is words already. */
export function describeConditions(why: string): string {
  return why.split(', ').map(describeCondition).join(', ');
}

function describeCondition(name: string): string {
  const negated = name.startsWith('not_') ? WORDS[name.slice(4)] : undefined;
  return WORDS[name] ?? (negated === undefined ? name : `not yet: ${negated}`);
}

const WORDS: Readonly<Record<string, string>> = {
  always: 'nothing is needed for it',
  never: 'it cannot be',
  has_modifications: 'files were changed',
  no_modifications: 'no file was changed',
  has_steps: 'a step was taken',
  understood: 'code is in view',
  plan_recorded: 'there is a plan',
  no_change_set: 'nothing is red for now',
  checks_passing: 'all checks pass',
  tests_passing: 'the tests pass',
  verification_passing: 'checks and tests pass',
  verification_failing: 'checks or tests fail',
  verification_complete: 'everything was verified',
  red_confirmed: 'the new tests fail as they should',
  criteria_tested: 'every criterion has a test',
};

export function isCondition(name: string): boolean {
  return name in CONDITIONS || (name.startsWith('not_') && name.slice(4) in CONDITIONS);
}

function isVerified(view: ConditionView): boolean {
  const { state } = view;
  const passing = ['checks_passing', 'tests_passing'].every((name) => CONDITIONS[name]?.(view));
  return passing && state.verification?.failedAt === null;
}
