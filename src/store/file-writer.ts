// Appends to a journal on disk while the lease is held.
import path from 'node:path';
import { HEARTBEAT_MS, readText, replaceFile, type Clock, type Disk, type Lease } from '../platform/index.js';
import { AgentForgeError, ControlMessage, type Event } from '../schema/index.js';
import { sealBatch, type ChainPosition } from './chain.js';
import { renderCheckpoint } from './checkpoint.js';
import type { PendingControl, TaskWriter } from './contract.js';
import type { TaskFiles } from './task-files.js';

export interface FileWriterOptions {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly files: TaskFiles;
  readonly lease: Lease;
  readonly position: ChainPosition;
}

export function createFileWriter(options: FileWriterOptions): TaskWriter {
  const { disk, files, lease } = options;
  const appender = createAppender(options);
  const heartbeat = setInterval(() => lease.beat(), HEARTBEAT_MS);
  heartbeat.unref();
  const saveBeside = (file: string, text: string): void => {
    appender.assertUsable();
    replaceFile(disk, file, text, { durable: false });
  };

  return {
    epoch: lease.epoch,
    assertHeld: () => lease.assertHeld(),
    append: async (bodies, how) => appender.append(bodies, how),

    async saveCheckpoint(foldVersion, state) {
      saveBeside(files.state, renderCheckpoint({ ...appender.settle(), foldVersion }, state));
    },

    async saveView(name, content) {
      saveBeside(path.join(files.folder, `${name}.yaml`), `${JSON.stringify(content, null, 1)}\n`);
    },

    async controls() {
      if (disk.status(files.control) === undefined) return [];
      const names = disk.list(files.control).filter((name) => name.endsWith('.json'));
      return names.map((name) => readControl(disk, files.control, name));
    },

    async dropControl(id) {
      appender.assertUsable();
      disk.remove(path.join(files.control, `${path.basename(id)}.json`));
    },

    async release() {
      clearInterval(heartbeat);
      lease.release();
    },
  };
}

interface Appender {
  /** Throws once the lease is lost or a write has failed. */
  assertUsable(): void;
  append(...args: Parameters<TaskWriter['append']>): Event[];
  /** Where the chain stands and how long the journal is, both on disk. */
  settle(): ChainPosition & { offset: number };
}

function createAppender({ disk, clock, files, lease, position: start }: FileWriterOptions): Appender {
  let position = start;
  let hasFailed = false;
  let isSynced = true;
  const sync = (): void => {
    disk.sync(files.journal);
    isSynced = true;
  };
  const assertUsable = (): void => {
    if (hasFailed)
      throw new AgentForgeError(
        'disk_failed',
        'An earlier write to this journal failed; resume the task to go on.',
      );
    lease.assertHeld();
  };
  return {
    assertUsable,
    append(bodies, { durable, secrets }) {
      assertUsable();
      const at = new Date(clock.now()).toISOString();
      const { events, text, end } = sealBatch(bodies, position, { at, epoch: lease.epoch, secrets });
      try {
        isSynced = false;
        disk.append(files.journal, text);
        if (durable) sync();
      } catch (error) {
        // What reached the disk is unknown now; the next holder reads it and goes on from there.
        hasFailed = true;
        throw error;
      }
      position = end;
      return events;
    },
    settle() {
      // A checkpoint must never be ahead of its journal, whatever order the disk writes them in.
      if (!isSynced) sync();
      return { ...position, offset: disk.status(files.journal)?.size ?? 0 };
    },
  };
}

function readControl(disk: Disk, folder: string, name: string): PendingControl {
  const text = readText(disk, path.join(folder, name)) ?? '';
  try {
    return { id: name.slice(0, -'.json'.length), message: ControlMessage.parse(JSON.parse(text)) };
  } catch (cause) {
    throw new AgentForgeError(
      'bad_usage',
      `control/${name} is not a message this version understands; remove that file.`,
      { cause },
    );
  }
}
