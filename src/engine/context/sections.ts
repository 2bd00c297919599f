// The text of each section of the tail, from state alone, most important first.
import type { TaskState } from '../../schema/index.js';
import { renderFacts } from '../facts/index.js';
import type { ContextInputs } from './inputs.js';

const RECENT_SHOWN = 3;

export function renderPhase(inputs: ContextInputs, state: TaskState): string[] {
  return [
    `phase: ${state.phase.name}`,
    ...(inputs.phasePrompt === '' ? [] : [inputs.phasePrompt]),
    `allowed now: ${inputs.allowed.join(', ')}`,
    ...(inputs.recommended === undefined ? [] : [`recommended: ${inputs.recommended}`]),
    ...inputs.blocked.map(({ action, why }) => `blocked: ${action} (${why})`),
  ];
}

export function renderPlan(state: TaskState): string[] {
  return state.plan.map((step, index) => `${index + 1}. ${step}`);
}

export function renderUnderstanding(state: TaskState, maxTokens: number): string {
  return renderFacts(state.facts, maxTokens * 6);
}

/** What people said comes before what agents noted. */
export function renderPrecedents(state: TaskState): string[] {
  const answers = state.answers
    .slice(-2)
    .map(({ question, text }) => `a person answered "${question.slice(0, 120)}": ${text}`);
  const told = state.told.slice(-2).map(({ text }) => `a person says: ${text}`);
  const notes = state.notes.slice(-8).map(({ kind, text }) => `${kind}: ${text}`);
  return [...told.reverse(), ...answers.reverse(), ...notes.reverse()];
}

export function renderVerification(inputs: ContextInputs, state: TaskState): string[] {
  const { verification } = state;
  if (!verification) return ['not measured yet'];
  const passing = verification.checks.filter((check) => check.passing).length;
  const { tests } = verification;
  const parts = [
    ...(verification.checks.length > 0 ? [`checks ${passing} of ${verification.checks.length} pass`] : []),
    ...(tests ? [`tests ${tests.passed} pass, ${tests.failed} fail (${tests.scope})`] : []),
  ];
  return [parts.join('; '), ...inputs.demands.map((demand) => `unmet: ${demand}`)];
}

export function renderRecent(state: TaskState): string[] {
  return state.recent
    .slice(-RECENT_SHOWN)
    .map(
      ({ step, action, target, result, summary }) =>
        `step ${step} ${action}${target === undefined ? '' : ` ${target.slice(0, 120)}`} → ${result}: ${summary}`,
    );
}

export function renderNudge(inputs: ContextInputs, state: TaskState): string[] {
  const { detection, rung } = state.loop;
  const lines: string[] = [];
  if (inputs.rejection !== undefined)
    lines.push(`Your last reply was rejected. ${inputs.rejection} Send one valid action now.`);
  if (detection && rung) {
    lines.push(`You are repeating yourself (${detection.kind}): ${detection.description}`);
    if (rung !== 'nudge')
      lines.push(
        'The same action with the same parameters is refused now. Read a part of the code that is not shown yet: the phase went back for that, and goes on to changes afterwards.',
      );
    lines.push(...detection.suggestions.map((suggestion) => `try: ${suggestion}`));
  }
  return lines;
}
