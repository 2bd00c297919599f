// How long the command line takes to start, beside node itself.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { readOptions, ROOT } from '../lib/options.js';
import { createProject } from '../lib/project.js';
import { createReport } from '../lib/report.js';
import { timeInTurns } from '../lib/statistics.js';

const ROUNDS = 21;

const report = createReport({ section: 'start', json: readOptions().json });
const cli = path.join(ROOT, 'dist/bin/main.js');
/** @type {Record<string, string[]>} */
const COMMANDS = {
  'node -e 0': ['-e', '0'],
  'agentforge --version': [cli, '--version'],
  'agentforge task list': [cli, 'task', 'list'],
};
if (existsSync(cli)) await measure();
else report.say(`\nstart: skipped, because ${cli} does not exist.`);

async function measure() {
  const project = createProject();
  try {
    const starts = Object.entries(COMMANDS).map(([name, argv]) => [name, () => start(name, argv, project)]);
    report.table(
      `median of ${ROUNDS} starts in turns`,
      describe(await timeInTurns(ROUNDS, Object.fromEntries(starts))),
    );
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

/** @param {string} name @param {string[]} argv @param {string} project */
function start(name, argv, project) {
  // Reading extra certificates takes node longer than everything else measured here.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const { status, stderr } = spawnSync(process.execPath, argv, { cwd: project, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
}

/** @param {Record<string, number>} times */
function describe({ 'node -e 0': bare, ...others }) {
  return [
    { figure: 'node -e 0', value: bare, unit: 'ms' },
    ...Object.entries(others).flatMap(([name, value]) => [
      { figure: name, value, unit: 'ms' },
      { figure: `${name} / node -e 0`, value: value / bare },
    ]),
  ];
}
