// Waiting, passed in as time is: a test's clock moves instead.
import { setTimeout as sleep } from 'node:timers/promises';
import { AgentForgeError } from '../schema/index.js';

/** Throws `interrupted` as soon as the signal says so. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

/** A timer cannot be set for longer than this. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemPause: Pause = async (ms, signal) => {
  try {
    for (let left = ms; left > 0; left -= MAX_TIMER_MS)
      await sleep(Math.min(left, MAX_TIMER_MS), undefined, { signal });
  } catch (cause) {
    throw new AgentForgeError('interrupted', 'Waiting was stopped.', { cause });
  }
};
