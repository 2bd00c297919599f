// Which file or check is being looked at: on a line that is redrawn, or one line where nothing can be redrawn.
import type { CheckProgress } from '../check/index.js';
import type { Globals } from './globals.js';
import { fitLine, note, paint } from './output.js';

const EVERY_MS = 100;
/** In a pipe, what is quicker is not worth a line. */
const SLOW_MS = 2_000;

export function showCheckProgress({ json }: Globals): (progress: CheckProgress) => void {
  if (!process.stderr.isTTY) return tellOnceSlow();
  let shownAt = 0;
  return ({ name, done, total }) => {
    if (json || Date.now() - shownAt < EVERY_MS) return;
    shownAt = Date.now();
    const line = fitLine(`checking ${done} of ${total}: ${name}`, process.stderr.columns);
    process.stderr.write(`\r\u001b[K${paint('dim', line, process.stderr)}`);
  };
}

function tellOnceSlow(): (progress: CheckProgress) => void {
  const startedAt = Date.now();
  let isSaid = false;
  return ({ done, total }) => {
    if (isSaid || Date.now() - startedAt < SLOW_MS) return;
    isSaid = true;
    note(`checking, ${done} of ${total} so far …`);
  };
}
