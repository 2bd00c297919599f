// How long the command line takes to start, beside node itself.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { readOptions, ROOT } from '../lib/options.js';
import { createProject } from '../lib/project.js';
import { createReport } from '../lib/report.js';
import { median } from '../lib/statistics.js';

const ROUNDS = 21;

const report = createReport({ section: 'start', json: readOptions().json });
const cli = path.join(ROOT, 'dist/cli/main.js');
const COMMANDS = {
  'node -e 0': ['-e', '0'],
  'agentforge --version': [cli, '--version'],
  'agentforge task list': [cli, 'task', 'list'],
};
if (existsSync(cli)) measure();
else report.say(`\nstart: skipped, because ${cli} does not exist.`);

function measure() {
  const project = createProject();
  try {
    report.table(`median of ${ROUNDS} interleaved starts`, describe(timeStarts(project)));
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

/** @param {string} project @returns {Record<string, number[]>} */
function timeStarts(project) {
  // Reading extra certificates takes node longer than everything else measured here.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const times = Object.fromEntries(Object.keys(COMMANDS).map((name) => [name, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, argv] of Object.entries(COMMANDS)) {
      const start = performance.now();
      const { status, stderr } = spawnSync(process.execPath, argv, { cwd: project, env, encoding: 'utf8' });
      if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
      if (round > 0) times[name].push(performance.now() - start);
    }
  }
  return times;
}

/** @param {Record<string, number[]>} times */
function describe(times) {
  const [[, bare], ...others] = Object.entries(times).map(([name, values]) => [name, median(values)]);
  return [
    { figure: 'node -e 0', value: bare, unit: 'ms' },
    ...others.flatMap(([name, value]) => [
      { figure: name, value, unit: 'ms' },
      { figure: `${name} / node -e 0`, value: value / bare },
    ]),
  ];
}
