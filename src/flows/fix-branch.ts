// What became of fixes that were made on a branch, and how to take them back there: in a sentence.
import type { Runtime } from '../engine/index.js';
import { runGit } from '../platform/index.js';
import { AgentForgeError, type FixInputs } from '../schema/index.js';

/** `task` is the flow, or one fix of it. */
export async function describeBranch(
  { workspace: { root } }: Pick<Runtime, 'workspace'>,
  { branch = '' }: FixInputs,
  task: string,
): Promise<string> {
  const merged = await listCommits(root, task, 'HEAD');
  const kept = await dropReverted(root, merged);
  if (kept.length > 0)
    return `What ${task} did is part of the current branch by now, so git takes it back: \`git revert --no-edit ${await nameRange(root, kept)}\`.`;
  if (merged.length > 0) return `What ${task} did was merged and reverted already: there is nothing to undo.`;
  if (await isOnBranch(root, task, `refs/heads/${branch}`))
    return `What ${task} did is only on the branch ${branch}; the current branch does not have it. \`git branch -D ${branch}\` drops it.`;
  return `Nothing of ${task} is on the current branch, and the branch ${branch} does not have it either: there is nothing to undo. \`agentforge abort ${task}\` ends a fix that stopped half-way.`;
}

async function isOnBranch(root: string, task: string, ref: string): Promise<boolean> {
  const { exitCode } = await runGit(root, ['rev-parse', '--quiet', '--verify', ref]);
  return exitCode === 0 && (await listCommits(root, task, ref)).length > 0;
}

/** The newest first; a commit that several were squashed into has their names, too. */
async function listCommits(root: string, task: string, revision: string): Promise<string[]> {
  const name = task.replaceAll('.', '\\.');
  const trailer = `^ *Task: ${name}${/\.\d+$/.test(task) ? '' : '\\.[0-9]*'}$`;
  return searchLog(root, trailer, revision);
}

async function dropReverted(root: string, commits: readonly string[]): Promise<string[]> {
  const kept: string[] = [];
  for (const commit of commits)
    if ((await searchLog(root, `^This reverts commit ${commit}`, 'HEAD')).length === 0) kept.push(commit);
  return kept;
}

async function searchLog(root: string, pattern: string, revision: string): Promise<string[]> {
  const question = ['log', '--format=%H', '--basic-regexp', `--grep=${pattern}`, revision, '--'];
  const { exitCode, stdout, stderr } = await runGit(root, question);
  if (exitCode === 0) return stdout.split('\n').filter((line) => line !== '');
  throw new AgentForgeError('command_failed', `git log failed in ${root}: ${stderr.split('\n', 1)[0] ?? ''}`);
}

const SHOWN_HASH = 10;

/** The first to the last where nothing else lies between them, else one by one. */
async function nameRange(root: string, commits: readonly string[]): Promise<string> {
  const short = commits.map((commit) => commit.slice(0, SHOWN_HASH));
  const [last = '', first = ''] = [short[0], short.at(-1)];
  if (commits.length === 1) return last;
  const { stdout } = await runGit(root, ['rev-list', '--count', `${first}~..${last}`]);
  return Number(stdout) === commits.length ? `${first}~..${last}` : short.join(' ');
}
