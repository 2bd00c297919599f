// The right phase at each step: labelled sequences of steps, played through the real phase machine.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { createHarness } from '../../dist/app/index.js';
import { loadState } from '../../dist/engine/index.js';
import { createScriptModel } from '../../dist/model/index.js';
import { readOptions } from '../lib/options.js';
import { atLeast, createReport } from '../lib/report.js';

const MIN_SEQUENCES = 60;
const MIN_ACCURACY = 0.95;
const LABELS = fileURLToPath(new URL('../data/phases.yaml', import.meta.url));

/** @typedef {{ action: string, parameters: Record<string, unknown> }} Move */

const edit = (/** @type {string} */ old, /** @type {string} */ text) => ({
  action: 'edit_file',
  parameters: { path: 'work.txt', old, new: text },
});
const writeTests = (/** @type {string[]} */ ...tests) => ({
  action: 'write_file',
  parameters: {
    path: 'product.test.js',
    text: `const { test } = require('node:test');\nconst assert = require('node:assert');\n${tests.join('\n')}\n`,
  },
});
const writeProduct = (/** @type {string} */ body) => ({
  action: 'write_file',
  parameters: { path: 'product.js', text: `exports.product = (a, b) => ${body};\n` },
});
const TWO_TIMES_THREE =
  "test('multiplies', () => assert.strictEqual(require('./product.js').product(2, 3), 6));";
const ZERO = "test('keeps zero', () => assert.strictEqual(require('./product.js').product(0, 3), 0));";

/** What an agent may do in a labelled sequence; `turn` makes each one new. @type {Readonly<Record<string, (turn: number) => Move>>} */
const MOVES = {
  look: () => ({ action: 'read', parameters: { items: [{ path: 'work.txt' }] } }),
  read: () => ({ action: 'read', parameters: { items: [{ path: 'sum.js' }] } }),
  search: () => ({ action: 'search_code', parameters: { pattern: 'TODO' } }),
  plan: () => ({ action: 'plan', parameters: { steps: ['Look', 'Change', 'Verify'] } }),
  note: () => ({ action: 'knowledge_add', parameters: { knowledge: 'sum.js has nothing to do with it' } }),
  check: () => ({ action: 'run_check', parameters: {} }),
  claim: () => ({ action: 'complete', parameters: {} }),
  ask: () => ({ action: 'ask', parameters: { question: 'Which of the two is meant?' } }),
  give_up: () => ({ action: 'cannot_fix', parameters: { reason: 'It needs a decision first.' } }),
  half: (turn) => ({
    action: 'insert_lines',
    parameters: { path: 'work.txt', after: 0, text: `part ${turn}` },
  }),
  good: () => edit('TODO', 'DONE'),
  bad: () => edit('TODO', 'TODO BROKEN'),
  mend: () => edit('TODO BROKEN', 'DONE'),
  miss: () => edit('no such text', 'DONE'),
  tests: () => writeTests(TWO_TIMES_THREE, ZERO),
  one_test: () => writeTests(TWO_TIMES_THREE),
  broken_test: () => writeTests("test('multiplies', () => {"),
  idle_test: () => writeTests("test('is idle', () => assert.ok(true));"),
  feature: () => writeProduct('a * b'),
  wrong: () => writeProduct('a + b'),
};

const FILES = {
  'work.txt': 'TODO\n',
  'run.js':
    "for (const file of require('fs').readdirSync('.')) if (file.endsWith('.test.js')) require(`./${file}`);\n",
  'sum.js': 'exports.sum = (a, b) => a + b;\n',
  'sum.test.js':
    "const { test } = require('node:test');\nconst assert = require('node:assert');\nconst { sum } = require('./sum.js');\ntest('sums', () => assert.strictEqual(sum(1, 2), 3));\n",
};

const options = readOptions();
const report = createReport({ section: 'phases', json: options.json });
const outcomes = [];
for (const { types, sequences } of parse(readFileSync(LABELS, 'utf8')))
  for (const type of types)
    for (const [start, steps, end] of sequences) outcomes.push(await play({ type, start, steps, end }));

