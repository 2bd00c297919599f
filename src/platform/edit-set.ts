// Applies an edit set: each file exactly once, never through a link, never over someone else's change.
import path from 'node:path';
import { AgentForgeError, type RecordedEdit } from '../schema/index.js';
import { confine } from './confine.js';
import type { Disk, PinnedDirectory } from './disk.js';
import { replaceFile } from './disk.js';
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
 * Rolls the set forward: a file still as *before* is written, one already *after* is left, anything else stops the whole set
 * before a byte is written.
 */
export function applyEditSet(options: ApplyOptions): ApplyOutcome {
  const pending: RecordedEdit[] = [];
  for (const edit of options.edits) {
    const current = currentHash(options, edit.path);
    if (current === edit.after) continue;
    if (current !== edit.before) return { ok: false, path: edit.path, message: conflictMessage(edit.path) };
    pending.push(edit);
  }
  for (const edit of pending) {
    applyFile(options, edit);
    failpoint('file-applied');
  }
  return { ok: true, written: pending.map((edit) => edit.path) };
}

/** The edit set that takes this one back. */
export function invertEdits(edits: readonly RecordedEdit[]): RecordedEdit[] {
  return edits.map(({ path: file, before, after }) => ({ path: file, before: after, after: before })).reverse();
}

/** Hash of a project file, null when there is none. */
export function fileHash(disk: Disk, root: string, file: string): string | null {
  return currentHash({ disk, root }, file);
}

function currentHash(options: Pick<ApplyOptions, 'disk' | 'root'>, file: string): string | null {
  const { absolute } = resolveForWriting(options.root, file);
  const status = options.disk.status(absolute);
  if (status === undefined) return null;
  if (status.kind !== 'file') throw new AgentForgeError('file_changed', `${file} is a ${status.kind}, not a file.`);
  return sha256(options.disk.read(absolute));
}

function applyFile(options: ApplyOptions, edit: RecordedEdit): void {
  const { disk } = options;
  options.assertHeld();
  const { absolute, realRoot } = resolveForWriting(options.root, edit.path);
  const parent = pinParent(disk, realRoot, path.relative(realRoot, path.dirname(absolute)));
  try {
    const target = `${parent.alias}/${path.basename(absolute)}`;
    const status = disk.status(target);
    const found = status === undefined ? null : status.kind === 'file' ? sha256(disk.read(target)) : status.kind;
    if (found !== edit.before) throw new AgentForgeError('file_changed', conflictMessage(edit.path));
    if (edit.after === null) {
      disk.remove(target);
      disk.syncDirectory(parent.alias);
    } else {
      replaceFile(disk, target, options.image(edit.after), { mode: status?.mode ?? 0o644, durable: true });
    }
  } finally {
    parent.release();
  }
}

function resolveForWriting(root: string, file: string): { absolute: string; realRoot: string } {
  const confined = confine(root, file, { forWriting: true });
  if (!confined.ok) throw new AgentForgeError(confined.reason === 'control_file' ? 'control_file' : 'outside_root', confined.message);
  return { absolute: confined.absolute, realRoot: confined.realRoot };
}

/** Walks down from the root holding each directory open, so that a link planted meanwhile is refused, not followed. */
function pinParent(disk: Disk, realRoot: string, relative: string): PinnedDirectory {
  let current = disk.pin(realRoot);
  for (const name of relative.split(path.sep).filter((part) => part !== '')) {
    const next = `${current.alias}/${name}`;
    try {
      if (disk.status(next) === undefined) {
        disk.makeDirectory(next);
        disk.syncDirectory(current.alias);
      }
      const pinned = disk.pin(next);
      current.release();
      current = pinned;
    } catch (error) {
      current.release();
      throw error;
    }
  }
  return current;
}

function conflictMessage(file: string): string {
  return `${file} was changed by someone else since this edit was planned; it has been left as it is.`;
}
