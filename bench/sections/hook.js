// How long a hook takes that a coding CLI starts for every tool call, beside node itself.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readOptions, ROOT } from '../lib/options.js';
import { createProject } from '../lib/project.js';
import { atMost, createReport } from '../lib/report.js';
import { timeInTurns } from '../lib/statistics.js';

const ROUNDS = 30;
const GUARDS = 50;
const RECORDS = 100_000;
const MOST = 2;

const report = createReport({ section: 'hook', json: readOptions().json });
const hook = path.join(ROOT, 'dist/hook.cjs');
if (existsSync(hook)) await measure();
else report.say(`\nhook: skipped, because ${hook} does not exist.`);

async function measure() {
  const project = createProject();
  try {
    const policy = preparePolicy(project);
    prepareSpool(project);
    const argv = [hook, '--dialect', 'claude', '--project', project, '--policy', policy];
    const write = (/** @type {string} */ file) => ({
      tool_name: 'Write',
      tool_input: { file_path: path.join(project, file), content: 'export const one = 1;\n' },
    });
    const shell = (/** @type {string} */ command) => ({ tool_name: 'Bash', tool_input: { command } });
    const times = await timeInTurns(ROUNDS, {
      'node -e 0': () => start(['-e', '0'], project, '', 0),
      'deny a write': () => start(argv, project, call(project, write('.claude/settings.json')), 2),
      'allow a write': () => start(argv, project, call(project, write('src/new.js')), 0),
      'deny a command': () => start(argv, project, call(project, shell('git push --force')), 2),
      'allow a command that looks': () => start(argv, project, call(project, shell('ls -la src')), 0),
      'allow a command that needs the parser': () =>
        start(argv, project, call(project, shell('echo $(pwd)')), 0),
      'allow a command that is looked at afterwards': () =>
        start(argv, project, call(project, shell('make')), 0),
    });
    report.table(
      `${GUARDS} guards, ${RECORDS} records, median of ${ROUNDS} starts in turns`,
      describe(times),
    );
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

/** The standard guards, and as many more as it takes. @param {string} project */
function preparePolicy(project) {
  const { standard } = JSON.parse(readFileSync(path.join(ROOT, 'dist/guards.json'), 'utf8'));
  const own = Array.from({ length: Math.max(0, GUARDS - standard.guards.length) }, (_, index) => ({
    id: `own-${index}`,
    stage: 'pre',
    match: { path: `^generated/${index}/`, added: `forbidden${index}` },
    verdict: 'deny',
    reason: '{path} is generated',
    hint: 'Change what it is generated from.',
  }));
  const file = path.join(project, '.agentforge/hook/policy.json');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ policy: { ...standard, guards: [...standard.guards, ...own] } }));
  return file;
}

/** @param {string} project */
function prepareSpool(project) {
  const folder = path.join(project, '.agentforge/spool');
  mkdirSync(folder, { recursive: true });
  const today = path.join(folder, `${new Date().toISOString().slice(0, 10)}.jsonl`);
  const line = `${JSON.stringify({ at: new Date().toISOString(), dialect: 'claude', event: 'pre-tool', session: 's', tool: 'shell', name: 'Bash', paths: [], command: 'ls', verdict: 'allow', took: 3 })}\n`;
  appendFileSync(today, line.repeat(RECORDS));
}

/** @param {string} project @param {object} tool */
function call(project, tool) {
  return JSON.stringify({ session_id: 'bench', cwd: project, hook_event_name: 'PreToolUse', ...tool });
}

/** @param {string[]} argv @param {string} project @param {string} input @param {number} wanted */
function start(argv, project, input, wanted) {
  // Reading extra certificates takes node longer than everything else measured here.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const { status, stderr } = spawnSync(process.execPath, argv, {
    cwd: project,
    env,
    input,
    encoding: 'utf8',
  });
  if (status !== wanted) throw new Error(`${argv.join(' ')} ended with ${status}: ${stderr}`);
}

/** @param {Record<string, number>} times */
function describe({ 'node -e 0': bare, ...others }) {
  return [
    { figure: 'node -e 0', value: bare, unit: 'ms' },
    ...Object.entries(others).flatMap(([name, value]) => [
      { figure: name, value, unit: 'ms' },
      name.endsWith('afterwards') || name.endsWith('parser')
        ? { figure: `${name} / node -e 0`, value: value / bare }
        : atMost(`${name} / node -e 0`, value / bare, MOST),
    ]),
  ];
}
