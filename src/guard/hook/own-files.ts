// Files that a session made itself and that git does not know: whoever takes them away loses nothing of others.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { GuardedAction } from '../contract.js';
import type { SessionLog } from './session-log.js';
import type { HookSurroundings } from './surroundings.js';

/** What an action that is let through will make. */
export function listMade({ files }: GuardedAction, root: string): string[] {
  return files.flatMap(({ path: file, before, after, unknown }) => {
    const isMade = before === null && (after !== null || unknown === true);
    return isMade && !path.isAbsolute(file) && !existsSync(path.join(root, file)) ? [file] : [];
  });
}

export interface OwnTools {
  readonly root: string;
  readonly log: SessionLog;
  readonly load: HookSurroundings['loadSnapshots'];
}

/** Git is asked only about what the session says it made. */
export async function findOwn(
  { files }: GuardedAction,
  { root, log, load }: OwnTools,
): Promise<ReadonlySet<string>> {
  const { made } = log.read();
  const candidates = files.map((file) => file.path).filter((file) => made.has(file));
  if (candidates.length === 0) return new Set();
  const tracked = await (await load()).listTracked(root, candidates);
  return new Set(candidates.filter((file) => !tracked.includes(file)));
}
