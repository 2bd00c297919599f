// What the project's own linter says before anything is fixed, so that no fix makes it say more.
import { countLint, findLinter, type LintCount } from '../check/index.js';
import type { Runtime } from '../engine/index.js';
import { createRun } from './verify.js';

export interface LintRequest {
  readonly files: readonly string[];
  /** Whether programs of the project may run. */
  readonly trusted: boolean;
  readonly tell: (what: string) => void;
  readonly signal: AbortSignal | undefined;
}

/** By path; empty where there is no linter to ask. */
export async function measureLint(
  runtime: Runtime,
  { files, trusted, tell, signal }: LintRequest,
): Promise<ReadonlyMap<string, LintCount>> {
  const { workspace } = runtime;
  const linter = trusted && files.length > 0 ? findLinter(workspace.root) : undefined;
  if (!linter) return new Map();
  tell(`asking the project's ${linter.name}, so that no fix makes it complain more`);
  const answer = await countLint(
    createRun(runtime, (text) => text, signal),
    workspace.root,
    [...new Set(files)],
  );
  if ('counts' in answer) return answer.counts;
  tell(`its rules are not watched, because it does not run here: ${answer.error}`);
  return new Map();
}
