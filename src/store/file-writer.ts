// Appends to a journal on disk while the lease is held.
import path from 'node:path';
import { HEARTBEAT_MS, readText, replaceFile, type Clock, type Disk, type Lease } from '../platform/index.js';
import { AgentForgeError, ControlMessage } from '../schema/index.js';
import { sealEvent, type ChainPosition } from './chain.js';
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

export function createFileWriter({
  disk,
  clock,
  files,
  lease,
  position: start,
}: FileWriterOptions): TaskWriter {
  let position = start;
  let failed = false;
  const heartbeat = setInterval(() => lease.beat(), HEARTBEAT_MS);
  heartbeat.unref();

  return {
    epoch: lease.epoch,
    assertHeld: () => lease.assertHeld(),

    async append(bodies, options) {
      if (failed)
        throw new AgentForgeError(
          'disk_failed',
          'An earlier write to this journal failed; resume the task to go on.',
        );
      lease.assertHeld();
      const at = new Date(clock.now()).toISOString();
      let secrets = options.secrets;
      let next = position;
      const sealed = bodies.map((body) => {
        const one = sealEvent(body, next, { at, epoch: lease.epoch, ...(secrets ? { secrets } : {}) });
        secrets = undefined;
        next = one.event;
        return one;
      });
      try {
        disk.append(files.journal, sealed.map(({ line }) => line).join(''));
        if (options.durable) disk.sync(files.journal);
      } catch (error) {
        failed = true;
        throw error;
      }
      position = { seq: next.seq, hash: next.hash, epoch: next.epoch };
      return sealed.map(({ event }) => event);
    },

    async saveCheckpoint(foldVersion, state) {
      const offset = disk.status(files.journal)?.size ?? 0;
      replaceFile(disk, files.state, renderCheckpoint({ ...position, offset, foldVersion }, state), {
        durable: false,
      });
    },

    async saveView(name, content) {
      replaceFile(disk, path.join(files.folder, `${name}.yaml`), `${JSON.stringify(content, null, 1)}\n`, {
        durable: false,
      });
    },

    async controls() {
      const names = disk.list(files.control).filter((name) => name.endsWith('.json'));
      return names.map((name) => readControl(disk, files.control, name));
    },

    async dropControl(id) {
      disk.remove(path.join(files.control, `${path.basename(id)}.json`));
    },

    async release() {
      clearInterval(heartbeat);
      lease.release();
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
