// When a sequence of steps is good enough, and how far it still is from that.
import type { FunctionMeasure } from '../../../schema/index.js';
import type { Quality } from '../../refactoring.js';
import { readMetric } from './metric.js';
import type { FunctionMetric } from './metric.js';
import { STEP_COST } from './price.js';
import type { Created, State } from './trial.js';

export interface Goal {
  readonly metric: FunctionMetric;
  readonly limit: number;
  readonly quality: Quality;
  /** The function as it is now. */
  readonly original: FunctionMeasure;
}

export function isReached(goal: Goal, state: State): boolean {
  return (
    listFunctionsOf(state).every((measure) => excessOf(goal, measure) === 0) &&
    state.created.every((created) => isWelcome(goal, created)) &&
    (!goal.quality.keepCognitive || sumCognitive(state) <= goal.original.cognitive)
  );
}

/** Whether later steps can still make something of it. */
export function isHopeful(goal: Goal, state: State): boolean {
  return state.created.every(
    (created) =>
      created.parameters <= goal.quality.maxParameters &&
      (excessOf(goal, created) > 0 || isWelcome(goal, created)),
  );
}

/** The function that is furthest beyond the limit; undefined when none is. */
export function findWorst(goal: Goal, state: State): FunctionMeasure | undefined {
  const over = listFunctionsOf(state).filter((measure) => excessOf(goal, measure) > 0);
  return over.sort((a, b) => excessOf(goal, b) - excessOf(goal, a))[0];
}

/** What the steps that are still needed will cost at least. */
export function estimateRest(goal: Goal, excesses: readonly number[]): number {
  const perStep = Math.max(1, goal.limit - 1);
  const steps = excesses.reduce((sum, excess) => sum + Math.ceil(excess / perStep), 0);
  const total = excesses.reduce((sum, excess) => sum + excess, 0);
  return steps * STEP_COST + (total / perStep) * 4;
}

/** At least, when every step moves as much as one function may hold. */
export function countNeededSteps(goal: Goal, measure: FunctionMeasure): number {
  return Math.ceil(excessOf(goal, measure) / Math.max(1, goal.limit - 1));
}

export function estimateTotal(goal: Goal, state: State): number {
  return state.cost + estimateRest(goal, listExcesses(goal, state));
}

export function listExcesses(goal: Goal, state: State): number[] {
  return listFunctionsOf(state).map((measure) => excessOf(goal, measure));
}

/** The largest value any of the functions would have. */
export function readReached(goal: Goal, state: State): number {
  return Math.max(...listFunctionsOf(state).map((measure) => readMetric(measure, goal.metric)));
}

export function excessOf(goal: Goal, measure: FunctionMeasure): number {
  return Math.max(0, readMetric(measure, goal.metric) - goal.limit);
}

function listFunctionsOf(state: State): FunctionMeasure[] {
  return [state.target, ...state.created];
}

function isWelcome({ quality, metric }: Goal, created: Created): boolean {
  if (created.parameters > quality.maxParameters) return false;
  if (created.isCondition || metric === 'function_lines') return true;
  return created.cyclomatic - 1 >= quality.minDecisions;
}

function sumCognitive(state: State): number {
  return listFunctionsOf(state).reduce((sum, { cognitive }) => sum + cognitive, 0);
}
