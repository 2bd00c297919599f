// The phase machine: a table in data, and one pure function that says where a task goes next.
import type { TaskType } from '../schema/index.js';
import { holds, type ConditionView } from './conditions.js';

export interface PhaseMove {
  /** A phase of the type, or one of the ends. */
  readonly to: string;
  readonly why: string;
}

export const ENDS = ['complete', 'failed', 'escalated'] as const;

/**
 * Transitions are tried when the phase's success condition holds or its steps ran out; of the open ones the furthest forward
 * wins. A move back is made once a step at most, so that settling always ends.
 */
export function nextPhase(type: TaskType, view: ConditionView): PhaseMove | undefined {
  const { state } = view;
  const phase = type.phases[state.phase.name];
  if (!phase) return { to: 'failed', why: `the type ${type.name} has no phase ${state.phase.name}` };
  if (phase.failure !== undefined && holds(phase.failure, view)) return { to: 'failed', why: phase.failure };
  const stepsOut = hasStepsOut(type, view);
  if (!stepsOut && !holds(phase.success, view)) return undefined;
  const chosen = findTransition(type, view);
  if (chosen)
    return { to: chosen.to, why: chosen.when.join(', ') || (stepsOut ? 'its steps ran out' : phase.success) };
  return stepsOut
    ? { to: 'escalated', why: `phase ${state.phase.name} used its ${maxSteps(type, view)} steps` }
    : undefined;
}

function findTransition(type: TaskType, view: ConditionView): TaskType['transitions'][number] | undefined {
  const { phase, step } = view.state;
  const here = orderOf(type, phase.name);
  const open = type.transitions
    .filter(({ from, to }) => from === phase.name && to !== from)
    .filter(({ when }) => when.every((condition) => holds(condition, view)))
    .sort((a, b) => orderOf(type, b.to) - orderOf(type, a.to));
  const forward = open.find(({ to }) => orderOf(type, to) > here);
  if (forward || phase.since === step) return forward;
  return open.find(({ to }) => orderOf(type, to) < here);
}

/** The phase before this one, where a replan goes back to. */
export function previousPhase(type: TaskType, name: string): string | undefined {
  const names = Object.keys(type.phases);
  return names[names.indexOf(name) - 1];
}

export function hasStepsOut(type: TaskType, view: ConditionView, ahead = 0): boolean {
  return view.state.phase.steps + ahead >= maxSteps(type, view);
}

function maxSteps(type: TaskType, { state }: ConditionView): number {
  const own = type.phases[state.phase.name]?.maxSteps ?? 1;
  return state.limits.phaseSteps ?? own;
}

function orderOf(type: TaskType, name: string): number {
  const index = Object.keys(type.phases).indexOf(name);
  return index === -1 ? Number.MAX_SAFE_INTEGER : index;
}
