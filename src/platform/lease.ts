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
  /** Given back. The file stays, so that the next holder's epoch is a higher one even if this holder recorded nothing. */
  released: z.literal(true).optional(),
});
export type Holder = z.infer<typeof Holder>;

export interface Lease {
  /** Grows with every holder; each journal record carries it. */
  readonly epoch: number;
  isHeld(): boolean;
  /** Throws `lease_lost` when someone else has taken over. */
  assertHeld(): void;
  /** Never throws: a beat that cannot be written makes the lease stale, no more. */
  beat(): void;
  /** Never throws, for the same reason. */
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

const MAX_ATTEMPTS = 5;

/** Takes the lease or throws `lease_held` naming the holder. */
export function acquireLease(options: AcquireOptions): Lease {
  const { disk, clock, file, ids } = options;
  const token = ids.hex(16);
  const mine = `${file}.${token}`;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const current = readHolder(disk, file);
    refuseLive(options, file, current);
    const lastEpoch = Math.max(options.lastEpoch, epochOf(current));
    const holder: Holder = { ...ownIdentity(), token, epoch: lastEpoch + 1 };
    try {
      disk.create(mine, JSON.stringify(holder));
      disk.touch(mine, clock.now());
      if (take(options, mine, current)) return createLease(options, holder);
    } finally {
      attemptQuietly(() => disk.remove(mine));
    }
  }
  throw new AgentForgeError(
    'lease_held',
    `Several processes are trying to take ${options.what}; try again in a moment.`,
  );
}

/** Who holds the lease right now, if anyone alive does. */
export function currentHolder(options: Pick<AcquireOptions, 'disk' | 'clock' | 'file'>): Holder | undefined {
  const holder = readHolder(options.disk, options.file);
  return isLive(options, options.file, holder) ? holder : undefined;
}

function createLease(options: AcquireOptions, holder: Holder): Lease {
  const { disk, clock, file } = options;
  const isHeld = (): boolean => {
    const current = readHolder(disk, file);
    return typeof current === 'object' && current.token === holder.token && !current.released;
  };
  return {
    epoch: holder.epoch,
    isHeld,
    assertHeld: () => {
      if (!isHeld())
        throw new AgentForgeError(
          'lease_lost',
          `Another process took over ${options.what}; this one stops without writing.`,
        );
    },
    beat: () => {
      attemptQuietly(() => {
        if (isHeld()) disk.touch(file, clock.now());
      });
    },
    release: () => {
      attemptQuietly(() => {
        if (isHeld()) giveBack(disk, file, holder);
      });
    },
  };
}

/** Without room for the note that it was given back, removing the file frees it all the same. */
function giveBack(disk: Disk, file: string, holder: Holder): void {
  const note = `${file}.${holder.token}`;
  try {
    disk.create(note, JSON.stringify({ ...holder, released: true }));
    disk.rename(note, file);
  } catch {
    disk.remove(note);
    disk.remove(file);
  }
}

function attemptQuietly(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof AgentForgeError)) throw error;
  }
}

/** Nothing there, something unreadable (a power cut can leave that), or a holder. */
type Found = Holder | 'unreadable' | undefined;

function readHolder(disk: Disk, file: string): Found {
  let text: string;
  try {
    text = disk.read(file).toString('utf8');
  } catch (error) {
    if (isDiskError(error, 'ENOENT')) return undefined;
    throw error;
  }
  try {
    return Holder.parse(JSON.parse(text));
  } catch {
    return 'unreadable';
  }
}

function epochOf(found: Found): number {
  return typeof found === 'object' ? found.epoch : 0;
}

function isLive(
  options: Pick<AcquireOptions, 'disk' | 'clock' | 'takeOver'>,
  file: string,
  found: Found,
): found is Holder {
  if (typeof found !== 'object' || found.released || options.takeOver || !isSameProcess(found)) return false;
  const beatMs = options.disk.status(file)?.modifiedMs ?? 0;
  return options.clock.now() - beatMs <= STALE_AFTER_MS;
}

/** Puts `mine` in the place of what was found there; false when someone else was faster. */
function take(options: AcquireOptions, mine: string, found: Found): boolean {
  const { disk, file } = options;
  if (found === undefined) return tryLink(disk, mine, file);
  // Only one at a time may replace a lease that is not live, or two could each replace the other's new one.
  const taking = `${file}.taking`;
  if (!tryLink(disk, mine, taking)) {
    refuseLive(options, taking, readHolder(disk, taking));
    disk.remove(taking);
    return false;
  }
  try {
    if (!isSame(readHolder(disk, file), found)) return false;
    disk.rename(mine, file);
    return true;
  } finally {
    attemptQuietly(() => disk.remove(taking));
  }
}

function tryLink(disk: Disk, from: string, to: string): boolean {
  try {
    disk.link(from, to);
    return true;
  } catch (error) {
    if (isDiskError(error, 'EEXIST')) return false;
    throw error;
  }
}

function isSame(a: Found, b: Found): boolean {
  return typeof a === 'object' && typeof b === 'object'
    ? a.token === b.token && a.released === b.released
    : a === b;
}

function refuseLive(options: AcquireOptions, file: string, found: Found): void {
  if (!isLive(options, file, found)) return;
  throw new AgentForgeError(
    'lease_held',
    `Process ${found.pid} is working on ${options.what}; wait for it, stop it, or pass --take-over if it hangs.`,
  );
}
