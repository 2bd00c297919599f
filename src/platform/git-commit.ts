// Commits chosen files so that doing it again gives the same commit, leaving the user's index and work tree alone.
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AgentForgeError } from '../schema/index.js';
import { findRepository, requireGit, runGit, type Repository } from './git.js';

export interface CommitRequest {
  readonly root: string;
  /** Relative to the root; each is committed as it is on disk, or as deleted when it is not there. */
  readonly paths: readonly string[];
  readonly message: string;
  /** From the journal, never from the clock: the date is part of the commit's name. */
  readonly dateIso: string;
  /** Begins at HEAD when it does not exist yet. */
  readonly branch: string;
  /** Also stages the paths, for a worktree of ours in which the branch is checked out. */
  readonly updateIndex?: boolean;
}

export interface CommitOutcome {
  readonly commit: string;
  /** False when the branch already holds this content. */
  readonly created: boolean;
}

export async function commitFiles(request: CommitRequest): Promise<CommitOutcome> {
  const repository = await findRepository(request.root);
  if (!repository)
    throw new AgentForgeError(
      'not_found',
      `${request.root} is not in a git repository, so nothing can be committed.`,
    );
  const ref = `refs/heads/${request.branch}`;
  await requireGit(request.root, ['check-ref-format', ref]);
  const tip = await readTip(request.root, ref);
  const parent = tip ?? repository.head;
  const entries = await writeBlobs(request, repository);
  const tree = await writeTree(request.root, parent, entries);
  if (request.updateIndex) await stage(request.root, entries, {});
  if (tip !== null && (await readTree(request.root, tip)) === tree) return { commit: tip, created: false };
  const commit = await writeCommit(request, tree, parent);
  const nothing = '0'.repeat(commit.length);
  await requireGit(request.root, ['update-ref', '-m', 'agentforge', ref, commit, tip ?? nothing]);
  return { commit, created: true };
}

async function readTip(root: string, ref: string): Promise<string | null> {
  const answer = await runGit(root, ['rev-parse', '--quiet', '--verify', `${ref}^{commit}`]);
  return answer.exitCode === 0 ? answer.stdout.trim() : null;
}

async function readTree(root: string, commit: string): Promise<string> {
  return (await requireGit(root, ['rev-parse', `${commit}^{tree}`])).trim();
}

/** Lines for `update-index --index-info`, ended by NUL; mode 0 removes a path. */
async function writeBlobs({ root, paths }: CommitRequest, repository: Repository): Promise<string> {
  let entries = '';
  for (const relative of [...new Set(paths)].sort()) {
    const file = readEntry(root, relative);
    const blob = file
      ? (await requireGit(root, ['hash-object', '-w', '--stdin'], { input: file.content })).trim()
      : NO_BLOB;
    entries += `${file?.mode ?? '0'} ${blob}\t${repository.prefix}${relative}\0`;
  }
  return entries;
}

const NO_BLOB = '0'.repeat(40);

function readEntry(root: string, relative: string): { mode: string; content: Buffer } | undefined {
  const realRoot = realpathSync(root);
  const absolute = path.join(realRoot, relative);
  const folder = path.dirname(absolute);
  const isBelow = `${folder}${path.sep}`.startsWith(`${realRoot}${path.sep}`);
  if (!isBelow || (existsSync(folder) && realpathSync(folder) !== folder)) {
    throw new AgentForgeError(
      'outside_root',
      `${relative} leads through a link or out of ${root}, so it is not committed.`,
    );
  }
  const stat = lstatSync(absolute, { throwIfNoEntry: false });
  if (!stat) return undefined;
  if (stat.isSymbolicLink())
    return { mode: '120000', content: readlinkSync(absolute, { encoding: 'buffer' }) };
  if (!stat.isFile())
    throw new AgentForgeError('command_failed', `${relative} is not a file, so it cannot be committed.`);
  return { mode: stat.mode & 0o100 ? '100755' : '100644', content: readFileSync(absolute) };
}

async function writeTree(root: string, parent: string | null, entries: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'agentforge-index-'));
  try {
    const env = { GIT_INDEX_FILE: path.join(folder, 'index') };
    await requireGit(root, ['read-tree', parent ?? '--empty'], { env });
    await stage(root, entries, env);
    return (await requireGit(root, ['write-tree'], { env })).trim();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function stage(root: string, entries: string, env: Record<string, string>): Promise<void> {
  if (entries !== '') await requireGit(root, ['update-index', '-z', '--index-info'], { input: entries, env });
}

async function writeCommit(request: CommitRequest, tree: string, parent: string | null): Promise<string> {
  const author = await findIdentity(request.root);
  const date = `@${Math.floor(Date.parse(request.dateIso) / 1_000)} +0000`;
  const env = {
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: AGENTFORGE.name,
    GIT_COMMITTER_EMAIL: AGENTFORGE.email,
    GIT_COMMITTER_DATE: date,
  };
  const args = ['commit-tree', tree, ...(parent === null ? [] : ['-p', parent]), '-F', '-'];
  return (await requireGit(request.root, args, { env, input: request.message })).trim();
}

interface Identity {
  readonly name: string;
  readonly email: string;
}

const AGENTFORGE: Identity = { name: 'AgentForge', email: 'agentforge@localhost' };

/** Whoever asked for the work answers for it; without a name in git's settings, AgentForge does. */
async function findIdentity(root: string): Promise<Identity> {
  const [name, email] = [await readSetting(root, 'user.name'), await readSetting(root, 'user.email')];
  return name === '' || email === '' ? AGENTFORGE : { name, email };
}

async function readSetting(root: string, name: string): Promise<string> {
  const { exitCode, stdout } = await runGit(root, ['config', '--get', name]);
  return exitCode === 0 ? stdout.trim() : '';
}

/**
 * Makes a branch the current one where the files already are as it has them: no file is written, and whatever else is
 * uncommitted stays so. Doing it again changes nothing.
 */
export async function adoptBranch(root: string, branch: string, paths: readonly string[]): Promise<void> {
  const ref = `refs/heads/${branch}`;
  const differs = await runGit(root, ['diff', '--quiet', '--no-ext-diff', ref, '--', ...paths]);
  if (differs.exitCode !== 0)
    throw new AgentForgeError(
      'file_changed',
      `The files were changed since they were committed on ${branch}; it was not made the current branch.`,
    );
  await requireGit(root, ['symbolic-ref', '-m', 'agentforge', 'HEAD', ref]);
  await requireGit(root, ['reset', '--quiet', '--', ...paths]);
}

/** Makes a folder a repository with everything in it committed. */
export async function startRepository(root: string, message: string): Promise<void> {
  await requireGit(root, ['init', '--quiet']);
  await requireGit(root, ['add', '--all']);
  const author = [
    '-c',
    `user.name=${AGENTFORGE.name}`,
    '-c',
    `user.email=${AGENTFORGE.email}`,
    '-c',
    'commit.gpgSign=false',
  ];
  await requireGit(root, [...author, 'commit', '--quiet', '--no-verify', '-m', message]);
}
