// Runs something that may take forever, such as a regular expression that backtracks, and gives up after a while.
import { createContext, Script } from 'node:vm';

const script = new Script('job()');
let room: { job?: () => void } | undefined;

/** Only the time limit is wanted of the other context: the job itself runs in ours. */
export function runBounded<T>(timeoutMs: number, job: () => T): { readonly value: T } | 'timed_out' {
  room ??= createContext({}) as { job?: () => void };
  let result: { readonly value: T } | undefined;
  room.job = () => {
    result = { value: job() };
  };
  try {
    script.runInContext(room, { timeout: timeoutMs });
  } catch (error) {
    if (!isTimeout(error)) throw error;
  }
  return result ?? 'timed_out';
}

/** By its code: the error comes from the other context, whose classes are not ours. */
function isTimeout(error: unknown): boolean {
  const isObject = typeof error === 'object' && error !== null;
  return isObject && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
