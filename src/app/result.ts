// How a task stands, in the shape that every interface prints.
import { outcomeHash } from '../engine/index.js';
import { present } from '../platform/index.js';
import type { Question, TaskState, TaskStatus, Verification } from '../schema/index.js';

export interface TaskResult {
  readonly task: string;
  readonly status: TaskStatus;
  readonly phase: string;
  readonly step: number;
  readonly tokens: {
    readonly in: number;
    readonly out: number;
    readonly fresh: number;
    readonly cached: number;
  };
  readonly costUsd: number | null;
  readonly verification: {
    readonly checksPassing: number;
    readonly checksFailing: number;
    readonly testsPassing: boolean | null;
    readonly complete: boolean;
  };
  readonly filesChanged: readonly string[];
  readonly question?: Question;
  readonly ending?: string;
  readonly undone?: true;
  readonly outcomeHash: string;
}

export function describeResult(state: TaskState, isHeld = false): TaskResult {
  const { usage, freshTokens, costUsd } = state.spent;
  return {
    task: state.task,
    // Running in the journal, but nobody is at it: it waits for a reply or a resume.
    status: state.status === 'running' && !isHeld ? 'waiting' : state.status,
    phase: state.phase.name,
    step: state.step,
    tokens: {
      in: usage.inputTokens,
      out: usage.outputTokens,
      fresh: freshTokens,
      cached: usage.cachedTokens,
    },
    costUsd,
    verification: describeVerification(state.verification),
    filesChanged: Object.keys(state.files).sort(),
    ...present({ question: state.question, ending: state.ending, undone: state.undone }),
    outcomeHash: outcomeHash(state),
  };
}

function describeVerification(verification: Verification | undefined): TaskResult['verification'] {
  const checks = verification?.checks ?? [];
  const checksPassing = checks.filter((check) => check.passing).length;
  return {
    checksPassing,
    checksFailing: checks.length - checksPassing,
    testsPassing: verification?.tests?.passing ?? null,
    complete: verification?.complete ?? false,
  };
}
