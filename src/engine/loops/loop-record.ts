// A finished step → the record loop detection keeps of it, and the signatures two steps are compared by.
import type { LoopRecord } from '../../schema/index.js';
import { canonicalJson } from '../../platform/index.js';
import { digest, digestContent, digestResult } from './digest.js';
import { classifyError } from './error-class.js';

/** What the caller knows of a finished step. */
export interface FinishedStep {
  readonly step: number;
  readonly action: string;
  readonly parameters: unknown;
  readonly target?: string | undefined;
  readonly observation: string;
  /** It did not do what it is for, or what it measured came out red. */
  readonly failed: boolean;
  /** A test run, a check, a script: its failure is an answer, so a new one is new content. */
  readonly measures?: boolean | undefined;
  /** Where the error is told apart from the observation. */
  readonly errorText?: string | undefined;
  readonly workspace?: string | undefined;
  readonly checks?: string | undefined;
  readonly checksWorse?: boolean | undefined;
  readonly mutates: boolean;
  readonly repeatable: boolean;
  /** Workspace hashes of the task so far and `content` digests of its records. */
  readonly seen: { readonly workspaces: ReadonlySet<string>; readonly contents: ReadonlySet<string> };
}

export function toLoopRecord(input: FinishedStep): LoopRecord {
  const content = digestContent(input.observation);
  return {
    step: input.step,
    action: input.action,
    parameters: digestParameters(input.parameters),
    ...(input.target !== undefined && { target: input.target }),
    outcome: input.failed ? 'failure' : 'success',
    result: digestResult(input.observation),
    content,
    ...(input.failed && { error: classifyError(input.errorText ?? input.observation) }),
    ...(input.workspace !== undefined && { workspace: input.workspace }),
    ...(input.checks !== undefined && { checks: input.checks }),
    mutates: input.mutates,
    repeatable: input.repeatable,
    progress: input.mutates ? isNewState(input) : isNewContent(input, content),
  };
}

/** What makes two steps the same: the action, its parameters, what came back and, where known, the workspace. */
export function signatureOf(record: LoopRecord): string {
  return [record.action, record.parameters, record.result, record.workspace ?? ''].join(':');
}

/** What is blocked when a loop goes on: the action with these parameters, whatever came back. */
export function actionSignature(action: string, parameters: unknown): string {
  return `${action}:${digestParameters(parameters)}`;
}

function digestParameters(parameters: unknown): string {
  return digest(canonicalJson(parameters));
}

function isNewState(input: FinishedStep): boolean {
  if (input.failed || input.checksWorse === true) return false;
  return input.workspace === undefined || !input.seen.workspaces.has(input.workspace);
}

function isNewContent(input: FinishedStep, content: string): boolean {
  return (!input.failed || input.measures === true) && !input.seen.contents.has(content);
}
