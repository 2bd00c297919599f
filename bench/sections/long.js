// The cost of a step is the same at step 10,000 as at step 100: time, bytes read, bytes written, and loading what is there.
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { loadState } from '../../dist/engine/index.js';
import { keepHeapSmall } from '../../dist/platform/index.js';
import { createCountingDisk } from '../lib/counting-disk.js';
import { readOptions } from '../lib/options.js';
import { createProject } from '../lib/project.js';
import { atMost, createReport } from '../lib/report.js';
import { median } from '../lib/statistics.js';
import { BLOCK_STEPS, createWorkload, SPEC } from '../lib/workload.js';

const FIRST = 10;
const MAX_RATIO = 1.2;
const MAX_FILLING_RATIO = 2;
const MAX_RSS_MB = 250;
const LOADS = 400;

/** @typedef {{ steps: number, timeMs: number, stepMs: number[], read: number, written: number, kernelRead: number, kernelWritten: number }} Stretch */

// As the command line does for a run.
keepHeapSmall();

const options = readOptions();
const report = createReport({ section: 'long', json: options.json });
// A whole number of blocks on both sides, so that the same work is compared.
const stretch = Math.max(
  BLOCK_STEPS,
  Math.floor(Math.min(1_000, options.steps / 3) / BLOCK_STEPS) * BLOCK_STEPS,
);
const project = createProject();
try {
  const { disk, counted } = createCountingDisk();
  const { harness } = createWorkload({ project, corpus: options.corpus, disk });
  const task = await harness.createTask(SPEC);
  const run = (/** @type {string} */ which, /** @type {number} */ steps) =>
    runStretch(harness, which, steps, counted);
  await run(task, FIRST);
  const young = copyTask(task, 'young');
  const minutesAgo = await run(task, stretch - FIRST);
  const grown = copyTask(task, 'grown');
  await run(task, options.steps - 2 * stretch);
  // A second task takes turns with the old one, block by block, so that what else the machine does hits both alike.
  const second = await harness.createTask(SPEC);
  await run(second, FIRST);
  let [early, late] = [await run(second, BLOCK_STEPS - FIRST), await run(task, BLOCK_STEPS)];
  for (let done = BLOCK_STEPS; done < stretch; done += BLOCK_STEPS) {
    early = join(early, await run(second, BLOCK_STEPS));
    late = join(late, await run(task, BLOCK_STEPS));
  }
  const rss = process.resourceUsage().maxRSS / 1_024;
  const loads = await timeLoads(harness, [young, grown, task]);
  report.table(
    `a step at ${options.steps - stretch}–${options.steps} against one at ${FIRST}–${stretch}, in turns`,
    [
      ...compareStretches(early, late),
      {
        figure: `time, the same task at ${FIRST}–${stretch}, minutes before`,
        value: minutesAgo.timeMs / minutesAgo.steps,
        unit: 'ms',
      },
    ],
  );
  report.table('loading the state', describeLoads(loads));
  report.table('memory of the whole run', [atMost('peak resident set', Math.round(rss), MAX_RSS_MB, 'MB')]);
} finally {
  rmSync(project, { recursive: true, force: true });
}

/** @param {import('../../dist/app/index.js').Harness} harness @param {string} task @param {number} steps @param {{ read: number, written: number }} counted @returns {Promise<Stretch>} */
async function runStretch(harness, task, steps, counted) {
  const before = { ...counted, ...readKernelCounters(), at: performance.now() };
  const stepMs = [];
  let finishedAt = before.at;
  const run = harness.runTask(task, { maxSteps: steps });
  for await (const { type } of run) {
    if (type !== 'step-finished') continue;
    stepMs.push(performance.now() - finishedAt);
    finishedAt = performance.now();
  }
  await run.result;
  const after = { ...counted, ...readKernelCounters(), at: performance.now() };
  if (stepMs.length !== steps) throw new Error(`The task stopped after ${stepMs.length} of ${steps} steps.`);
  return {
    steps,
    timeMs: after.at - before.at,
    stepMs,
    read: after.read - before.read,
    written: after.written - before.written,
    kernelRead: after.rchar - before.rchar,
    kernelWritten: after.wchar - before.wchar,
  };
}

/** @param {Stretch} one @param {Stretch} other @returns {Stretch} */
function join(one, other) {
  return {
    steps: one.steps + other.steps,
    timeMs: one.timeMs + other.timeMs,
    stepMs: [...one.stepMs, ...other.stepMs],
    read: one.read + other.read,
    written: one.written + other.written,
    kernelRead: one.kernelRead + other.kernelRead,
    kernelWritten: one.kernelWritten + other.kernelWritten,
  };
}

/** What the kernel says this process and the commands it ran read and wrote, pipes included; zeros where it does not say. */
function readKernelCounters() {
  try {
    const text = readFileSync('/proc/self/io', 'utf8');
    const value = (/** @type {string} */ name) => Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(text)?.[1]);
    return { rchar: value('rchar'), wchar: value('wchar') };
  } catch {
    return { rchar: 0, wchar: 0 };
  }
}

/** The journal and its checkpoint as they are now, under another name. @param {string} task @param {string} name */
function copyTask(task, name) {
  const folder = path.join(project, '.agentforge/tasks');
  mkdirSync(path.join(folder, name));
  for (const file of ['task.yaml', 'actions.yaml', 'state.yaml'])
    cpSync(path.join(folder, task, file), path.join(folder, name, file));
  return name;
}

/** Loads in turn, so that all are equally warm. @param {import('../../dist/app/index.js').Harness} harness @param {readonly string[]} tasks */
async function timeLoads({ runtime }, tasks) {
  /** @type {number[][]} */
  const times = tasks.map(() => []);
  for (let round = 0; round < LOADS; round++) {
    for (const [index, task] of tasks.entries()) {
      const start = performance.now();
      await loadState(runtime, task);
      if (round >= LOADS / 10) times[index].push(performance.now() - start);
    }
  }
  return times.map(median);
}

/** @param {Stretch} early @param {Stretch} late */
function compareStretches(early, late) {
  /** @type {[string, string, (stretch: Stretch) => number][]} */
  const rows = [
    ['time', 'ms', ({ timeMs, steps }) => timeMs / steps],
    ['time, median', 'ms', ({ stepMs }) => median(stepMs)],
    ['bytes read', 'KB', ({ read, steps }) => read / steps / 1_024],
    ['bytes written', 'KB', ({ written, steps }) => written / steps / 1_024],
    ['bytes read, with commands (kernel)', 'KB', ({ kernelRead, steps }) => kernelRead / steps / 1_024],
    [
      'bytes written, with commands (kernel)',
      'KB',
      ({ kernelWritten, steps }) => kernelWritten / steps / 1_024,
    ],
  ];
  return rows.flatMap(([name, unit, measure]) => [
    { figure: `${name}, early`, value: measure(early), unit },
    { figure: `${name}, late`, value: measure(late), unit },
    atMost(`${name}, ratio`, measure(late) / measure(early), MAX_RATIO),
  ]);
}

/** @param {readonly number[]} loads */
function describeLoads([young, grown, old]) {
  return [
    { figure: `at step ${FIRST}`, value: young, unit: 'ms' },
    { figure: `at step ${stretch}`, value: grown, unit: 'ms' },
    { figure: `at step ${options.steps}`, value: old, unit: 'ms' },
    atMost(`step ${options.steps} against step ${stretch}`, old / grown, MAX_RATIO),
    // A state of ten steps is not yet filled up to its caps.
    atMost(`step ${options.steps} against step ${FIRST}`, old / young, MAX_FILLING_RATIO),
  ];
}
