// Asks git about a workspace in a way that lets nothing in the repository run: no hook, filter, pager, editor or helper.
import { spawn } from 'node:child_process';
import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { AgentForgeError } from '../schema/index.js';
import { cleanEnvironment } from './environment.js';

export interface GitOptions {
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

export interface GitResult {
  /** `null` when git could not be started or was stopped. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs git without a shell. A failure of git is a result, not an exception. */
export async function runGit(
  root: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<GitResult> {
  const [command = '', ...rest] = args;
  const settings = [...SAFE_CONFIG, ...(FILTER_FREE.has(command) ? [] : await disarmFilters(root))];
  const flags = DIFFING.has(command) ? ['--no-ext-diff', '--no-textconv'] : [];
  return startGit(
    root,
    [...settings.flatMap((setting) => ['-c', setting]), command, ...flags, ...rest],
    options,
  );
}

function startGit(root: string, words: readonly string[], options: GitOptions): Promise<GitResult> {
  return new Promise((resolve) => {
    const child = spawn('git', words, {
      cwd: root,
      env: { ...cleanEnvironment(), ...userHome(), ...SAFE_ENVIRONMENT, ...options.env },
      timeout: options.timeoutMs ?? 120_000,
      killSignal: 'SIGKILL',
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    const finish = (exitCode: number | null, message: string): void =>
      resolve({ exitCode, stdout: Buffer.concat(stdout).toString('utf8'), stderr: message });
    child.once('error', (error) => finish(null, error.message));
    child.once('close', (code) => finish(code, Buffer.concat(stderr).toString('utf8').trim()));
    // Git may end before it has read everything; its exit code is the answer then.
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
  });
}

/** Commands that do not look at files, so that no filter comes into play. */
const FILTER_FREE: ReadonlySet<string> = new Set([
  'check-ref-format',
  'commit-tree',
  'rev-parse',
  'update-ref',
  'write-tree',
]);

const DIFFING: ReadonlySet<string> = new Set([
  'diff',
  'diff-files',
  'diff-index',
  'diff-tree',
  'log',
  'show',
]);

/** Filters that the repository itself configures are programs; the user's own, such as a global git-lfs, stay. */
async function disarmFilters(root: string): Promise<string[]> {
  if (!mayHaveFilters(path.join(root, '.git'))) return [];
  const question = ['config', '--show-scope', '--name-only', '-z', '--get-regexp', '^filter\\.'];
  const words = (await startGit(root, question, {})).stdout.split('\0');
  const keys = words.filter((_, index) => ['local', 'worktree'].includes(words[index - 1] ?? ''));
  const drivers = new Set(keys.map((key) => key.slice('filter.'.length, key.lastIndexOf('.'))));
  return [...drivers].flatMap((driver) =>
    ['clean=', 'smudge=', 'process=', 'required=false'].map((setting) => `filter.${driver}.${setting}`),
  );
}

/** Most repositories have none, which their own settings tell without another process. */
function mayHaveFilters(gitDir: string): boolean {
  const config = path.join(gitDir, 'config');
  if (existsSync(path.join(gitDir, 'config.worktree'))) return true;
  if (!existsSync(config) || !lstatSync(config).isFile()) return true;
  return /filter|include/i.test(readFileSync(config, 'utf8'));
}

/** Runs git and throws one helpful sentence when it fails. */
export async function requireGit(
  root: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<string> {
  const result = await runGit(root, args, options);
  if (result.exitCode === 0) return result.stdout;
  const reason = result.stderr.split('\n')[0] || `exit ${result.exitCode ?? 'by a signal'}`;
  throw new AgentForgeError('command_failed', `git ${args[0] ?? ''} failed in ${root}: ${reason}`);
}

const SAFE_CONFIG = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.pager=cat',
  'core.editor=true',
  'core.sshCommand=false',
  'core.askPass=true',
  'core.quotePath=false',
  'core.splitIndex=false',
  'core.alternateRefsCommand=',
  'credential.helper=',
  'gpg.program=false',
  'i18n.commitEncoding=utf-8',
  'gc.auto=0',
  'log.showSignature=false',
  'maintenance.auto=false',
  'protocol.allow=never',
  'safe.bareRepository=explicit',
  'status.relativePaths=false',
  'submodule.recurse=false',
];

const SAFE_ENVIRONMENT = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_PAGER: 'cat',
  LC_ALL: 'C',
};

/** The user's own settings (what is ignored, which folders are trusted) do count. */
function userHome(): Record<string, string> {
  const { HOME, XDG_CONFIG_HOME } = process.env;
  return { ...(HOME ? { HOME } : {}), ...(XDG_CONFIG_HOME ? { XDG_CONFIG_HOME } : {}) };
}

/** Local branches below a prefix that HEAD does not contain, the newest first. */
export async function listUnmerged(root: string, prefix: string): Promise<string[]> {
  const order = ['--sort=refname', '--sort=-committerdate', '--format=%(refname:short)'];
  const question = ['for-each-ref', '--no-merged=HEAD', ...order, `refs/heads/${prefix}*`];
  const { exitCode, stdout } = await runGit(root, question);
  return exitCode === 0 ? stdout.split('\n').filter((name) => name !== '') : [];
}

export interface Repository {
  readonly gitDir: string;
  readonly workTree: string;
  /** `null` before the first commit. */
  readonly head: string | null;
  /** Where the asked folder lies below the work tree: empty, or a path that ends in `/`. */
  readonly prefix: string;
}

/** The repository a folder belongs to; `undefined` outside of one, or when git is not installed. */
export async function findRepository(root: string): Promise<Repository | undefined> {
  const question = ['rev-parse', '--absolute-git-dir', '--show-toplevel', '--show-prefix'];
  const answer = await runGit(root, question);
  if (answer.exitCode !== 0) return refuseDubious(root, answer.stderr);
  const [gitDir = '', workTree = '', prefix = ''] = answer.stdout.split('\n');
  if (!isInside(realpathSync(workTree), realpathSync(root))) return undefined;
  const head = await runGit(root, ['rev-parse', '--quiet', '--verify', 'HEAD^{commit}']);
  return { gitDir, workTree, head: head.exitCode === 0 ? head.stdout.trim() : null, prefix };
}

/** Taking a repository that git distrusts for no repository would quietly leave its files unwatched. */
function refuseDubious(root: string, stderr: string): undefined {
  if (!stderr.includes('dubious ownership')) return undefined;
  throw new AgentForgeError(
    'bad_config',
    `Git does not trust ${root} because someone else owns it; run \`git config --global --add safe.directory ${root}\`.`,
  );
}

/** A configured `core.worktree` may point anywhere; only a work tree around the asked folder counts. */
function isInside(outer: string, inner: string): boolean {
  const relative = path.relative(outer, inner);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

export interface ChangedFile {
  /** Relative to the asked folder. A nested repository is listed as its folder, and then by its own changed files. */
  readonly path: string;
  readonly status: 'added' | 'modified' | 'deleted' | 'untracked' | 'conflicted';
}

/** Every file that differs from the last commit. A rename is the old path deleted and the new path added. */
export async function changedFiles(root: string, known?: Repository): Promise<ChangedFile[]> {
  const repository = known ?? (await findRepository(root));
  return repository ? listChanged(root, repository, 0) : [];
}

const MAX_NESTING = 5;

async function listChanged(root: string, repository: Repository, depth: number): Promise<ChangedFile[]> {
  // Submodules are asked one by one below: git would look into them without our safeguards.
  const question = [
    'status',
    '--porcelain=v2',
    '-z',
    '--untracked-files=all',
    '--no-renames',
    '--ignore-submodules=dirty',
  ];
  const changed = parseStatus(await requireGit(root, [...question, '--', '.']), repository.prefix);
  const nested = new Set(await listSubmodules(root, repository));
  for (const file of changed) if (file.path.endsWith('/')) nested.add(file.path.slice(0, -1));
  const files = new Map<string, ChangedFile>();
  for (const file of changed) addChanged(files, { ...file, path: file.path.replace(/\/$/, '') });
  for (const folder of depth < MAX_NESTING ? nested : []) {
    for (const file of await listNested(path.join(root, folder), depth)) {
      addChanged(files, { ...file, path: `${folder}/${file.path}` });
    }
  }
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function listNested(folder: string, depth: number): Promise<ChangedFile[]> {
  const repository = existsSync(path.join(folder, '.git')) ? await findRepository(folder) : undefined;
  return repository?.prefix === '' ? listChanged(folder, repository, depth + 1) : [];
}

/** A file deleted from the index but still there is reported twice; it is the present content that differs. */
function addChanged(files: Map<string, ChangedFile>, file: ChangedFile): void {
  files.set(file.path, files.has(file.path) ? { path: file.path, status: 'modified' } : file);
}

const FIELDS_BEFORE_PATH: Readonly<Record<string, number>> = { '1': 8, u: 10, '?': 1 };

function parseStatus(text: string, prefix: string): ChangedFile[] {
  return text.split('\0').flatMap((record) => {
    const kind = record[0] ?? '';
    const skipped = FIELDS_BEFORE_PATH[kind];
    if (skipped === undefined) return [];
    const fullPath = record.split(' ').slice(skipped).join(' ');
    return fullPath.startsWith(prefix)
      ? [{ path: fullPath.slice(prefix.length), status: toStatus(kind, record) }]
      : [];
  });
}

function toStatus(kind: string, record: string): ChangedFile['status'] {
  if (kind === '?') return 'untracked';
  if (kind === 'u') return 'conflicted';
  const [index, workTree] = record.slice(2, 4);
  if (workTree === 'D' || (index === 'D' && workTree === '.')) return 'deleted';
  return index === 'A' || workTree === 'A' ? 'added' : 'modified';
}

async function listSubmodules(root: string, repository: Repository): Promise<string[]> {
  const mayHave =
    existsSync(path.join(repository.workTree, '.gitmodules')) ||
    existsSync(path.join(repository.gitDir, 'modules'));
  if (!mayHave) return [];
  const listing = await requireGit(root, ['ls-files', '--stage', '-z', '--', '.']);
  return listing
    .split('\0')
    .flatMap((line) => (line.startsWith('160000 ') ? [line.slice(line.indexOf('\t') + 1)] : []));
}
