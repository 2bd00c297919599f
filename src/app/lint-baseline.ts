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

export interface LintBaseline {
  /** By path; empty where there is no linter to ask. */
  readonly counts: ReadonlyMap<string, LintCount>;
  /** Why a linter that is there cannot be asked. */
  readonly unwatched?: string;
}

export async function measureLint(
  runtime: Runtime,
  { files, trusted, tell, signal }: LintRequest,
): Promise<LintBaseline> {
  const { workspace } = runtime;
  const linter = trusted && files.length > 0 ? findLinter(workspace.root) : undefined;
  if (!linter) return { counts: new Map() };
  tell(`asking the project's ${linter.name}, so that no fix makes it complain more`);
  const answer = await countLint(
    createRun(runtime, (text) => text, signal),
    workspace.root,
    [...new Set(files)],
  );
  if ('counts' in answer) return answer;
  tell(`its rules are not watched, because it does not run here: ${answer.error}`);
  return { counts: new Map(), unwatched: shorten(answer.error) };
}

const MAX_CHARS = 200;

/** The first line says it; what follows is where in the linter. */
function shorten(error: string): string {
  const line = (error.trim().split('\n', 1)[0] ?? '').replace(/[.:]$/, '');
  return line.length > MAX_CHARS ? `${line.slice(0, MAX_CHARS - 1)}…` : line;
}
