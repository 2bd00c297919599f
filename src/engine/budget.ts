// What a task may use up, and whether it has.
import type { Limits, TaskState, TaskType } from '../schema/index.js';

const BASE_STEPS = 15;
const STEPS_PER_POINT = 3;
const MAX_STEPS = 50;

export interface EffectiveLimits {
  readonly steps: number;
  readonly tokens: number;
  readonly usd: number;
  readonly wallMs: number;
}

/** Progress earns steps unless a number was set. */
export function effectiveLimits(state: TaskState, type: TaskType): EffectiveLimits {
  const earned = Math.min(BASE_STEPS + STEPS_PER_POINT * state.points, MAX_STEPS);
  return {
    steps: state.limits.steps ?? type.limits.steps ?? earned,
    tokens: state.limits.tokens ?? type.limits.tokens,
    usd: state.limits.usd ?? type.limits.usd,
    wallMs: state.limits.wallMs ?? type.limits.wallMs,
  };
}

/** The limit that is used up, in words; undefined while there is room. */
export function exhausted(state: TaskState, type: TaskType): string | undefined {
  const limits = effectiveLimits(state, type);
  const { wallMs } = state.spent;
  const { tokens, costUsd } = sumUp(state);
  if (state.step >= limits.steps) return `${state.step} of ${limits.steps} steps are used`;
  if (tokens >= limits.tokens) return `${tokens} of ${limits.tokens} tokens are used`;
  if (costUsd !== null && costUsd >= limits.usd) return `$${costUsd.toFixed(2)} of $${limits.usd} is spent`;
  if (wallMs >= limits.wallMs)
    return `${Math.round(wallMs / 60_000)} of ${Math.round(limits.wallMs / 60_000)} minutes are used`;
  return undefined;
}

/** Would this call, at its most expensive, go over the limit? */
export function wouldOverrun(state: TaskState, type: TaskType, boundUsd: number | null): string | undefined {
  const { costUsd } = sumUp(state);
  const { usd } = effectiveLimits(state, type);
  if (boundUsd === null || costUsd === null || costUsd + boundUsd <= usd) return undefined;
  return `$${costUsd.toFixed(2)} of $${usd} is spent and the next call may cost $${boundUsd.toFixed(2)}`;
}

/** Calls that broke count with the most they can have cost. */
function sumUp({ spent: { usage, costUsd, broken } }: TaskState): { tokens: number; costUsd: number | null } {
  const tokens = usage.inputTokens + usage.outputTokens;
  if (!broken) return { tokens, costUsd };
  return {
    tokens: tokens + broken.inputTokens + broken.outputTokens,
    costUsd: costUsd === null || broken.costUsd === null ? null : costUsd + broken.costUsd,
  };
}

/** A top-up adds to what is in force now. */
export function raiseLimits(state: TaskState, type: TaskType, extra: Limits): Limits {
  const now = effectiveLimits(state, type);
  const raised: Limits = {};
  if (extra.steps !== undefined) raised.steps = Math.max(now.steps, state.step) + extra.steps;
  if (extra.tokens !== undefined) raised.tokens = now.tokens + extra.tokens;
  if (extra.usd !== undefined) raised.usd = now.usd + extra.usd;
  if (extra.wallMs !== undefined) raised.wallMs = now.wallMs + extra.wallMs;
  if (extra.phaseSteps !== undefined) raised.phaseSteps = extra.phaseSteps;
  return raised;
}
