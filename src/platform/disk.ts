// The file operations everything durable is made of. Small and synchronous, so that a test can record each one,
// fail the n-th one, or lose what was not synced.
import fs from 'node:fs';
import path from 'node:path';
import { AgentForgeError } from '../schema/index.js';

const { O_APPEND, O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = fs.constants;

export interface FileStatus {
  readonly kind: 'file' | 'directory' | 'symlink' | 'other';
  readonly size: number;
  readonly mode: number;
  readonly inode: number;
  readonly modifiedMs: number;
}

/** Nothing here is durable until `sync` (content) and `syncDirectory` (names) have returned. Paths are absolute. */
export interface Disk {
  readonly read: (file: string) => Buffer;
  readonly readFrom: (file: string, offset: number) => Buffer;
  /** Does not follow a symbolic link; undefined when there is nothing. */
  readonly status: (file: string) => FileStatus | undefined;
  readonly list: (directory: string) => string[];
  /** Creates one directory; its parent must exist. */
  readonly makeDirectory: (directory: string) => void;
  /** Creates a new file; fails when the name exists or is a link. Private to this user unless a mode is given. */
  readonly create: (file: string, data: string | Uint8Array, mode?: FileMode) => void;
  /** The file must exist. */
  readonly append: (file: string, data: string | Uint8Array) => void;
  readonly truncate: (file: string, size: number) => void;
  readonly sync: (file: string) => void;
  readonly syncDirectory: (directory: string) => void;
  readonly rename: (from: string, to: string) => void;
  /** Gives a file a second name; fails when the name exists. */
  readonly link: (from: string, to: string) => void;
  readonly remove: (file: string) => void;
  /** Removes a directory and all it holds. */
  readonly removeTree: (directory: string) => void;
  /** Sets the modification time. */
  readonly touch: (file: string, timeMs: number) => void;
  /**
   * Holds a directory open without following a link in its last component. `alias` names the directory that was opened, even
   * if its path leads somewhere else by now (Linux; elsewhere it is the path itself).
   */
  readonly pin: (directory: string) => PinnedDirectory;
}

/** Permission bits as they shall be, or `usual`: what the user's umask gives a new file. */
export type FileMode = number | 'usual';

export interface PinnedDirectory {
  readonly alias: string;
  release(): void;
}

export const nodeDisk: Disk = {
  read: (file) => guarded(`read ${file}`, () => fs.readFileSync(file)),
  readFrom: (file, offset) => guarded(`read ${file}`, () => readFrom(file, offset)),
  status: (file) => guarded(`look at ${file}`, () => statusOf(file)),
  list: (directory) => guarded(`list ${directory}`, () => fs.readdirSync(directory).sort()),
  makeDirectory: (directory) => guarded(`create ${directory}`, () => fs.mkdirSync(directory)),
  create: (file, data, mode) => guarded(`create ${file}`, () => writeAll(file, O_CREAT | O_EXCL, data, mode)),
  append: (file, data) => guarded(`append to ${file}`, () => writeAll(file, O_APPEND, data)),
  truncate: (file, size) => guarded(`truncate ${file}`, () => fs.truncateSync(file, size)),
  sync: (file) => guarded(`sync ${file}`, () => syncPath(file)),
  syncDirectory: (directory) => guarded(`sync ${directory}`, () => syncPath(directory)),
  rename: (from, to) => guarded(`replace ${to}`, () => fs.renameSync(from, to)),
  link: (from, to) => guarded(`create ${to}`, () => fs.linkSync(from, to)),
  remove: (file) => guarded(`remove ${file}`, () => fs.rmSync(file, { force: true })),
  removeTree: (directory) =>
    guarded(`remove ${directory}`, () => fs.rmSync(directory, { recursive: true, force: true })),
  touch: (file, timeMs) => guarded(`touch ${file}`, () => fs.utimesSync(file, timeMs / 1000, timeMs / 1000)),
  pin: (directory) => guarded(`open ${directory}`, () => pinDirectory(directory)),
};

/** Creates a directory and its missing parents. */
export function ensureDirectory(disk: Disk, directory: string): void {
  if (disk.status(directory) !== undefined) return;
  ensureDirectory(disk, path.dirname(directory));
  try {
    disk.makeDirectory(directory);
  } catch (error) {
    if (!isDiskError(error, 'EEXIST')) throw error;
  }
}

/**
 * Creates a directory below `base`; when this returns, it is there after a power cut too. Levels that exist already are synced
 * as well, because whoever made them may have been killed before doing so; once done, they are `known`.
 */
export function ensureDurableDirectory(
  disk: Disk,
  base: string,
  directory: string,
  known: Set<string>,
): void {
  ensureDirectory(disk, directory);
  let parent = base;
  for (const name of path.relative(base, directory).split(path.sep)) {
    const level = path.join(parent, name);
    if (!known.has(level)) disk.syncDirectory(parent);
    known.add(level);
    parent = level;
  }
}

export interface ReplaceOptions {
  readonly mode?: FileMode;
  readonly durable: boolean;
  /** Where the new content is written first; a name of its own by default. */
  readonly temporary?: string;
}

/** Writes a whole file so that after any crash it holds either the old or the new content, never a part. */
export function replaceFile(
  disk: Disk,
  file: string,
  data: string | Uint8Array,
  options: ReplaceOptions,
): void {
  const temporary = options.temporary ?? temporaryName(file);
  writeAside(disk, temporary, data, options, () => disk.rename(temporary, file));
  if (options.durable) disk.syncDirectory(path.dirname(file));
}

/** Writes a new file, whole and durable; `false` when the name is taken, by whoever was first. */
export function createFile(disk: Disk, file: string, data: string | Uint8Array): boolean {
  const temporary = temporaryName(file);
  try {
    writeAside(disk, temporary, data, { durable: true }, () => disk.link(temporary, file));
    disk.remove(temporary);
  } catch (error) {
    if (!isDiskError(error, 'EEXIST')) throw error;
    return false;
  }
  disk.syncDirectory(path.dirname(file));
  return true;
}

function writeAside(
  disk: Disk,
  temporary: string,
  data: string | Uint8Array,
  options: ReplaceOptions,
  publish: () => void,
): void {
  try {
    disk.create(temporary, data, options.mode);
    if (options.durable) disk.sync(temporary);
    publish();
  } catch (error) {
    tryRemove(disk, temporary);
    throw error;
  }
}

function temporaryName(file: string): string {
  return `${file}.${process.pid.toString(36)}-${(counter++).toString(36)}.tmp`;
}

let counter = 0;

export function readText(disk: Disk, file: string): string | undefined {
  return disk.status(file) === undefined ? undefined : disk.read(file).toString('utf8');
}

export function isDiskError(error: unknown, ...codes: string[]): boolean {
  const cause = error instanceof AgentForgeError ? error.cause : error;
  return cause instanceof Error && 'code' in cause && codes.includes(String(cause.code));
}

function guarded<T>(what: string, operation: () => T): T {
  try {
    return operation();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new AgentForgeError('disk_failed', `Could not ${what} (${code}): ${adviceFor(code)}`, { cause });
  }
}

function adviceFor(code: string): string {
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return 'free some disk space, then resume; nothing recorded so far is lost.';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'check the permissions of that path.';
  if (code === 'ENOENT') return 'the path does not exist.';
  if (code === 'EIO') return 'the disk reported an error; check it, then resume.';
  return 'fix that, then resume; nothing recorded so far is lost.';
}

function readFrom(file: string, offset: number): Buffer {
  const descriptor = fs.openSync(file, 'r');
  try {
    const size = fs.fstatSync(descriptor).size;
    const buffer = Buffer.alloc(Math.max(0, size - offset));
    let filled = 0;
    while (filled < buffer.length) {
      const count = fs.readSync(descriptor, buffer, filled, buffer.length - filled, offset + filled);
      if (count === 0) break;
      filled += count;
    }
    return buffer.subarray(0, filled);
  } finally {
    fs.closeSync(descriptor);
  }
}

function statusOf(file: string): FileStatus | undefined {
  const stat = lookAt(file);
  if (!stat) return undefined;
  const kind = stat.isFile()
    ? 'file'
    : stat.isDirectory()
      ? 'directory'
      : stat.isSymbolicLink()
        ? 'symlink'
        : 'other';
  return { kind, size: stat.size, mode: stat.mode & 0o7777, inode: stat.ino, modifiedMs: stat.mtimeMs };
}

/** Below a file there is nothing, just as in a folder that does not exist. */
function lookAt(file: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(file, { throwIfNoEntry: false });
  } catch (error) {
    if (isDiskError(error, 'ENOTDIR')) return undefined;
    throw error;
  }
}

function pinDirectory(directory: string): PinnedDirectory {
  const descriptor = fs.openSync(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  const alias = process.platform === 'linux' ? `/proc/self/fd/${descriptor}` : directory;
  return { alias, release: () => fs.closeSync(descriptor) };
}

function writeAll(file: string, flags: number, data: string | Uint8Array, mode: FileMode = 0o600): void {
  const descriptor = fs.openSync(file, O_WRONLY | O_NOFOLLOW | flags, mode === 'usual' ? 0o666 : mode);
  try {
    // The umask has its say only in what the user would have created with their own hands.
    if (mode !== 'usual' && flags & O_EXCL) fs.fchmodSync(descriptor, mode);
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    let written = 0;
    while (written < bytes.length) written += fs.writeSync(descriptor, bytes, written);
  } finally {
    fs.closeSync(descriptor);
  }
}

function syncPath(file: string): void {
  const descriptor = fs.openSync(file, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

function tryRemove(disk: Disk, file: string): void {
  try {
    disk.remove(file);
  } catch {
    // The first error is the one to report; a leftover temporary file is removed by gc.
  }
}
