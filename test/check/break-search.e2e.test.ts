import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';

/** Works for ever in one go, as far as the event loop is concerned, and says what became of it. */
const SCRIPT = `
  import { writeSync } from 'node:fs';
  import { allowBreaking, runBreakably } from './dist/check/break-search.js';
  const stop = new AbortController();
  process.on('SIGINT', () => stop.abort());
  allowBreaking(stop.signal);
  const found = runBreakably(stop.signal, () => {
    writeSync(1, 'searching');
    for (let turn = 0; turn >= 0; turn++);
  });
  writeSync(1, ' ' + found + ', stopped: ' + stop.signal.aborted);
`;

test('Ctrl-C is heard in the middle of a search that would never end, by whoever listens', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], { stdio: 'pipe' });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
    if (printed === 'searching') child.kill('SIGINT');
  });
  const exitCode = await new Promise<number | null>((resolve) => child.on('close', resolve));
  expect([exitCode, printed]).toEqual([0, 'searching undefined, stopped: true']);
});
