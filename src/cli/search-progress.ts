// Which recipe is being looked for: on a line that is redrawn, or one line for all of them where nothing can be redrawn.
import type { ViolationInput } from '../schema/index.js';
import { clearLine, fitLine, note, paint } from './output.js';

export interface SearchProgress {
  /** Before a search, which does not pause. */
  start(violation: Pick<ViolationInput, 'symbol' | 'path' | 'line'>): void;
  /** Before what was found is printed. */
  end(): void;
}

export function createSearchProgress(total: number): SearchProgress {
  const { stderr } = process;
  let isSaid = false;
  return {
    start({ symbol, path, line = 1 }) {
      if (stderr.isTTY) {
        const text = `looking for a way to fix ${symbol ?? path} (${path}:${line}) …`;
        stderr.write(`\r\u001b[K${paint('dim', fitLine(text, stderr.columns), stderr)}`);
      } else if (!isSaid) note(`looking for ways to fix ${total} violation${total === 1 ? '' : 's'} …`);
      isSaid = true;
    },
    end: clearLine,
  };
}
