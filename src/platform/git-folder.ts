// Finds the folders that hold a work tree's git data, without asking git: the answer must not depend on configuration.
import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';

export interface GitFolder {
  /** Holds HEAD and the index of this work tree. */
  readonly own: string;
  /** Holds configuration, hooks and refs; the same folder unless this is a linked worktree. */
  readonly common: string;
}

/** For a `.git` folder, or the `.git` file of a worktree or submodule that points elsewhere; `undefined` when there is neither. */
export function findGitFolder(root: string): GitFolder | undefined {
  const dotGit = path.join(root, '.git');
  const own = lstatSync(dotGit, { throwIfNoEntry: false })?.isFile()
    ? followPointer(dotGit, /^gitdir: (.+)$/m)
    : dotGit;
  const realOwn = own === undefined ? undefined : realFolder(own);
  if (realOwn === undefined) return undefined;
  const common = followPointer(path.join(realOwn, 'commondir'), /^(.+)$/m);
  return { own: realOwn, common: (common === undefined ? undefined : realFolder(common)) ?? realOwn };
}

function followPointer(file: string, pattern: RegExp): string | undefined {
  try {
    const target = pattern.exec(readFileSync(file, 'utf8'))?.[1]?.trim();
    return target === undefined ? undefined : path.resolve(path.dirname(file), target);
  } catch {
    return undefined;
  }
}

function realFolder(folder: string): string | undefined {
  try {
    return realpathSync(folder);
  } catch {
    return undefined;
  }
}
