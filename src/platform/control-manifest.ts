// Fingerprints the control files of a workspace, so that a command which changed one is found out.
import { lstatSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { findControlPaths } from './control-files.js';
import { findGitFolder, type GitFolder } from './git-folder.js';
import { sha256 } from './hash.js';

/** Path → fingerprint of kind, mode and content. */
export type ControlManifest = Readonly<Record<string, string>>;

/** The key under which a manifest says that it had to stop; such a manifest cannot vouch for what lies beyond. */
export const TRUNCATED = '(truncated)';

const MAX_FILES = 2_000;
const MAX_HASHED_BYTES = 16 * 1024 * 1024;

export function controlManifest(root: string): ControlManifest {
  const manifest = new Map<string, string>();
  const control = findControlPaths(root);
  if (control.isTruncated) manifest.set(TRUNCATED, 'tree');
  if (!control.paths.includes('.git')) addGit(manifest, '.git', findEnclosing(path.resolve(root)));
  for (const relative of control.paths) {
    const isGit = path.basename(relative) === '.git';
    if (isGit) addGit(manifest, relative, path.join(root, path.dirname(relative)));
    if (!isGit || !isFolder(path.join(root, relative)))
      addPath(manifest, relative, path.join(root, relative));
  }
  return Object.fromEntries([...manifest].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A project below the top of its repository is steered by the git folder above it. */
function findEnclosing(root: string): string {
  const parent = path.dirname(root);
  return parent === root || lstatSync(path.join(parent, '.git'), { throwIfNoEntry: false })
    ? parent
    : findEnclosing(parent);
}

function addGit(manifest: Map<string, string>, name: string, workTree: string): void {
  const git = findGitFolder(workTree);
  if (!git) return;
  for (const item of OWN_PATHS) addPath(manifest, `${name}/${item}`, path.join(git.own, item));
  const refs = git.own === git.common ? ALL_REFS : findOwnRef(git);
  for (const item of [...COMMON_PATHS, ...refs])
    addPath(manifest, `${name}/${item}`, path.join(git.common, item));
}

/** The paths that were added, changed or removed. */
export function manifestDifference(before: ControlManifest, after: ControlManifest): string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...paths].filter((key) => before[key] !== after[key]).sort();
}

/** Volatile or written by the harness itself while commands run. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  '.agentforge/tasks',
  '.agentforge/cache',
  '.agentforge/evidence',
  '.idea/workspace.xml',
  '.idea/shelf',
]);

function isLeftOut(name: string): boolean {
  return LEFT_OUT.has(name) || name.startsWith('.agentforge/graph.db');
}

/**
 * What makes git run something or moves a branch. Objects and the index are data, and remote-tracking refs move whenever
 * an editor fetches. In a linked worktree only its own branch counts: its siblings commit at the same time.
 */
const OWN_PATHS = ['HEAD', 'config.worktree', 'commondir', 'gitdir'];
const COMMON_PATHS = ['config', 'hooks', 'info', 'refs/replace'];
const ALL_REFS = ['packed-refs', 'refs/heads', 'refs/tags', 'refs/stash', 'reftable'];

function findOwnRef(git: GitFolder): string[] {
  try {
    const ref = /^ref: (refs\/\S+)$/m.exec(readFileSync(path.join(git.own, 'HEAD'), 'utf8'))?.[1];
    return ref === undefined ? [] : [ref];
  } catch {
    return [];
  }
}

function addPath(manifest: Map<string, string>, name: string, absolute: string): void {
  if (isLeftOut(name)) return;
  if (manifest.size >= MAX_FILES) {
    manifest.set(TRUNCATED, 'files');
    return;
  }
  const stat = lstatSync(absolute, { throwIfNoEntry: false });
  if (!stat) return;
  const mode = (stat.mode & 0o7777).toString(8);
  if (stat.isSymbolicLink()) manifest.set(name, `link ${readlinkSync(absolute)}`);
  else if (stat.isFile()) manifest.set(name, `file ${mode} ${hashFile(absolute, stat.size, stat.mtimeMs)}`);
  else if (!stat.isDirectory()) manifest.set(name, `special ${mode}`);
  else
    for (const entry of listNames(absolute))
      addPath(manifest, `${name}/${entry}`, path.join(absolute, entry));
}

function hashFile(absolute: string, size: number, mtimeMs: number): string {
  if (size > MAX_HASHED_BYTES) return `large ${size} ${mtimeMs}`;
  try {
    return sha256(readFileSync(absolute));
  } catch {
    return 'unreadable';
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function isFolder(absolute: string): boolean {
  return lstatSync(absolute, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
