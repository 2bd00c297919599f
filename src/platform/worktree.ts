// A second working tree of a repository, outside of it, in which work is done while the user's own tree stays as it is.
import { existsSync, lstatSync, mkdirSync, realpathSync, rmdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { AgentForgeError } from '../schema/index.js';
import { nodeDisk, readText, replaceFile } from './disk.js';
import { findGitFolder } from './git-folder.js';
import { commitFiles, type CommitOutcome } from './git-commit.js';
import { changedFiles, findRepository, requireGit, runGit, type Repository } from './git.js';
import { sha256 } from './hash.js';

export interface WorktreeRequest {
  /** The user's checkout, or a folder in it. */
  readonly root: string;
  /** Asking again with the same id gives the same worktree. */
  readonly id: string;
  /** Where worktrees are kept; the user's cache folder when not given. */
  readonly home?: string;
}

export interface Worktree {
  readonly id: string;
  /** The folder that corresponds to the asked one. */
  readonly root: string;
  /** The user's folder it was made from. */
  readonly origin: string;
  /** The commit it began at. HEAD stays there, so that a commit on the branch changes nothing that was measured. */
  readonly base: string;
  readonly branch: string;
  /** The top of the tree, for git. */
  readonly top: string;
}

/** Made if absent, made anew if a killed process left it half done. */
export async function openWorktree(request: WorktreeRequest): Promise<Worktree> {
  const repository = await requireRepository(request.root);
  const top = placeOf(request, repository);
  const known = (await listTrees(request.root)).find((tree) => tree.top === top);
  if (known && isFinished(top)) return toWorktree(request, repository, known);
  await discard(request.root, top);
  const base = repository.head;
  mkdirSync(path.dirname(top), { recursive: true, mode: 0o700 });
  await requireGit(request.root, ['worktree', 'add', '--quiet', '--detach', top, base]);
  const own = findGitFolder(top)?.own;
  if (own !== undefined) replaceFile(nodeDisk, path.join(own, MARKER), `${request.id}\n`, { durable: true });
  return toWorktree(request, repository, { top, base });
}

/** Those of this repository that were made here, the unfinished ones of killed processes too. */
export async function listWorktrees(request: Omit<WorktreeRequest, 'id'>): Promise<Worktree[]> {
  const repository = await requireRepository(request.root);
  const home = homeOf(request, repository);
  return (await listTrees(request.root))
    .filter(({ top }) => path.dirname(top) === home)
    .map((tree) => toWorktree({ ...request, id: path.basename(tree.top) }, repository, tree));
}

/** False when there was none. Whatever lies elsewhere is never removed, whoever registered it. */
export async function removeWorktree(request: WorktreeRequest): Promise<boolean> {
  const repository = await requireRepository(request.root);
  return discard(request.root, placeOf(request, repository));
}

export function branchOf(id: string): string {
  return `agentforge/fix-${id}`;
}

export interface WorktreeCommit {
  /** Relative to the worktree's root. */
  readonly paths: readonly string[];
  readonly message: string;
  /** From the journal: the same commit again gives the same name. */
  readonly dateIso: string;
}

/** Commits on the worktree's branch, without hooks, signature or a change to any index. */
export async function commitInWorktree(worktree: Worktree, commit: WorktreeCommit): Promise<CommitOutcome> {
  const holder = (await listTrees(worktree.root)).find(
    ({ branch }) => branch === `refs/heads/${worktree.branch}`,
  );
  if (holder)
    throw new AgentForgeError(
      'bad_usage',
      `The branch ${worktree.branch} is checked out in ${holder.top}; switch to another one there first.`,
    );
  return commitFiles({
    ...commit,
    root: worktree.root,
    branch: worktree.branch,
  });
}

/** Tracked changes, or untracked files that are not ignored. What the harness keeps for itself does not count. */
export async function isDirty(root: string): Promise<boolean> {
  const changed = await changedFiles(root);
  return changed.some(({ path: file }) => file !== '.agentforge' && !file.startsWith('.agentforge/'));
}

const MARKER = 'agentforge-worktree';

function isFinished(top: string): boolean {
  const own = findGitFolder(top)?.own;
  return own !== undefined && readText(nodeDisk, path.join(own, MARKER)) !== undefined;
}

type CommittedRepository = Repository & { readonly head: string };

async function requireRepository(root: string): Promise<CommittedRepository> {
  const repository = await findRepository(root);
  if (!repository)
    throw new AgentForgeError(
      'bad_usage',
      `${root} is not in a git repository, so it cannot be worked on in isolation; run \`git init\` and commit first.`,
    );
  const { head } = repository;
  if (head === null)
    throw new AgentForgeError(
      'bad_usage',
      `${root} has no commit yet, so there is nothing to make a worktree of; commit first.`,
    );
  return { ...repository, head };
}

function placeOf(request: WorktreeRequest, repository: Repository): string {
  if (!/^\w[\w-]{0,79}$/.test(request.id))
    throw new AgentForgeError(
      'bad_usage',
      `${request.id} cannot be the id of a worktree; use letters, digits and dashes.`,
    );
  return path.join(homeOf(request, repository), request.id);
}

/** One folder for each repository, never inside it. */
function homeOf({ home = defaultHome() }: Omit<WorktreeRequest, 'id'>, repository: Repository): string {
  const workTree = realpathSync(repository.workTree);
  const common = findGitFolder(workTree)?.common ?? realpathSync(repository.gitDir);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const place = path.join(realpathSync(home), sha256(common).slice(0, 16));
  if (!place.startsWith(`${workTree}${path.sep}`)) return place;
  throw new AgentForgeError(
    'bad_config',
    `Worktrees would lie in ${place}, inside the project; set XDG_CACHE_HOME to a folder outside of it.`,
  );
}

function defaultHome(): string {
  const { XDG_CACHE_HOME } = process.env;
  const cache =
    XDG_CACHE_HOME && path.isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : path.join(os.homedir(), '.cache');
  // Linters whose configuration is reached through a link ignore whatever lies below a folder with a dot.
  const isHidden = cache.split(path.sep).some((part) => part.startsWith('.'));
  const plain = isHidden ? findOwnFolder() : undefined;
  return path.join(plain ?? path.join(cache, 'agentforge'), 'worktrees');
}

/** A folder of the user's own that outlives a restart; undefined where there is none, or where it is somebody else's. */
function findOwnFolder(): string | undefined {
  const user = process.getuid?.();
  if (user === undefined) return undefined;
  const folder = path.join('/var/tmp', `agentforge-${user}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const status = lstatSync(folder);
    return status.isDirectory() && status.uid === user && (status.mode & 0o022) === 0 ? folder : undefined;
  } catch {
    return undefined;
  }
}

interface ListedTree {
  readonly top: string;
  readonly base: string;
  readonly branch?: string;
}

async function listTrees(root: string): Promise<ListedTree[]> {
  const listing = await requireGit(root, ['worktree', 'list', '--porcelain']);
  return listing.split('\n\n').flatMap((record) => {
    const fields = new Map(record.split('\n').map((line) => splitOnce(line)));
    const top = fields.get('worktree');
    const branch = fields.get('branch');
    return top === undefined ? [] : [{ top, base: fields.get('HEAD') ?? '', ...(branch ? { branch } : {}) }];
  });
}

function splitOnce(line: string): [string, string] {
  const at = line.indexOf(' ');
  return at === -1 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
}

function toWorktree(
  { root, id }: WorktreeRequest,
  { prefix }: Repository,
  { top, base }: ListedTree,
): Worktree {
  return { id, top, base, branch: branchOf(id), origin: realpathSync(root), root: path.resolve(top, prefix) };
}

/** Twice forced: git locks a worktree while it is being made, and a killed process leaves the lock. */
async function discard(root: string, top: string): Promise<boolean> {
  const wasThere = existsSync(top);
  const removed = await runGit(root, ['worktree', 'remove', '--force', '--force', top]);
  rmSync(top, { recursive: true, force: true });
  try {
    rmdirSync(path.dirname(top));
  } catch {
    // Others are still in it.
  }
  return wasThere || removed.exitCode === 0;
}
