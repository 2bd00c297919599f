// Time and randomness, passed in so that tests and replays control them.
import { randomBytes } from 'node:crypto';

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export interface Ids {
  /** `length` random lower-case hexadecimal characters. */
  hex(length: number): string;
}

export const systemClock: Clock = { now: () => Date.now() };

export const randomIds: Ids = {
  hex: (length) =>
    randomBytes(Math.ceil(length / 2))
      .toString('hex')
      .slice(0, length),
};

/** A clock that moves only when told to. */
export function createSimulatedClock(startMs = Date.UTC(2026, 0, 1)): Clock & { advance(ms: number): void } {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance: (ms) => {
      nowMs += ms;
    },
  };
}
