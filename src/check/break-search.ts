// A search does not pause, so Ctrl-C would be heard only at its end: here it breaks in.
import { runInNewContext } from 'node:vm';

const breakable = new WeakSet<AbortSignal>();

/** For whoever stops altogether at Ctrl-C: a search that is left in the middle leaves what it used in disorder. */
export function allowBreaking(signal: AbortSignal): void {
  breakable.add(signal);
}

/** Undefined when Ctrl-C ended it; then everybody who listens for that was told. */
export function runBreakably<T>(signal: AbortSignal, work: () => T): T | undefined {
  if (!breakable.has(signal) || process.listenerCount('SIGINT') === 0) return work();
  let outcome: { readonly value: T } | undefined;
  const run = (): void => {
    outcome = { value: work() };
  };
  try {
    // The script only calls back: it is there because nothing else can be interrupted.
    runInNewContext('run()', { run }, { breakOnSigint: true });
  } catch (error) {
    if (!isInterruption(error)) throw error;
    process.emit('SIGINT', 'SIGINT');
  }
  return outcome?.value;
}

/** It is made in the other context, and so is no `Error` of this one. */
function isInterruption(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return error.code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED';
}
