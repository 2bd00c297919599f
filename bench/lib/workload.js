// The work every long run is made of: one fixed block of 100 steps, again and again.
import { z } from 'zod';
import { createHarness } from '../../dist/app/index.js';
import { defineAction } from '../../dist/engine/index.js';
import { createScriptModel } from '../../dist/model/index.js';
import { fileURLToPath } from 'node:url';
import { loadObservations, makeLongOutput } from './corpus.js';
import { RIGHT, totalsCheck, WRONG } from './project.js';

export const BLOCK_STEPS = 100;

const KB = 1_024;
const LONG_OUTPUTS = [64 * KB, 256 * KB, 1_024 * KB, 2_048 * KB];
const DATA = fileURLToPath(new URL('../data/', import.meta.url));

/** @type {import('../../dist/schema/index.js').TaskSpec} */
export const SPEC = {
  schema: 1,
  type: 'bench',
  goal: 'Make the totals of the shop right and keep them right while the rules around them change',
  success_criteria: [
    'The totals check passes',
    'No rule of the shop changes its result',
    'Each change is as small as it can be',
  ],
  constraints: ['Change nothing but src/price.js', 'Keep the style of the code around a change'],
  inputs: { target_files: [{ path: 'src/price.js', status: 'to_modify' }] },
  checks: [],
};

/**
 * A harness whose model plays the block for ever.
 * @param {{ project: string, corpus: string, disk?: import('../../dist/platform/index.js').Disk, onAsked?: (request: import('../../dist/model/index.js').ModelRequest) => Promise<void> }} options
 */
export function createWorkload({ project, corpus, disk, onAsked }) {
  const block = createBlock();
  const recordedSteps = block.filter(({ action }) => action === 'recorded').length;
  const { source, observations } = loadObservations(corpus, recordedSteps - LONG_OUTPUTS.length);
  const long = LONG_OUTPUTS.map((bytes) => ({
    action: 'build',
    observation: makeLongOutput(observations, bytes),
    failed: false,
  }));
  const answers = spread(observations, long, recordedSteps);
  const script = createScriptModel(number(block));
  const harness = createHarness({
    project,
    data: [DATA],
    actions: [createRecordedAction(answers)],
    checks: [totalsCheck],
    model: {
      ...script,
      async decide(request, signal) {
        await onAsked?.(request);
        return script.decide({ ...request, replies: request.replies % BLOCK_STEPS }, signal);
      },
    },
    environment: {},
    ...(disk ? { disk } : {}),
  });
  return { harness, source };
}

/** @typedef {import('../../dist/model/index.js').ScriptLine & { action: string, parameters: Record<string, unknown> }} Line */

/** Survey, build and review, 40, 40 and 20 steps: what an agent does by itself, with recorded steps in between. */
function createBlock() {
  return [
    ...spread(repeat(recorded, 40), SURVEY, 40),
    ...spread(repeat(recorded, 40), BUILD, 40),
    ...spread(repeat(recorded, 20), REVIEW, 20),
  ];
}

/** @param {string} action @param {Record<string, unknown>} parameters @returns {Line} */
const line = (action, parameters) => ({ action, parameters });
const recorded = line('recorded', {});
const red = line('edit_file', { path: 'src/price.js', old: RIGHT, new: WRONG });
const green = line('edit_file', { path: 'src/price.js', old: WRONG, new: RIGHT });

const SURVEY = [
  line('plan', {
    steps: ['Read how totals are made', 'See who uses them', 'Write down what must not change'],
  }),
  line('read', { items: [{ path: 'src/price.js' }, { path: 'src/cart.js', start: 1, end: 40 }] }),
  line('pin', { item: 'src/price.js' }),
  line('load_context', { item: 'full_file:src/tax.js' }),
  line('search_code', { pattern: 'total(' }),
  line('read', { items: [{ path: 'src/report.js' }] }),
  line('load_context', { item: 'related_files' }),
  line('knowledge_add', { knowledge: 'tax.js and cart.js take their totals from price.js' }),
  line('clear', { item: 'src/report.js' }),
  line('load_context', { item: 'full_file:src/cart.js' }),
];

const BUILD = [
  line('plan', {
    steps: ['Change the sum', 'See the check fail', 'Put it right', 'Look at the rules again'],
  }),
  red,
  line('run_check', {}),
  line('load_context', { item: 'error_details' }),
  green,
  line('insert_lines', { path: 'src/price.js', after: 1, text: '// Prices are in cents.' }),
  line('read', { items: [{ path: 'src/tax.js', start: 20, end: 60 }] }),
  line('edit_file', { path: 'src/price.js', old: '// Prices are in cents.\n', new: '' }),
  line('edit_file', { path: 'src/price.js', old: 'no such text', new: '' }),
  line('load_context', { item: 'full_file:src/report.js' }),
  red,
  green,
];

const REVIEW = [
  line('run_check', {}),
  line('search_code', { pattern: 'require', glob: 'src/*.js' }),
  line('load_context', { item: 'related_files' }),
  line('clear', { item: 'src/price.js' }),
];

/** @param {Line} item @param {number} count */
function repeat(item, count) {
  return Array.from({ length: count }, () => item);
}

/** The special items at even distances in a list of `length`, common ones between them. @template T @param {readonly T[]} common @param {readonly T[]} special @param {number} length */
function spread(common, special, length) {
  const places = new Map(special.map((item, index) => [Math.floor((index * length) / special.length), item]));
  let next = 0;
  return Array.from({ length }, (_, index) => places.get(index) ?? common[next++]);
}

/** Tells each recorded step which answer is its own. @param {readonly Line[]} block @returns {Line[]} */
function number(block) {
  let index = 0;
  return block.map((one) => (one === recorded ? line('recorded', { answer: index++ }) : one));
}

/** Answers as a tool did in a recorded run; the step number makes each answer new, as the answers of real tools are. @param {readonly import('./corpus.js').Observation[]} answers */
function createRecordedAction(answers) {
  return defineAction({
    name: 'recorded',
    description: 'Run a command of the recorded run and see what it prints.',
    when: 'you need an answer from outside',
    priority: 3,
    parameters: z.strictObject({ answer: z.number().int().min(0) }),
    mutates: false,
    repeatable: false,
    plan: ({ answer }, view) => ({
      kind: 'perform',
      run: async () => {
        const { action, observation, failed } = answers[answer];
        return { ok: !failed, output: `$ ${action}\n${observation}\n(step ${view.state.step})\n` };
      },
    }),
  });
}
