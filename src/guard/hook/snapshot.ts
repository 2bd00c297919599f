// What a workspace holds before a command, so that what the command changed can be seen. Needs git, and so is loaded only then.
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  changedFiles,
  controlManifest,
  findRepository,
  manifestDifference,
  runGit,
  workspaceHash,
  type ControlManifest,
} from '../../platform/index.js';

export interface Snapshot {
  /** Undefined outside git. */
  readonly head?: string | null;
  /** What differs from the last commit; outside git, everything. */
  readonly dirty: Readonly<Record<string, KeptFile>>;
  readonly control: ControlManifest;
  /** What the control files held. */
  readonly kept: Readonly<Record<string, string>>;
  readonly evidence: Readonly<Record<string, number>>;
}

interface KeptFile {
  readonly hash: string | null;
  readonly text?: string;
}

export interface WorkspaceChange {
  readonly path: string;
  /** Undefined when nobody knows any more. */
  readonly before: string | null | undefined;
  readonly after: string | null | undefined;
  /** The last commit has it as it was. */
  readonly isCommitted: boolean;
}

export async function hashWorkspace(root: string): Promise<string> {
  return (await workspaceHash(root)).hash;
}

/** Those of the files that git keeps, staged ones included. */
export async function listTracked(root: string, files: readonly string[]): Promise<readonly string[]> {
  const { exitCode, stdout } = await runGit(root, ['ls-files', '-z', '--', ...files.map(literal)]);
  // Outside git nobody can say, so none is taken for the session's own.
  return exitCode === 0 ? stdout.split('\0').filter((file) => file !== '') : files;
}

/** A name is a name, and no pattern. */
function literal(file: string): string {
  return `:(literal)${file}`;
}

export async function takeSnapshot(root: string): Promise<Snapshot> {
  const repository = await findRepository(root);
  const files = repository ? (await changedFiles(root, repository)).map((file) => file.path) : listAll(root);
  const control = controlManifest(root);
  const budget = { left: MAX_KEPT_BYTES };
  const dirty = files.filter(isWatched).map((file) => [file, keepFile(root, file, budget)] as const);
  const kept = Object.keys(control)
    .filter(isSteering)
    .flatMap((file) => keepText(root, file, budget));
  return {
    ...(repository ? { head: repository.head } : {}),
    dirty: Object.fromEntries(dirty),
    control,
    kept: Object.fromEntries(kept),
    evidence: listEvidence(root),
  };
}

const MAX_KEPT_BYTES = 4_000_000;
const MAX_FILE_BYTES = 200_000;
const MAX_FILES = 3_000;

interface Budget {
  left: number;
}

function keepFile(root: string, file: string, budget: Budget): KeptFile {
  const data = readBytes(path.join(root, file));
  if (data === undefined) return { hash: null };
  const hash = createHash('sha256').update(data).digest('hex');
  if (data.length > MAX_FILE_BYTES || data.length > budget.left || data.includes(0)) return { hash };
  budget.left -= data.length;
  return { hash, text: data.toString('utf8') };
}

function keepText(root: string, file: string, budget: Budget): [string, string][] {
  const { text } = keepFile(root, file, budget);
  return text === undefined ? [] : [[file, text]];
}

function readBytes(absolute: string): Buffer | undefined {
  try {
    const stat = lstatSync(absolute);
    if (stat.isSymbolicLink()) return Buffer.from('link');
    return stat.isFile() && stat.size < 50_000_000 ? readFileSync(absolute) : undefined;
  } catch {
    return undefined;
  }
}

/** What the harness itself keeps changes all the time. */
function isWatched(file: string): boolean {
  return !file.startsWith('.agentforge/');
}

/** Branches, tags and the index move with everyday work. */
function isSteering(file: string): boolean {
  return (
    !/(?:^|\/)\.git\/(?:HEAD|packed-refs|refs|reftable|info\/refs)/.test(file) &&
    !/^\.agentforge\/spool/.test(file)
  );
}

function listAll(root: string): string[] {
  const found: string[] = [];
  const waiting = [''];
  for (
    let folder = waiting.shift();
    folder !== undefined && found.length < MAX_FILES;
    folder = waiting.shift()
  ) {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const file = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !/^(?:node_modules|\..*|dist|build|coverage)$/.test(entry.name))
        waiting.push(file);
      if (entry.isFile()) found.push(file);
    }
  }
  return found.slice(0, MAX_FILES);
}

