// A small value that processes of one user change in turns: a file, and a lock beside it that is held for an instant.
import path from 'node:path';
import {
  ensureDirectory,
  isDiskError,
  parseJson,
  readText,
  replaceFile,
  type Clock,
  type Disk,
  type Ids,
  type Pause,
} from '../../platform/index.js';

/** Nobody needs that long for one change: whoever holds the lock longer has died. */
const STALE_MS = 5_000;
const POLL_MS = 10;

export interface SharedFile {
  /** As it is at this instant. */
  read(): unknown;
  /** Calls `change` with what the file holds; what it returns as `next`, if anything, is stored. */
  update<T>(
    change: (current: unknown) => { readonly next?: unknown; readonly value: T },
    signal: AbortSignal,
  ): Promise<T>;
}

export interface SharedFileOptions {
  readonly file: string;
  readonly disk: Disk;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly pause: Pause;
}

export function openSharedFile({ file, disk, clock, ids, pause }: SharedFileOptions): SharedFile {
  const lock = `${file}.lock`;
  return {
    read: () => parseJson(readText(disk, file)),
    async update(change, signal) {
      ensureDirectory(disk, path.dirname(file));
      while (!tryLock()) await pause(POLL_MS * (0.5 + 2 * Math.random()), signal);
      try {
        const { next, value } = change(parseJson(readText(disk, file)));
        if (next !== undefined) replaceFile(disk, file, JSON.stringify(next), { durable: false });
        return value;
      } finally {
        disk.remove(lock);
      }
    },
  };

  function tryLock(): boolean {
    try {
      disk.create(lock, '');
      return true;
    } catch (error) {
      if (!isDiskError(error, 'EEXIST')) throw error;
      removeStale();
      return false;
    }
  }

  /** Renamed first, so that of several who saw the old lock one alone takes it away. At worst two change the file at once, and one change is forgotten. */
  function removeStale(): void {
    const status = disk.status(lock);
    if (status === undefined || clock.now() - status.modifiedMs < STALE_MS) return;
    const aside = `${lock}.${ids.hex(8)}`;
    try {
      disk.rename(lock, aside);
      disk.remove(aside);
    } catch (error) {
      if (!isDiskError(error, 'ENOENT')) throw error;
    }
  }
}
