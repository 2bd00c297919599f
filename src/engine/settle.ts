// What follows from a finished step: loop ladder, phase moves, completion, limits. Pure and idempotent: after a crash it
// finds exactly what was not yet recorded.
import type { EventBody, Question, TaskState, TaskType } from '../schema/index.js';
import { exhausted } from './budget.js';
import type { ConditionView } from './conditions.js';
import { foldAhead } from './fold.js';
import { detectLoop } from './loops/index.js';
import { nextPhase, previousPhase } from './phases.js';

/** All that follows, in order. */
export function settleAll(type: TaskType, view: ConditionView): EventBody[] {
  const bodies: EventBody[] = [];
  let { state } = view;
  for (let body = settle(type, view); body; body = settle(type, { ...view, state })) {
    bodies.push(body);
    state = foldAhead(state, [body]);
  }
  return bodies;
}

/** The next consequence of where the task stands, or undefined when all have been recorded. */
export function settle(type: TaskType, view: ConditionView): EventBody | undefined {
  const { state } = view;
  if (state.status !== 'running' || state.open || !state.baseline) return undefined;
  if (state.handover) return escalate(state, state.handover.reason, state.handover.text);
  return settleLoop(type, state) ?? settlePhase(type, view) ?? settleBudget(type, state);
}

function settleLoop(type: TaskType, state: TaskState): EventBody | undefined {
  const last = state.records.at(-1);
  const judged = state.loop.detection?.step === state.step;
  if (judged && state.loop.rung === 'escalate') return escalate(state, 'stuck', stuckText(state));
  if (judged && state.loop.rung === 'replan' && state.phase.since !== state.step) return goBack(type, state);
  if (judged || !last || last.step !== state.step) return undefined;
  const detection = detectLoop(state.records, type.loops);
  if (!detection) return undefined;
  const count = state.loop.count + 1;
  const rung =
    count >= type.loops.escalateAt ? 'escalate' : count >= type.loops.replanAt ? 'replan' : 'nudge';
  const block = rung === 'replan' ? { block: `${last.action}:${last.parameters}` } : {};
  return { type: 'loop-detected', step: state.step, detection, rung, ...block };
}

function goBack(type: TaskType, state: TaskState): EventBody | undefined {
  const to = previousPhase(type, state.phase.name);
  return to === undefined
    ? undefined
    : { type: 'phase-changed', step: state.step, from: state.phase.name, to, why: 'replan after a loop' };
}

function settlePhase(type: TaskType, view: ConditionView): EventBody | undefined {
  const { state } = view;
  // A replan stays where it went back to until the next step has been taken.
  if (state.loop.rung === 'replan' && state.loop.detection?.step === state.step) return undefined;
  const move = nextPhase(type, view);
  if (!move) return undefined;
  if (move.to === 'complete')
    return { type: 'completed', summary: completionSummary(state), workspace: state.workspace ?? '' };
  if (move.to === 'failed')
    return { type: 'failed', reason: `phase ${state.phase.name} failed: ${move.why}` };
  if (move.to === 'escalated')
    return escalate(state, 'stuck', `${move.why} without reaching its goal. What should change?`);
  return { type: 'phase-changed', step: state.step, from: state.phase.name, to: move.to, why: move.why };
}

function settleBudget(type: TaskType, state: TaskState): EventBody | undefined {
  const used = exhausted(state, type);
  return used === undefined
    ? undefined
    : escalate(state, 'limit', `The limit is reached: ${used}. Raise it to go on.`);
}

function escalate(state: TaskState, reason: Question['reason'], text: string): EventBody {
  return { type: 'escalated', step: state.step, question: { id: `q${state.step}-${reason}`, text, reason } };
}

function stuckText(state: TaskState): string {
  const { detection } = state.loop;
  return `${detection?.description ?? 'The same thing was tried again and again'}. Suggestions so far: ${detection?.suggestions.slice(0, 2).join(' ') ?? 'none'} How should it go on?`;
}

function completionSummary(state: TaskState): string {
  const files = Object.keys(state.files).length;
  const { verification } = state;
  const checks = verification?.checks.length ?? 0;
  const tests = verification?.tests ? `, ${verification.tests.passed} tests pass` : '';
  return `${files === 0 ? 'nothing had to change' : `${files} file${files === 1 ? '' : 's'} changed`}; ${checks} check${checks === 1 ? '' : 's'} pass${tests}`;
}
