// Many processes, one limit: nothing is refused for it, and nearly all of it is used.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { readOptions, ROOT } from '../lib/options.js';
import { atLeast, atMost, createReport } from '../lib/report.js';

const PROCESSES = 64;
const CALLS = 12;
/** The server's minute. */
const MINUTE_MS = 1_000;
const WORDS = 2_000;
const TOKENS_PER_MINUTE = 40_000;

const report = createReport({ section: 'limits', json: readOptions().json });
const folder = mkdtempSync(path.join(os.tmpdir(), 'agentforge-limits-'));
try {
  const server = await startServer();
  const workers = Array.from({ length: PROCESSES }, () => startWorker(server));
  await Promise.all(workers.map(({ ready }) => ready));
  for (const { child } of workers) child.send('go');
  const done = await Promise.all(workers.map(({ done }) => done));
  print(server, done);
  await server.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The server of the tests, put together as it is there. */
async function startServer() {
  const file = path.join(folder, 'wire.mjs');
  await build({
    input: path.join(ROOT, 'test/support/wire/index.ts'),
    platform: 'node',
    output: { file, format: 'esm' },
    logLevel: 'silent',
  });
  const { startWireServer } = await import(pathToFileURL(file).href);
  return startWireServer({
    respond: () => ({ kind: 'tool', name: 'read', arguments: {}, outputTokens: 20 }),
    minuteMs: MINUTE_MS,
    limits: { inputTokensPerMinute: TOKENS_PER_MINUTE, requestsPerMinute: 1_000 },
  });
}

/** @param {any} server */
function startWorker(server) {
  const settings = {
    url: server.anthropicUrl,
    key: server.keys.anthropic,
    calls: CALLS,
    file: path.join(folder, 'limits.json'),
    minuteMs: MINUTE_MS,
    words: WORDS,
  };
  const child = fork(path.join(ROOT, 'bench/lib/limited-worker.js'), [JSON.stringify(settings)]);
  return {
    child,
    ready: new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('error', reject);
    }),
    done: new Promise((resolve, reject) => {
      let last;
      child.on('message', (message) => (last = message));
      child.once('exit', (code) =>
        code === 0 ? resolve(last) : reject(new Error(`A process ended with ${code}.`)),
      );
    }),
  };
}

/** @param {any} server @param {any[]} done */
function print(server, done) {
  const arrivals = server.calls.map((/** @type {any} */ call) => call.arrivedMs).sort((a, b) => a - b);
  // While everybody has work: from the second minute to the middle of the last calls.
  const from = arrivals[0] + MINUTE_MS;
  const until = arrivals[Math.floor(arrivals.length * 0.9)];
  const used = server.calls
    .filter((/** @type {any} */ { arrivedMs }) => arrivedMs >= from && arrivedMs < until)
    .reduce((sum, { usage }) => sum + usage.input, 0);
  const allowed = ((until - from) / MINUTE_MS) * TOKENS_PER_MINUTE;
  report.table(`${PROCESSES} processes, ${CALLS} calls each, a minute of ${MINUTE_MS} ms`, [
    { figure: 'calls answered', value: server.totals().completed },
    atMost('calls refused for the limit', server.provoked429, 0),
    atMost(
      'calls that broke',
      done.reduce((sum, { broken }) => sum + broken, 0),
      0,
    ),
    atLeast('share of the limit that was used', used / allowed, 0.95),
  ]);
}
