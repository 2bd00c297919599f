// One writer per task, one mutating task per workspace: a lock file that names its holder and beats.
import { z } from 'zod';
import { AgentForgeError } from '../schema/index.js';
import type { Clock, Ids } from './clock.js';
import { isDiskError, type Disk } from './disk.js';
import { isSameProcess, ownIdentity } from './process-identity.js';

export const HEARTBEAT_MS = 5_000;
export const STALE_AFTER_MS = 30_000;

const Holder = z.object({
  pid: z.number().int(),
  startTime: z.string(),
  bootId: z.string(),
  token: z.string(),
  epoch: z.number().int(),
});
export type Holder = z.infer<typeof Holder>;

export interface Lease {
  /** Grows with every holder; each journal record carries it. */
  readonly epoch: number;
  isHeld(): boolean;
  /** Throws `lease_lost` when someone else has taken over. */
  assertHeld(): void;
  beat(): void;
  release(): void;
}

export interface AcquireOptions {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly file: string;
  /** What is being held, for messages: `task t-1`. */
  readonly what: string;
  /** The highest epoch already used. */
  readonly lastEpoch: number;
  readonly takeOver?: boolean;
}

/** Takes the lease or throws `lease_held` naming the holder. */
export function acquireLease(options: AcquireOptions): Lease {
  const { disk, file, ids } = options;
  const token = ids.hex(16);
  let lastEpoch = options.lastEpoch;
  for (let attempt = 0; attempt < 5; attempt++) {
    const mine = `${file}.${token}-${attempt}`;
    const holder: Holder = { ...ownIdentity(), token, epoch: lastEpoch + 1 };
    disk.create(mine, JSON.stringify(holder));
    try {
      disk.link(mine, file);
      return createLease(options, holder);
    } catch (error) {
      if (!isDiskError(error, 'EEXIST')) throw error;
    } finally {
      disk.remove(mine);
    }
    const current = readHolder(disk, file);
    if (current && !isStale(options, current)) throw heldError(options.what, current);
    lastEpoch = Math.max(lastEpoch, current?.epoch ?? 0);
    evict(disk, file, current, token);
  }
  throw new AgentForgeError('lease_held', `Several processes are trying to take ${options.what}; try again in a moment.`);
}

/** Who holds the lease right now, if anyone alive does. */
export function currentHolder(options: Pick<AcquireOptions, 'disk' | 'clock' | 'file'>): Holder | undefined {
  const holder = readHolder(options.disk, options.file);
  return holder && !isStale(options, holder) ? holder : undefined;
}

function createLease(options: AcquireOptions, holder: Holder): Lease {
  const { disk, clock, file } = options;
  disk.touch(file, clock.now());
  const isHeld = (): boolean => readHolder(disk, file)?.token === holder.token;
  return {
    epoch: holder.epoch,
    isHeld,
    assertHeld: () => {
      if (!isHeld()) throw new AgentForgeError('lease_lost', `Another process took over ${options.what}; this one stops without writing.`);
    },
    beat: () => {
      if (isHeld()) disk.touch(file, clock.now());
    },
    release: () => {
      if (isHeld()) disk.remove(file);
    },
  };
}

function readHolder(disk: Disk, file: string): Holder | undefined {
  try {
    const parsed = Holder.safeParse(JSON.parse(disk.read(file).toString('utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

function isStale(options: Pick<AcquireOptions, 'disk' | 'clock' | 'file' | 'takeOver'> & { takeOver?: boolean }, holder: Holder): boolean {
  if (options.takeOver || !isSameProcess(holder)) return true;
  const beatMs = options.disk.status(options.file)?.modifiedMs ?? 0;
  return options.clock.now() - beatMs > STALE_AFTER_MS;
}

/** Moves a stale lease aside; if it turns out to be another, newer one, puts that back. */
function evict(disk: Disk, file: string, judged: Holder | undefined, token: string): void {
  const aside = `${file}.${token}-stale`;
  try {
    disk.rename(file, aside);
  } catch (error) {
    if (isDiskError(error, 'ENOENT')) return;
    throw error;
  }
  if (readHolder(disk, aside)?.token !== judged?.token) {
    try {
      disk.link(aside, file);
    } catch (error) {
      if (!isDiskError(error, 'EEXIST')) throw error;
    }
  }
  disk.remove(aside);
}

function heldError(what: string, holder: Holder): AgentForgeError {
  return new AgentForgeError(
    'lease_held',
    `Process ${holder.pid} is working on ${what}; wait for it, stop it, or pass --take-over if it hangs.`,
  );
}
