// Ctrl-C: the first one lets the work clean up after itself, the second one ends at once.
import { clearLine, note } from './output.js';

const EXIT_INTERRUPTED = 130;

export async function untilInterrupted<T>(
  notice: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const interrupt = new AbortController();
  const stop = (): void => {
    if (interrupt.signal.aborted) process.exit(EXIT_INTERRUPTED);
    clearLine();
    note(notice);
    interrupt.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    return await work(interrupt.signal);
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}