function listEvidence(root: string): Record<string, number> {
  const folder = path.join(root, '.agentforge/evidence');
  if (!existsSync(folder)) return {};
  const names = readdirSync(folder).slice(0, MAX_FILES);
  return Object.fromEntries(names.map((name) => [name, statSync(path.join(folder, name)).mtimeMs]));
}

const MAX_CHANGES = 200;

/** `mayCommit`: the command made commits of what it changed, rather than going to others. */
export async function findChanges(
  root: string,
  before: Snapshot,
  options: { readonly mayCommit: boolean; readonly mayVerify: boolean },
): Promise<WorkspaceChange[]> {
  const repository = await findRepository(root);
  const now = repository ? (await changedFiles(root, repository)).map((file) => file.path) : listAll(root);
  const moved = options.mayCommit ? await listCommitted(root, before.head, repository?.head) : [];
  const candidates = [...new Set([...Object.keys(before.dirty), ...now, ...moved])].filter(isWatched);
  const changes: WorkspaceChange[] = [];
  for (const file of candidates.slice(0, MAX_CHANGES)) {
    const change = await describeChange(root, file, before);
    if (change) changes.push(change);
  }
  const steering = [
    ...findControlChanges(root, before),
    ...(options.mayVerify ? [] : findForged(root, before)),
  ];
  return [...changes, ...steering].filter((change) => !isEverydayChange(change));
}

async function listCommitted(
  root: string,
  old: string | null | undefined,
  head: string | null | undefined,
): Promise<string[]> {
  if (!old || !head || old === head) return [];
  const { stdout } = await runGit(root, [
    'diff',
    '--name-only',
    '--no-renames',
    '--relative',
    '-z',
    old,
    head,
  ]);
  return stdout.split('\0').filter((file) => file !== '');
}

async function describeChange(
  root: string,
  file: string,
  before: Snapshot,
): Promise<WorkspaceChange | undefined> {
  const known = Object.hasOwn(before.dirty, file) ? before.dirty[file] : undefined;
  const now = keepFile(root, file, { left: MAX_FILE_BYTES });
  const after = now.hash === null ? null : now.text;
  if (known) {
    if (known.hash === now.hash) return undefined;
    return { path: file, before: known.hash === null ? null : known.text, after, isCommitted: false };
  }
  const committed = before.head ? await showCommitted(root, before.head, file) : null;
  if (committed === after && after !== undefined) return undefined;
  return { path: file, before: committed, after, isCommitted: committed !== null };
}

async function showCommitted(root: string, head: string, file: string): Promise<string | null> {
  const { exitCode, stdout } = await runGit(root, ['show', `${head}:./${file}`]);
  return exitCode === 0 ? stdout : null;
}

function findControlChanges(root: string, before: Snapshot): WorkspaceChange[] {
  return manifestDifference(before.control, controlManifest(root))
    .filter(isSteering)
    .flatMap((file) => {
      const old = Object.hasOwn(before.control, file) ? before.kept[file] : null;
      const { hash, text } = keepFile(root, file, { left: MAX_FILE_BYTES });
      return [{ path: file, before: old, after: hash === null ? null : text, isCommitted: false }];
    });
}

/** Git notes upstreams in its settings, and Claude what a person allowed it; neither makes anything run. */
function isEverydayChange({ path: file, before, after }: WorkspaceChange): boolean {
  if (typeof before !== 'string' || typeof after !== 'string') return false;
  if (/(?:^|\/)\.git\/config$/.test(file)) return dropBranches(before) === dropBranches(after);
  return /\.claude\/settings\.local\.json$/.test(file) && dropPermissions(before) === dropPermissions(after);
}

function dropBranches(text: string): string {
  return text.replace(/^\[(?:branch|remote) "[^\]]*\]\n(?:[ \t][^\n]*\n?)*/gm, '').trim();
}

function dropPermissions(text: string): string {
  try {
    const { permissions: _, ...rest } = JSON.parse(text) as Record<string, unknown>;
    return JSON.stringify(rest);
  } catch {
    return text;
  }
}

/** Verdicts are stored by `verify`, and by nothing else. */
function findForged(root: string, before: Snapshot): WorkspaceChange[] {
  const now = listEvidence(root);
  return Object.keys(now)
    .filter((name) => before.evidence[name] !== now[name])
    .map((name) => ({
      path: `.agentforge/evidence/${name}`,
      before: null,
      after: undefined,
      isCommitted: false,
    }));
}
