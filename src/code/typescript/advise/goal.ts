// When a sequence of steps is good enough, and how far it still is from that.
import type { FunctionMeasure } from '../../../schema/index.js';
import type { Quality, RecipeRequest } from '../../refactoring.js';
import { METRIC_NAMES, readMetric } from './metric.js';
import type { FunctionMetric } from './metric.js';
import { STEP_COST } from './price.js';
import type { Created, State } from './trial.js';

export interface Demand {
  readonly metric: FunctionMetric;
  readonly limit: number;
}

export interface Goal extends Demand {
  /** What new functions have to satisfy: limits of the project that the function itself may well break. */
  readonly demands: readonly Demand[];
  readonly quality: Quality;
  /** The function as it is now. */
  readonly original: FunctionMeasure;
  /** How long the file may become: as long as its limit says, unless it is longer already. */
  readonly maxFileLines: number;
}

/** One function that measures more than it may. */
export interface Shortfall extends Demand {
  readonly measure: FunctionMeasure;
  readonly excess: number;
}

/** How much of what a step could move at best it is expected to move: all of it, or a third. */
export type Pace = 1 | 3;

export function createGoal(request: RecipeRequest, metric: FunctionMetric, root: State): Goal {
  const { limit, limits = {}, quality } = request;
  const demands = METRIC_NAMES.filter((name) => name !== 'parameters').flatMap((name) => {
    const most = name === metric ? Math.min(limit, limits[name] ?? limit) : limits[name];
    return most === undefined ? [] : [{ metric: name, limit: most }];
  });
  const maxParameters = Math.min(quality.maxParameters, limits.parameters ?? Number.POSITIVE_INFINITY);
  const isLong = limits.file_lines === undefined || countLines(root.text) > limits.file_lines;
  return {
    metric,
    limit,
    demands,
    quality: { ...quality, maxParameters },
    original: root.target,
    maxFileLines: isLong ? Number.POSITIVE_INFINITY : (limits.file_lines ?? 0),
  };
}

export function isReached(goal: Goal, state: State): boolean {
  return (
    listShortfalls(goal, state).length === 0 &&
    state.created.every((created) => findFlaw(goal, created) === undefined) &&
    countAddedCognitive(goal, state) === 0
  );
}

/** Within every limit and yet not good enough: no further step would be looked for. */
export function isStuck(goal: Goal, state: State): boolean {
  return listShortfalls(goal, state).length === 0 && !isReached(goal, state);
}

/** Why a new function would not be accepted, whatever is done to it. */
export type Flaw = 'too_many_parameters' | 'too_small' | 'file_too_long';

/** Why later steps can make nothing of it either; undefined when they can. */
export function findHopelessFlaw(goal: Goal, state: State): Flaw | undefined {
  if (countLines(state.text) > goal.maxFileLines) return 'file_too_long';
  for (const created of state.created) {
    const flaw = findFlaw(goal, created);
    const shrinks = listDemands(goal, state, created).some((demand) => excessOf(demand, created) > 0);
    if (flaw !== undefined && (flaw === 'too_many_parameters' || !shrinks)) return flaw;
  }
  return undefined;
}

function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/** The function that is furthest beyond a limit; undefined when none is. */
export function findWorst(goal: Goal, state: State): Shortfall | undefined {
  return listShortfalls(goal, state).sort((a, b) => b.excess / b.limit - a.excess / a.limit)[0];
}

/** Of two that need as many more steps, the one that is nearer to the limit. */
const PARTIAL_STEP = 0.4;

/** What the steps that are still needed will cost at least; at a slower pace more of them are needed. */
export function estimateRest(missing: readonly Omit<Shortfall, 'measure'>[], pace: Pace): number {
  const steps = missing.map(({ excess, limit }) => excess / Math.max(1, (limit - 1) / pace));
  return steps.reduce((sum, count) => sum + (Math.ceil(count) + count * PARTIAL_STEP) * STEP_COST, 0);
}

/** At least, when every step moves as much as one function may hold. */
export function countNeededSteps(goal: Goal, measure: FunctionMeasure): number {
  return Math.ceil(excessOf(goal, measure) / Math.max(1, goal.limit - 1));
}

/** A branch that was counted once and now counts twice has to be won back by another step. */
const ADDED_COGNITIVE_COST = 4;

export function estimateTotal(goal: Goal, state: State, pace: Pace): number {
  return (
    state.cost +
    estimateRest(listShortfalls(goal, state), pace) +
    countAddedCognitive(goal, state) * ADDED_COGNITIVE_COST
  );
}

/** The largest value any of the functions would have. */
export function readReached(goal: Goal, state: State): number {
  return Math.max(...[state.target, ...state.created].map((measure) => readMetric(measure, goal.metric)));
}

export function excessOf({ metric, limit }: Demand, measure: FunctionMeasure): number {
  return Math.max(0, readMetric(measure, metric) - limit);
}

/** By how much all functions together would be harder to read than the one was; nothing when that does not matter. */
export function countAddedCognitive({ quality, original }: Goal, { target, created }: State): number {
  if (!quality.keepCognitive) return 0;
  const sum = [target, ...created].reduce((total, { cognitive }) => total + cognitive, 0);
  return Math.max(0, sum - original.cognitive);
}

export function listShortfalls(goal: Goal, state: State): Shortfall[] {
  return [state.target, ...state.created].flatMap((measure) =>
    listDemands(goal, state, measure)
      .map((demand) => ({ ...demand, measure, excess: excessOf(demand, measure) }))
      .filter(({ excess }) => excess > 0),
  );
}

/** The function itself may well break other limits: that is another violation. */
function listDemands(goal: Goal, state: State, measure: FunctionMeasure): readonly Demand[] {
  const { metric, limit, demands } = goal;
  return measure === state.target ? [{ metric, limit }] : demands;
}

function findFlaw({ quality, metric }: Goal, created: Created): Flaw | undefined {
  if (created.parameters > quality.maxParameters) return 'too_many_parameters';
  if (created.isCondition || metric === 'function_lines') return undefined;
  return created.cyclomatic - 1 >= quality.minDecisions ? undefined : 'too_small';
}