const steps = outcomes.reduce((sum, { total }) => sum + total, 0);
const right = outcomes.reduce((sum, outcome) => sum + outcome.right, 0);
for (const { wrong } of outcomes) for (const line of wrong) report.say(line);
report.table('labelled sequences', [
  atLeast('sequences', outcomes.length, MIN_SEQUENCES),
  { figure: 'steps and ends', value: steps },
  atLeast('right phase at each step, and right end', right / steps, MIN_ACCURACY),
]);

/** @param {{ type: string, start: string, steps: string, end: string }} sequence */
async function play({ type, start, steps: text, end }) {
  const expected = text.split(', ').map((step) => step.split(' '));
  const project = createProject();
  try {
    const isFeature = type === 'implement_feature' || type === 'write_tests';
    const script = createScriptModel(expected.map(([, move], turn) => MOVES[move](turn)));
    /** @type {string[]} */
    const phases = [];
    const harness = createHarness({
      project,
      checks: isFeature ? [] : [createCheck('done', /DONE/, true), createCheck('sound', /BROKEN/, false)],
      model: {
        ...script,
        async decide(request, signal) {
          const { phase } = await loadState(harness.runtime, request.task);
          phases[request.replies] ??= phase.name;
          return script.decide(request, signal);
        },
      },
      environment: {},
    });
    const task = await harness.createTask(isFeature ? createFeature(type) : createChore(type, start));
    await harness.runTask(task, { maxSteps: expected.length }).result;
    const { status } = await loadState(harness.runtime, task);
    return judge({ type, start, text, expected, phases, end, status });
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

/** @param {{ type: string, start: string, text: string, expected: string[][], phases: string[], end: string, status: string }} played */
function judge({ type, start, text, expected, phases, end, status }) {
  const wrong = expected.flatMap(([phase, move], index) =>
    phases[index] === phase
      ? []
      : [`${type} ${start} (${text}): step ${index + 1}, ${move}, was in ${phases[index] ?? 'no phase'}`],
  );
  if (status !== end) wrong.push(`${type} ${start} (${text}): ended ${status}, not ${end}`);
  const total = expected.length + 1;
  return { total, right: total - wrong.length, wrong };
}

/** @param {string} id @param {RegExp} pattern @param {boolean} wanted @returns {import('../../dist/check/index.js').Check} */
function createCheck(id, pattern, wanted) {
  return {
    id,
    definition: `work.txt ${wanted ? 'says' : 'does not say'} ${pattern.source}.`,
    async measure({ root }) {
      const passing = pattern.test(readFileSync(path.join(root, 'work.txt'), 'utf8')) === wanted;
      return {
        verdict: { id, passing, summary: passing ? 'it holds' : 'it does not hold' },
        output: '',
        reports: [],
      };
    },
  };
}

/** @param {string} type @param {string} start */
function createChore(type, start) {
  const target_files =
    start === 'target' ? [{ path: 'work.txt', status: /** @type {const} */ ('to_modify') }] : [];
  return {
    schema: /** @type {const} */ (1),
    type,
    goal: 'Finish the work',
    success_criteria: [],
    constraints: [],
    inputs: { target_files },
    checks: [],
  };
}

/** @param {string} type */
function createFeature(type) {
  return {
    schema: /** @type {const} */ (1),
    type,
    goal: 'Multiply',
    success_criteria: [],
    constraints: [],
    checks: [],
    tests: {
      command: [process.execPath, '--test-reporter=tap', 'run.js'],
      report: { format: /** @type {const} */ ('tap'), path: '-' },
    },
    inputs: {
      spec: {
        title: 'Products',
        requirements: [
          { id: 'REQ-1', description: 'multiply', acceptance_criteria: ['2 times 3 is 6', '0 times 3 is 0'] },
        ],
      },
      target_files: [{ path: 'product.js', status: /** @type {const} */ ('to_create') }],
    },
  };
}

function createProject() {
  const project = mkdtempSync(path.join(os.tmpdir(), 'agentforge-phases-'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(project, name), text);
  execFileSync('git', ['init', '-q'], { cwd: project });
  return project;
}
