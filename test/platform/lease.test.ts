// A lease by the rules of its file: who is dead, who is stale, who may beat. Processes that race are in test/crash.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  acquireLease,
  createSimulatedClock,
  currentHolder,
  nodeDisk,
  randomIds,
  STALE_AFTER_MS,
} from '../../src/platform/index.js';
import type { Disk, Lease } from '../../src/platform/index.js';
import { ownIdentity } from '../../src/platform/process-identity.js';
import { AgentForgeError } from '../../src/schema/index.js';
import { makeFolder, removeFolders } from '../store/folders.js';

afterAll(removeFolders);

describe('a lease', () => {
  let file: string;
  const clock = createSimulatedClock();

  beforeEach(() => {
    file = path.join(makeFolder('lease'), 'lease');
  });

  const acquire = (options: { takeOver?: boolean; lastEpoch?: number; disk?: Disk } = {}): Lease =>
    acquireLease({
      disk: nodeDisk,
      clock,
      ids: randomIds,
      file,
      what: 'the thing',
      lastEpoch: 0,
      ...options,
    });
  const write = (changes: object): void => {
    writeFileSync(file, JSON.stringify({ ...ownIdentity(), token: 'another', epoch: 7, ...changes }));
    nodeDisk.touch(file, clock.now());
  };
  const held: unknown = expect.objectContaining({ code: 'lease_held' });

  test('names its holder while it is held, and nobody afterwards', () => {
    const lease = acquire();
    expect(currentHolder({ disk: nodeDisk, clock, file })).toMatchObject({ pid: process.pid, epoch: 1 });
    expect(() => acquire()).toThrow(
      expect.objectContaining({
        code: 'lease_held',
        message: expect.stringMatching(/^Process \d+ is working on the thing; .*--take-over/) as string,
      }) as Error,
    );
    lease.release();
    expect(currentHolder({ disk: nodeDisk, clock, file })).toBeUndefined();
    expect(lease.isHeld()).toBe(false);
  });

  test('of a living holder whose heartbeat is fresh is not taken over', () => {
    write({});
    clock.advance(STALE_AFTER_MS);
    expect(() => acquire()).toThrow(held);
  });

  test('of a living holder whose heartbeat is older than 30 seconds is taken over', () => {
    const former = acquire();
    clock.advance(STALE_AFTER_MS + 1);
    const lease = acquire();
    expect(lease.epoch).toBe(former.epoch + 1);
    expect(() => former.assertHeld()).toThrow(expect.objectContaining({ code: 'lease_lost' }) as Error);
    former.beat();
    former.release();
    expect(lease.isHeld()).toBe(true);
  });

  test('stays fresh as long as its holder beats', () => {
    const lease = acquire();
    for (let beat = 0; beat < 5; beat++) {
      clock.advance(STALE_AFTER_MS - 1);
      lease.beat();
    }
    clock.advance(STALE_AFTER_MS - 1);
    expect(() => acquire()).toThrow(held);
  });

  test('of a dead process is taken at once', () => {
    write({ pid: 4_194_305 });
    expect(acquire().epoch).toBe(8);
  });

  test('of a process whose pid was given to another is taken at once', () => {
    write({ startTime: '1' });
    expect(currentHolder({ disk: nodeDisk, clock, file })).toBeUndefined();
    expect(acquire().epoch).toBe(8);
  });

  test('of a process before the machine was started again is taken at once', () => {
    write({ bootId: 'another' });
    expect(acquire().epoch).toBe(8);
  });

  test('is taken from a living holder when that is wanted', () => {
    const former = acquire();
    const lease = acquire({ takeOver: true });
    expect(former.isHeld()).toBe(false);
    expect(lease.isHeld()).toBe(true);
  });

  test('has an epoch above the last one used and above every holder before', () => {
    expect(acquire({ lastEpoch: 41 }).epoch).toBe(42);
    expect(acquire({ lastEpoch: 3, takeOver: true }).epoch).toBe(43);
  });

  test('leaves nothing beside its file', () => {
    const lease = acquire();
    acquire({ takeOver: true }).release();
    lease.release();
    expect(nodeDisk.list(path.dirname(file))).toEqual(['lease']);
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  test('is given back although there is no room for a note', () => {
    const lease = acquire();
    const full: Disk = { ...nodeDisk, create: refuse };
    const other = acquire({ takeOver: true });
    other.release();
    expect(lease.isHeld()).toBe(false);
    const last = acquireLease({
      disk: { ...nodeDisk, create: once(nodeDisk.create, full.create) },
      clock,
      ids: randomIds,
      file,
      what: 'x',
      lastEpoch: 0,
    });
    last.release();
    expect(existsSync(file)).toBe(false);
  });

  test('that cannot be read is not taken for a free one, and a beat that fails harms nobody', () => {
    const lease = acquire();
    const broken: Disk = { ...nodeDisk, read: refuse };
    expect(() => acquire({ disk: broken })).toThrow(
      expect.objectContaining({ code: 'disk_failed' }) as Error,
    );
    const unlucky = acquire({ takeOver: true, disk: { ...nodeDisk, touch: once(nodeDisk.touch, refuse) } });
    unlucky.beat();
    expect(unlucky.isHeld()).toBe(true);
    expect(lease.isHeld()).toBe(false);
    expect(readFileSync(file, 'utf8')).toContain(String(process.pid));
  });
});

function refuse(): never {
  throw new AgentForgeError('disk_failed', 'The disk says no.', {
    cause: Object.assign(new Error('EIO'), { code: 'EIO' }),
  });
}

/** The first call goes through, every later one to `then`. */
function once<A extends unknown[]>(
  first: (...args: A) => void,
  then: (...args: A) => void,
): (...args: A) => void {
  let calls = 0;
  return (...args) => (calls++ === 0 ? first(...args) : then(...args));
}
