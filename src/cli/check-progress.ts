// Which file or check is being looked at, on a line that is redrawn.
import type { CheckProgress } from '../check/index.js';
import type { Globals } from './globals.js';
import { fitLine, paint } from './output.js';

const EVERY_MS = 100;

export function showCheckProgress({ json }: Globals): (progress: CheckProgress) => void {
  let shownAt = 0;
  return ({ name, done, total }) => {
    if (!process.stderr.isTTY || json || Date.now() - shownAt < EVERY_MS) return;
    shownAt = Date.now();
    const line = fitLine(`checking ${done} of ${total}: ${name}`, process.stderr.columns);
    process.stderr.write(`\r\u001b[K${paint('dim', line, process.stderr)}`);
  };
}
