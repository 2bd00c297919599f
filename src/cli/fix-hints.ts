// What to type after a fix, one command a line.
import type { FixSummary } from '../app/index.js';
import { commandLine, type Globals } from './globals.js';

export interface HintContext {
  /** Who fixes, where somebody said so. */
  readonly model?: string | undefined;
  /** The branch that was the current one before. */
  readonly from?: string | undefined;
}

export function listNextCommands(
  globals: Globals,
  summary: FixSummary,
  { model, from }: HintContext,
): string[] {
  const { status, task, where, branch = '', fixed } = summary;
  const command = (words: string): string => commandLine(globals, words);
  if (status === 'aborted') return listAfterAbort(globals, summary);
  if (status !== 'completed')
    return model === 'inbox'
      ? [...listReplies(summary).map(command), command(`resume ${task} --model inbox`)]
      : [command(`resume ${task}`), ...listWaysBack(summary).map(command)];
  const [first] = fixed;
  if (!first) return [];
  if (where === 'worktree') return [`git diff HEAD...${branch}`, `git merge ${branch}`];
  if (where === 'branch') return listOnBranch(branch, first.commit, from);
  return [command(`task diff ${task}`), command(`undo ${task}`)];
}

/** Nothing goes on; what was finished before is there to be kept or dropped. */
function listAfterAbort(globals: Globals, { task, where, branch, diffstat }: FixSummary): string[] {
  if (where === 'worktree')
    return branch === undefined ? [] : [`git merge ${branch}`, `git branch -D ${branch}`];
  return diffstat.files === 0 ? [] : [commandLine(globals, `undo ${task}`)];
}

/** Of what was stopped before its end. */
function listWaysBack({ task, where, diffstat, unfinished }: FixSummary): string[] {
  if (diffstat.files === 0 && unfinished === undefined) return [];
  return [where === 'worktree' ? `abort ${task}` : `undo ${task}`];
}

/** The branch is the current one, and begins where the first fix does. Git does not remember the one before. */
function listOnBranch(branch: string, first = branch, from?: string): string[] {
  const diff = `git diff ${first === branch ? branch : first.slice(0, 10)}~ HEAD`;
  return from === undefined || from === branch ? [diff] : [diff, `git switch ${from}`];
}

/** The one fix that waits for a reply. */
function listReplies({ open }: FixSummary): string[] {
  const task = open.find((one) => one.task !== undefined)?.task;
  return task === undefined ? [] : [`step ${task} --prompt`, `step ${task} --reply FILE`];
}
