// Brings into a worktree what its tests need and git does not carry: installed packages, local settings, a build.
import {
  copyFileSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { AgentForgeError, type WorkspacePrepare } from '../schema/index.js';
import { isControlPath } from './control-files.js';
import { nodeDisk, readText, replaceFile } from './disk.js';
import { findGitFolder } from './git-folder.js';
import { requireGit, runGit } from './git.js';
import { canonicalJson, sha256 } from './hash.js';
import { quoteLastLines } from './last-lines.js';
import { parseJson } from './parse-json.js';
import type { Worktree } from './worktree.js';

export interface PrepareOptions {
  /** What the project's configuration says; without it, installed packages are linked and what was built is copied. */
  readonly prepare?: WorkspacePrepare | undefined;
  /** Runs the trusted install command in the worktree. */
  readonly run: (argv: readonly string[], cwd: string) => Promise<PrepareOutcome>;
}

export interface PrepareOutcome {
  readonly exitCode: number | null;
  readonly output: string;
}

export interface Prepared {
  readonly linked: readonly string[];
  readonly copied: readonly string[];
  /** Folders outside the worktree that commands in it must be able to read. */
  readonly readOnly: readonly string[];
}

/** Doing it again adds only what is missing; the command runs once. */
export async function prepareWorktree(worktree: Worktree, options: PrepareOptions): Promise<Prepared> {
  // Packages may be installed further up than the asked folder, and are found there.
  const place = options.prepare ? worktree : toWhole(worktree);
  const { link, copy, command } = options.prepare ?? (await findUnversioned(place));
  const linked = link ?? [];
  const copied = copy ?? [];
  for (const named of [...linked, ...copied]) await requireIgnored(place, named);
  for (const named of linked) linkEntry(place, named);
  for (const named of copied) copyEntry(place, named);
  if (command) await runOnce(worktree, command, options.run);
  return { linked, copied, readOnly: linked.map((named) => realpathSync(path.join(place.origin, named))) };
}

function toWhole(worktree: Worktree): Worktree {
  const { origin, root, top } = worktree;
  return { ...worktree, root: top, origin: path.resolve(origin, path.relative(root, top)) };
}

/** What git ignores beside every manifest that it knows: installed packages, and what was built where the manifest leads to. */
async function findUnversioned({ origin }: Worktree): Promise<WorkspacePrepare> {
  const listing = await requireGit(origin, ['ls-files', '-z', '--', 'package.json', '**/package.json']);
  const manifests = ['package.json', ...listing.split('\0')].filter(
    (file) => path.posix.basename(file) === 'package.json',
  );
  const installed = manifests.map((file) => path.posix.join(path.posix.dirname(file), 'node_modules'));
  const built = manifests.flatMap((file) => listBuilt(origin, file));
  return { link: await keepIgnored(origin, installed), copy: await keepIgnored(origin, built) };
}

async function keepIgnored(origin: string, named: readonly string[]): Promise<string[]> {
  const present = [...new Set(named)].filter((one) => existsSync(path.join(origin, one)));
  const ignored: string[] = [];
  for (const one of present.sort()) if (await isIgnored(origin, one)) ignored.push(one);
  return ignored;
}

/** Where others find the package's code: folders that a build wrote, unless they are in git. */
function listBuilt(origin: string, manifest: string): string[] {
  const parsed = parseJson(readText(nodeDisk, path.join(origin, manifest)));
  if (typeof parsed !== 'object' || parsed === null) return [];
  const { main, module, types, bin, exports } = parsed as Record<string, unknown>;
  return listTexts([main, module, types, bin, exports])
    .map((target) => path.posix.normalize(target).split('/')[0] ?? '')
    .filter((top) => /^\w[\w.-]*$/.test(top) && top !== 'node_modules')
    .map((top) => path.posix.join(path.posix.dirname(manifest), top));
}

/** Every text in a value, however deep. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

async function isIgnored(root: string, named: string): Promise<boolean> {
  return (await runGit(root, ['check-ignore', '--quiet', '--', named])).exitCode === 0;
}

/** What git carries is there already, and what it does not ignore would count as a change of the worktree. */
async function requireIgnored({ origin }: Worktree, named: string): Promise<void> {
  if (path.isAbsolute(named) || path.normalize(named).startsWith('..') || isControlPath(named))
    throw new AgentForgeError(
      'bad_config',
      `workspace.prepare names ${named}; name a path inside the project that is not a control file.`,
    );
  if (!existsSync(path.join(origin, named)))
    throw new AgentForgeError('bad_config', `workspace.prepare names ${named}, which is not there.`);
  if (!(await isIgnored(origin, named)))
    throw new AgentForgeError(
      'bad_config',
      `workspace.prepare names ${named}, which git does not ignore; only ignored paths are brought into a worktree.`,
    );
}

function linkEntry(worktree: Worktree, named: string): void {
  linkInto(worktree, realpathSync(path.join(worktree.origin, named)), path.join(worktree.root, named));
}

/**
 * A folder becomes a folder of links: caches that tools write into it stay in the worktree, and a pattern such as
 * `node_modules/` goes on to ignore it. A package of the project itself must lead to the worktree's own files.
 */
function linkInto(worktree: Worktree, from: string, to: string): void {
  if (!lstatSync(from).isDirectory()) return linkOne(worktree, from, to);
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    const isScope = name.startsWith('@') && lstatSync(path.join(from, name)).isDirectory();
    if (isScope) linkInto(worktree, path.join(from, name), path.join(to, name));
    else if (!CACHES.has(name)) linkOne(worktree, path.join(from, name), path.join(to, name));
  }
}

