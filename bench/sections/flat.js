// Contexts do not grow with the step number: 1,000 steps made of one block, measured block by block.
import { rmSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { loadState } from '../../dist/engine/index.js';
import { countTokens } from '../../dist/model/index.js';
import { readOptions } from '../lib/options.js';
import { createProject } from '../lib/project.js';
import { atLeast, atMost, createReport } from '../lib/report.js';
import { mean, median } from '../lib/statistics.js';
import { renderVerbose } from '../lib/verbose.js';
import { BLOCK_STEPS, createWorkload, SPEC } from '../lib/workload.js';

const STEPS = 1_000;
const MAX_DEVIATION_PERCENT = 10;
const MIN_PREFIX_TOKENS = 1_024;

/** @typedef {{ visit: string, total: number, prefix: number, fresh: number, prefixHash: string, verbose: Record<'full' | 'cut' | 'windows', number> }} Sample */

const options = readOptions();
const report = createReport({ section: 'flat', json: options.json });
const project = createProject();
try {
  const { samples, ceiling, source, status } = await sampleRun();
  report.say(`\nflat: ${samples.length} steps, status ${status}, observations from ${source}`);
  report.table('the ceiling holds', [
    { figure: 'steps run', value: samples.length, bar: `= ${STEPS}`, pass: samples.length === STEPS },
    atMost('largest context', Math.max(...samples.map(({ total }) => total)), ceiling, 'tokens'),
    { figure: 'context at step 1', value: samples[0].total, unit: 'tokens' },
    { figure: `context at step ${BLOCK_STEPS}`, value: samples[BLOCK_STEPS - 1].total, unit: 'tokens' },
  ]);
  report.table(
    `median context of each block of ${BLOCK_STEPS} steps, against the second block`,
    compareBlocks(samples),
  );
  report.table('the prefix, for provider caches', describePrefix(samples));
  report.table('fresh tokens a step (what no cache can have)', [
    { figure: 'mean', value: Math.round(mean(samples.map(({ fresh }) => fresh))), unit: 'tokens' },
    { figure: 'median', value: median(samples.map(({ fresh }) => fresh)), unit: 'tokens' },
  ]);
  report.table('against the verbose layout of the same state, medians of steps', compareVerbose(samples));
} finally {
  rmSync(project, { recursive: true, force: true });
}

async function sampleRun() {
  /** @type {Sample[]} */
  const samples = [];
  /** @type {string | undefined} */
  let lastOutput;
  const { harness, source } = createWorkload({
    project,
    corpus: options.corpus,
    async onAsked(request) {
      // Lets the listener below catch up with what was recorded before this question.
      await setImmediate();
      samples.push(await sampleStep(harness, request, lastOutput));
    },
  });
  const task = await harness.createTask(SPEC);
  const run = harness.runTask(task, { maxSteps: STEPS });
  for await (const event of run) if (event.type === 'step-finished') lastOutput = event.observation;
  const { status } = await run.result;
  return { samples, source, status, ceiling: harness.runtime.types.find(SPEC.type).ceiling };
}

/**
 * @param {import('../../dist/app/index.js').Harness} harness @param {import('../../dist/model/index.js').ModelRequest} request
 * @param {string | undefined} lastOutput @returns {Promise<Sample>}
 */
async function sampleStep(harness, { task, step, messages }, lastOutput) {
  const state = await loadState(harness.runtime, task);
  const { tokens } = await harness.runtime.store.readStep(task, step, 'context');
  const { full, cut, windows } = await renderVerbose({ harness, state, spec: SPEC, lastOutput });
  const verbose = { full: countTokens(full), cut: countTokens(cut), windows: countTokens(windows) };
  const visit = `${state.phase.name} since ${state.phase.since}`;
  return { ...tokens, visit, prefixHash: hashPrefix(messages), verbose };
}

/** Everything before the windows, or before the tail where there are none. @param {readonly { content: string }[]} messages */
function hashPrefix([system, user]) {
  const [prefix] = user.content.split(/^# (?:Windows|Now)\b/m, 1);
  return createHash('sha256').update(`${system.content}\0${prefix}`).digest('hex');
}

/** @param {readonly Sample[]} samples */
function compareBlocks(samples) {
  /** @type {number[]} */
  const medians = [];
  for (let start = 0; start < samples.length; start += BLOCK_STEPS)
    medians.push(median(samples.slice(start, start + BLOCK_STEPS).map(({ total }) => total)));
  return medians.map((value, index) => {
    const deviation = (100 * (value - medians[1])) / medians[1];
    const sign = deviation < 0 ? '' : '+';
    return {
      figure: `block ${index + 1}`,
      value,
      unit: `tokens, ${sign}${deviation.toFixed(1)} %`,
      bar: `within ±${MAX_DEVIATION_PERCENT} %`,
      pass: Math.abs(deviation) <= MAX_DEVIATION_PERCENT,
    };
  });
}

/** @param {readonly Sample[]} samples */
function describePrefix(samples) {
  /** @type {Map<string, Set<string>>} */
  const visits = new Map();
  for (const { visit, prefixHash } of samples)
    visits.set(visit, (visits.get(visit) ?? new Set()).add(prefixHash));
  const changed = [...visits.values()].filter((prefixes) => prefixes.size > 1).length;
  return [
    atLeast('smallest prefix', Math.min(...samples.map(({ prefix }) => prefix)), MIN_PREFIX_TOKENS, 'tokens'),
    { figure: 'phases entered', value: visits.size },
    atMost('phases in which the prefix changed a byte', changed, 0),
    {
      figure: 'different prefixes in the whole run',
      value: new Set(samples.map(({ prefixHash }) => prefixHash)).size,
    },
  ];
}

/** @param {readonly Sample[]} samples */
function compareVerbose(samples) {
  const theirs = (/** @type {keyof Sample['verbose']} */ kind) =>
    median(samples.map(({ verbose }) => verbose[kind]));
  const reduction = (/** @type {keyof Sample['verbose']} */ kind) =>
    median(samples.map(({ total, verbose }) => 100 * (1 - total / verbose[kind])));
  return [
    { figure: 'our context', value: median(samples.map(({ total }) => total)), unit: 'tokens' },
    { figure: 'verbose, files and last output in full', value: theirs('full'), unit: 'tokens' },
    { figure: 'reduction against that', value: reduction('full'), unit: '%' },
    { figure: 'verbose, the same cut to 18,000 characters', value: theirs('cut'), unit: 'tokens' },
    { figure: 'reduction against the cut one', value: reduction('cut'), unit: '%' },
    {
      figure: 'verbose, only the lines of our windows and the last output',
      value: theirs('windows'),
      unit: 'tokens',
    },
    { figure: 'reduction against the same lines', value: reduction('windows'), unit: '%' },
  ];
}
