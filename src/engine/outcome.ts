// The outcome hash: equal for a crashed-and-resumed run and an uninterrupted one.
import { canonicalJson, sha256 } from '../platform/index.js';
import type { MemoryItem, TaskState, Verification } from '../schema/index.js';

/**
 * Taken over the folded state without what may differ between two runs of the same decisions: times, durations, ids, the nonce
 * and token counts that depend on it, hashes of events, contexts, commits and outputs, resumes and calls in doubt. What the task did to files is in it by content.
 */
export function outcomeHash(state: TaskState): string {
  return sha256(canonicalJson(describeOutcome(state)));
}

export function describeOutcome(state: TaskState): unknown {
  return {
    type: state.type,
    status: state.status,
    ending: state.ending,
    step: state.step,
    phase: state.phase,
    recent: state.recent,
    records: state.records.map(({ step, action, parameters, outcome, error, progress }) => ({
      step,
      action,
      parameters,
      outcome,
      error,
      progress,
    })),
    facts: state.facts.map(({ id, category, statement, stale }) => ({ id, category, statement, stale })),
    memory: state.memory.map(({ blob: _, ...item }: MemoryItem) => item),
    plan: state.plan,
    notes: state.notes,
    told: state.told,
    answers: state.answers,
    question: state.question,
    verification: describeVerification(state.verification),
    baseline: describeVerification(state.baseline),
    changeSet: state.changeSet?.files,
    files: state.files,
    approved: state.approved,
    loop: {
      count: state.loop.count,
      rung: state.loop.rung,
      kind: state.loop.detection?.kind,
      blocked: state.loop.blocked,
    },
    points: state.points,
    calls: state.spent.calls,
    limits: state.limits,
    children: state.children.map(({ status }) => status),
  };
}

function describeVerification(verification: Verification | undefined): unknown {
  if (!verification) return undefined;
  const { workspace: _, tests, ...rest } = verification;
  if (!tests) return rest;
  const { durationMs: __, failing, ...verdict } = tests;
  return { ...rest, tests: { ...verdict, failing: failing.map(({ test }) => test) } };
}