/** Written by tools as they run. */
const CACHES: ReadonlySet<string> = new Set(['.cache', '.vite', '.vite-temp', '.vitest']);

function linkOne(worktree: Worktree, from: string, to: string): void {
  if (lstatSync(to, { throwIfNoEntry: false })) return;
  mkdirSync(path.dirname(to), { recursive: true });
  symlinkSync(isOwnPackage(worktree, from) ? readlinkSync(from) : from, to);
}

/** A relative link from the installed packages to a folder of the project, as workspaces have them. */
function isOwnPackage({ origin }: Worktree, from: string): boolean {
  if (!lstatSync(from).isSymbolicLink() || path.isAbsolute(readlinkSync(from)) || !existsSync(from))
    return false;
  const relative = path.relative(origin, realpathSync(from));
  return !relative.startsWith('..') && !relative.split(path.sep).includes('node_modules');
}

function copyEntry({ origin, root }: Worktree, named: string): void {
  const [from, to] = [path.join(origin, named), path.join(root, named)];
  mkdirSync(path.dirname(to), { recursive: true });
  if (lstatSync(from).isFile()) {
    if (!existsSync(to)) copyFileSync(from, to, constants.COPYFILE_FICLONE);
    return;
  }
  cpSync(from, to, {
    recursive: true,
    force: false,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
  });
}

/** What it did is noted beside the worktree's git data, so that a resumed run does not wait for it again. */
async function runOnce(
  { root, top }: Worktree,
  command: readonly string[],
  run: PrepareOptions['run'],
): Promise<void> {
  const own = findGitFolder(top)?.own;
  const note = own === undefined ? undefined : path.join(own, 'agentforge-prepared');
  const key = sha256(canonicalJson([...command]));
  if (note !== undefined && readText(nodeDisk, note) === key) return;
  const { exitCode, output } = await run(command, root);
  if (exitCode !== 0)
    throw new AgentForgeError(
      'command_failed',
      `\`${command.join(' ')}\`, which workspace.prepare names, ended with ${exitCode ?? 'a signal'} in the worktree; its last lines:${quoteLastLines(output) || ' none.'}\nMend it, or change workspace.prepare in .agentforge/config.yaml.`,
    );
  if (note !== undefined) replaceFile(nodeDisk, note, key, { durable: true });
}
