// Loops found and false alarms on labelled runs: ours beside the published rules of other agents.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { detectLoops, recordsFromTrajectory } from '../../dist/engine/index.js';
import { LoopThresholds } from '../../dist/schema/index.js';
import { readOptions } from '../lib/options.js';
import { geminiCli, openHandsSdk, openHandsV0 } from '../lib/peer-loops.js';
import { readRecordedRun } from '../lib/recorded-run.js';
import { atLeast, atMost, createReport } from '../lib/report.js';
import { median } from '../lib/statistics.js';

const MIN_RECALL = 0.9;
const MAX_FALSE_ALARMS = 1;
const MAX_RESOLVED_SHARE = 0.05;

/** @typedef {{ trajectory: string, window: [number, number], label: string, onset_step?: number }} Label */
/** @typedef {{ recall: number, found: number, loops: number, alarms: number, others: number, disturbed: number, resolved: number, delay: number }} Score */

/** @type {readonly (readonly [string, (file: string) => number[]])[]} */
const RULES = [
  ['ours', findOurs],
  ['Gemini CLI: tool calls', (file) => geminiCli(readRecordedRun(file))],
  ['OpenHands V0', (file) => openHandsV0(readRecordedRun(file))],
  ['OpenHands SDK', (file) => openHandsSdk(readRecordedRun(file))],
];

const options = readOptions();
const report = createReport({ section: 'loops', json: options.json });
const labelFile = path.join(options.corpus, '../loops.json');
if (existsSync(labelFile)) scoreAll();
else process.stderr.write(`loops: there is no ${labelFile}, so nothing is labelled.\n`);

function scoreAll() {
  /** @type {Label[]} */
  const labels = JSON.parse(readFileSync(labelFile, 'utf8')).labels;
  /** @type {{ id: string, outcome: string }[]} */
  const index = JSON.parse(readFileSync(path.join(options.corpus, 'index.json'), 'utf8'));
  const runs = index
    .map(({ id, outcome }) => ({ id, outcome, file: path.join(options.corpus, `${id}.jsonl`) }))
    .filter(({ file }) => existsSync(file));
  for (const [name, rule] of RULES) {
    const fired = new Map(runs.map(({ id, file }) => [id, rule(file)]));
    const resolved = runs.filter(({ outcome }) => outcome === 'resolved').map(({ id }) => id);
    report.table(name, describe(name, score(labels, fired, resolved)));
  }
}

/** @param {string} file */
function findOurs(file) {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .map(({ error, ...step }) => ({ ...step, ...(error == null ? {} : { error: String(error) }) }));
  return detectLoops(recordsFromTrajectory(lines), LoopThresholds.parse({})).map(({ step }) => step);
}

/** @param {readonly Label[]} labels @param {ReadonlyMap<string, readonly number[]>} fired @param {readonly string[]} resolved @returns {Score} */
function score(labels, fired, resolved) {
  const known = labels.filter(({ trajectory }) => fired.has(trajectory));
  const loops = known.filter(({ label }) => label === 'loop');
  const others = known.filter(({ label }) => label !== 'loop');
  const delays = loops.flatMap(({ trajectory, window: [start, end], onset_step: onset = start }) => {
    const hits = (fired.get(trajectory) ?? []).filter((step) => onset - 1 <= step && step <= end);
    return hits.length === 0 ? [] : [Math.min(...hits) - onset];
  });
  const alarms = others.filter(({ trajectory, window }) => firesIn(fired, trajectory, window)).length;
  const disturbed = resolved.filter((id) =>
    (fired.get(id) ?? []).some(
      (step) =>
        !loops.some(
          ({ trajectory, window: [start, end] }) => trajectory === id && start <= step && step <= end,
        ),
    ),
  ).length;
  return {
    recall: delays.length / loops.length,
    found: delays.length,
    loops: loops.length,
    alarms,
    others: others.length,
    disturbed,
    resolved: resolved.length,
    delay: delays.length === 0 ? NaN : median(delays),
  };
}

/** @param {ReadonlyMap<string, readonly number[]>} fired @param {string} trajectory @param {readonly [number, number]} window */
function firesIn(fired, trajectory, [start, end]) {
  return (fired.get(trajectory) ?? []).some((step) => start <= step && step <= end);
}

/** Only ours has bars to meet. @param {string} name @param {Score} score */
function describe(name, { recall, found, loops, alarms, others, disturbed, resolved, delay }) {
  const judged = name === 'ours';
  return [
    { figure: 'loops found', value: `${found} of ${loops}` },
    judged ? atLeast('recall', recall, MIN_RECALL) : { figure: 'recall', value: recall },
    judged
      ? atMost(`false alarms in ${others}`, alarms, MAX_FALSE_ALARMS)
      : { figure: `false alarms in ${others}`, value: alarms },
    judged
      ? atMost(`share of ${resolved} resolved runs disturbed`, disturbed / resolved, MAX_RESOLVED_SHARE)
      : { figure: `share of ${resolved} resolved runs disturbed`, value: disturbed / resolved },
    { figure: 'median delay', value: delay, unit: 'steps' },
  ];
}
