// What follows from a finished step: loop ladder, phase moves, completion, limits. Pure and idempotent: after a crash it
// finds exactly what was not yet recorded.
import type { EventBody, LoopState, Question, TaskState, TaskType } from '../schema/index.js';
import { exhausted } from './budget.js';
import { describeConditions, type ConditionView } from './conditions.js';
import { foldAhead } from './fold.js';
import { detectLoop } from './loops/index.js';
import { hasStepsOut, nextPhase, previousPhase } from './phases.js';

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
function settle(type: TaskType, view: ConditionView): EventBody | undefined {
  const { state } = view;
  if (state.status !== 'running' || state.open || !state.baseline) return undefined;
  if (state.handover) return escalate(state, state.handover.reason, state.handover.text);
  if (state.loop.detection?.step === state.step)
    return climbOn(type, state) ?? settleUnlessReplanning(type, view);
  return noticeLoop(type, state) ?? settlePhase(type, view) ?? settleBudget(type, state);
}

/** A loop at the last step: one rung further up the ladder. */
function noticeLoop(type: TaskType, state: TaskState): EventBody | undefined {
  const last = state.records.at(-1);
  const detection = last?.step === state.step ? detectLoop(state.records, type.loops) : undefined;
  if (!last || !detection) return undefined;
  const rung = rungOf(state.loop.count + 1, type);
  // What is refused from now on: the same action with the same parameters.
  const block =
    rung === 'replan' && last.action !== 'reply' ? { block: `${last.action}:${last.parameters}` } : {};
  return { type: 'loop-detected', step: state.step, detection, rung, ...block };
}

function rungOf(count: number, { loops }: TaskType): NonNullable<LoopState['rung']> {
  if (count >= loops.escalateAt) return 'escalate';
  return count >= loops.replanAt ? 'replan' : 'nudge';
}

/** What a rung brings with it: the last one a question, the one before a step back in phase. */
function climbOn(type: TaskType, state: TaskState): EventBody | undefined {
  if (state.loop.rung === 'escalate') return escalate(state, 'stuck', describeStuck(state));
  const to =
    state.loop.rung === 'replan' && state.phase.since !== state.step
      ? previousPhase(type, state.phase.name)
      : undefined;
  return to === undefined
    ? undefined
    : { type: 'phase-changed', step: state.step, from: state.phase.name, to, why: 'replan after a loop' };
}

/** A replan stays where it went back to until the next step has been taken. */
function settleUnlessReplanning(type: TaskType, view: ConditionView): EventBody | undefined {
  const phase = view.state.loop.rung === 'replan' ? undefined : settlePhase(type, view);
  return phase ?? settleBudget(type, view.state);
}

function settlePhase(type: TaskType, view: ConditionView): EventBody | undefined {
  const { state } = view;
  // An open change set is closed before its phase ends.
  if (state.changeSet && hasStepsOut(type, view)) return undefined;
  const move = nextPhase(type, view);
  if (!move) return undefined;
  if (move.to === 'complete')
    return { type: 'completed', summary: summarize(state), workspace: state.workspace ?? '' };
  if (move.to === 'failed')
    return { type: 'failed', reason: `phase ${state.phase.name} failed: ${describeConditions(move.why)}` };
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

function describeStuck({ loop }: TaskState): string {
  const { description = 'The same thing was tried again and again', suggestions = [] } = loop.detection ?? {};
  return `${description} Suggested so far: ${suggestions.slice(0, 2).join(' ') || 'nothing.'} How should it go on?`;
}

function summarize({ files, verification }: TaskState): string {
  const changed = Object.keys(files).length;
  const checks = verification?.checks.length ?? 0;
  const parts = [
    changed === 0 ? 'nothing had to change' : `${changed} file${changed === 1 ? '' : 's'} changed`,
    ...(checks === 0 ? [] : [`${checks} check${checks === 1 ? ' passes' : 's pass'}`]),
    ...(verification?.tests
      ? [`${verification.tests.passed} of ${verification.tests.total} tests pass`]
      : []),
  ];
  return parts.join(', ');
}
