// Applies an edit set: each file exactly once, never through a link, never over someone else's change.
import path from 'node:path';
import { AgentForgeError, type RecordedEdit } from '../schema/index.js';
import { confine } from './confine.js';
import { isDiskError, replaceFile, type Disk, type PinnedDirectory } from './disk.js';
import { failpoint } from './failpoint.js';
import { sha256 } from './hash.js';

export interface ApplyOptions {
  readonly disk: Disk;
  readonly root: string;
  readonly edits: readonly RecordedEdit[];
  /** The image stored under a hash. */
  readonly image: (hash: string) => Uint8Array;
  /** Throws when this writer has lost its lease; called before each file is touched. */
  readonly assertHeld: () => void;
}

export type ApplyOutcome =
  | { readonly ok: true; readonly written: string[] }
  | { readonly ok: false; readonly path: string; readonly message: string };

/**
 * Rolls the set forward: a file still as *before* is written, one already *after* is made durable, anything else stops the
 * whole set before a byte is written.
 */
export function applyEditSet(options: ApplyOptions): ApplyOutcome {
  const foreign = options.edits.find((edit) =>
    isForeign(edit, fileHash(options.disk, options.root, edit.path)),
  );
  if (foreign) return stopAt(options, foreign);
  const written: string[] = [];
  for (const edit of options.edits) {
    try {
      if (applyFile(options, edit)) written.push(edit.path);
    } catch (error) {
      if (!isConflict(error)) throw error;
      return stopAt(options, edit);
    }
    failpoint('file-applied');
  }
  return { ok: true, written };
}

/** The edit set that takes this one back. */
export function invertEdits(edits: readonly RecordedEdit[]): RecordedEdit[] {
  return edits
    .map(({ path: file, before, after }) => ({ path: file, before: after, after: before }))
    .reverse();
}

/** What no file's hash can be: something is there, but it is not a file of the project. */
const NOT_A_FILE = 'not a file';

/** Hash of a project file, null when there is none; for a folder, a link or a way out of the project no hash at all. */
export function fileHash(disk: Disk, root: string, file: string): string | null {
  const confined = confine(root, file, { forWriting: true });
  if (confined.ok) return hashAt(disk, confined.absolute);
  if (confined.reason === 'control_file') throw new AgentForgeError('control_file', confined.message);
  return NOT_A_FILE;
}

function hashAt(disk: Disk, absolute: string): string | null {
  const status = disk.status(absolute);
  if (status === undefined) return null;
  return status.kind === 'file' ? sha256(disk.read(absolute)) : NOT_A_FILE;
}

function isForeign({ before, after }: RecordedEdit, found: string | null): boolean {
  return found !== before && found !== after;
}

function stopAt(options: ApplyOptions, edit: RecordedEdit): ApplyOutcome {
  for (const one of options.edits) tidy(options, one);
  return { ok: false, path: edit.path, message: conflictMessage(edit.path) };
}

/** True when the file was written, false when it already was as it should be. */
function applyFile(options: ApplyOptions, edit: RecordedEdit): boolean {
  const { disk } = options;
  options.assertHeld();
  const parent = pinParent(options, edit);
  if (!parent) return false;
  try {
    const target = `${parent.alias}/${path.basename(edit.path)}`;
    const temporary = temporaryOf(target);
    disk.remove(temporary);
    const found = hashAt(disk, target);
    if (isForeign(edit, found)) throw new AgentForgeError('file_changed', conflictMessage(edit.path));
    if (found === edit.after || edit.after === null) {
      if (found !== edit.after) disk.remove(target);
      // Also when nothing is left to do: whoever did it may have been killed before it was durable.
      disk.syncDirectory(parent.alias);
      return found !== edit.after;
    }
    const mode = disk.status(target)?.mode ?? 'usual';
    replaceFile(disk, target, options.image(edit.after), { mode, durable: true, temporary });
    return true;
  } finally {
    parent.release();
  }
}

/** Always the same name for a file, so that what a killed process left behind is found and removed. */
function temporaryOf(target: string): string {
  return path.join(path.dirname(target), `.agentforge-${sha256(path.basename(target)).slice(0, 16)}.tmp`);
}

/** Removes what an earlier, killed attempt left beside a file that is not going to be written. */
function tidy(options: ApplyOptions, edit: RecordedEdit): void {
  try {
    const parent = pinParent(options, { ...edit, after: null });
    if (parent) options.disk.remove(temporaryOf(`${parent.alias}/${path.basename(edit.path)}`));
    parent?.release();
  } catch {
    // Someone else changed what leads there; it is theirs now.
  }
}

/**
 * Walks down from the root holding each directory open, so that a link planted meanwhile is refused, not followed. Missing
 * folders are made for a file that is to exist; without one there is no parent to hold.
 */
function pinParent({ disk, root }: ApplyOptions, edit: RecordedEdit): PinnedDirectory | undefined {
  const confined = confine(root, edit.path, { forWriting: true });
  if (!confined.ok)
    throw new AgentForgeError(
      confined.reason === 'control_file' ? 'control_file' : 'outside_root',
      confined.message,
    );
  const folders = path.normalize(edit.path).split(path.sep).slice(0, -1);
  let current = disk.pin(confined.realRoot);
  try {
    for (const name of folders) {
      const next = `${current.alias}/${name}`;
      const isMissing = disk.status(next) === undefined;
      if (isMissing && edit.after === null) {
        current.release();
        return undefined;
      }
      if (isMissing) disk.makeDirectory(next);
      // A folder that is there may have been made by an attempt that was killed before it was durable.
      if (edit.before === null) disk.syncDirectory(current.alias);
      const pinned = disk.pin(next);
      current.release();
      current = pinned;
    }
    return current;
  } catch (error) {
    current.release();
    throw error;
  }
}

/** Someone changed the file, or put a link or a file in place of a folder on the way to it. */
function isConflict(error: unknown): boolean {
  if (isDiskError(error, 'ELOOP', 'ENOTDIR')) return true;
  return error instanceof AgentForgeError && (error.code === 'file_changed' || error.code === 'outside_root');
}

function conflictMessage(file: string): string {
  return `${file} was changed by someone else since this edit was planned; it has been left as it is.`;
}
