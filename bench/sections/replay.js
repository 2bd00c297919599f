// What a context under a ceiling still knows, and what it costs, on recorded runs: beside agents that keep their conversation.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readOptions } from '../lib/options.js';
import { accumulate, countSteps, mask, otherViews, slide } from '../lib/other-contexts.js';
import { findMissing, measureGrounding } from '../lib/grounding.js';
import { readRecordedRun } from '../lib/recorded-run.js';
import { replayRun } from '../lib/replay-run.js';
import { atLeast, atMost, createReport } from '../lib/report.js';
import { mean, median } from '../lib/statistics.js';

const LONG_RUN = 40;
const VIEWS = /** @type {const} */ (['lastThree', 'masking', 'window']);

const options = readOptions();
const files = options.files.length > 0 ? options.files : listCorpus(options.corpus);
const report = createReport({ section: 'replay', json: false });
/** @typedef {Awaited<ReturnType<typeof measureFile>>} Row */
/** @type {Row[]} */
const rows = [];
for (const file of files) {
  const row = await measureFile(file);
  rows.push(row);
  if (options.files.length > 0 || options.json) process.stdout.write(`${JSON.stringify(row)}\n`);
  else process.stderr.write(`\r${rows.length} of ${files.length} runs`);
}
if (options.files.length === 0 && !options.json) process.stderr.write('\r                    \r');
if (rows.length > 0 && !options.json) printTables(rows);

/** @param {string} folder */
function listCorpus(folder) {
  if (!existsSync(folder)) {
    process.stderr.write(`replay: there is no ${folder}; name files of recorded runs.\n`);
    return [];
  }
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => path.join(folder, name));
}

/** @param {string} file */
async function measureFile(file) {
  const steps = readRecordedRun(file);
  const sizes = countSteps(steps);
  /** @type {Record<typeof VIEWS[number], number[]>} */
  const others = { lastThree: [], masking: [], window: [] };
  /** How many steps ago each missing name was last seen. @type {number[]} */
  const ages = [];
  const { largest: _, ...small } = await replayRun(steps, 'replay', (earlier, index, context) => {
    if (index === 0) return;
    for (const name of findMissing(steps[index].said, earlier, context))
      ages.push(index - findLastStep(steps.slice(0, index), name));
    const views = otherViews(steps.slice(0, index));
    for (const view of VIEWS) {
      const share = measureGrounding(steps[index].said, earlier, views[view]);
      if (share !== undefined) others[view].push(share);
    }
  });
  const { largest: __, ...large } = await replayRun(steps, 'replay_large');
  const groundingOf = (/** @type {typeof VIEWS[number]} */ view) =>
    others[view].length === 0 ? null : mean(others[view]);
  return {
    file: path.basename(file),
    steps: steps.length,
    ceiling: 5_000,
    ...small,
    missing: { names: ages.length, age: ages.length === 0 ? null : median(ages) },
    large: { ceiling: 8_000, ...large },
    accumulating: { ...accumulate(sizes), grounding: 1 },
    masking: { ...mask(sizes), grounding: groundingOf('masking') },
    window: { ...slide(sizes), grounding: groundingOf('window') },
    lastThree: { grounding: groundingOf('lastThree') },
  };
}

/** @param {readonly import('../lib/recorded-run.js').RecordedStep[]} steps @param {string} name */
function findLastStep(steps, name) {
  return steps.findLastIndex(
    ({ action, said, observation }) =>
      action.includes(name) || said.includes(name) || observation.includes(name),
  );
}

/** @param {readonly Row[]} all */
function printTables(all) {
  const grounded = (/** @type {(row: Row) => number | null} */ pick) =>
    mean(all.map(pick).filter((value) => value !== null));
  report.table(`grounding, mean over ${all.length} runs`, [
    atLeast(
      'ours, ceiling 5,000',
      grounded(({ grounding }) => grounding),
      0.8,
    ),
    atLeast(
      'ours, ceiling 8,000',
      grounded(({ large }) => large.grounding),
      0.9,
    ),
    { figure: 'last three steps in full', value: grounded(({ lastThree }) => lastThree.grounding) },
    { figure: 'observation masking (last 10)', value: grounded(({ masking }) => masking.grounding) },
    { figure: 'window of 20,000 tokens', value: grounded(({ window }) => window.grounding) },
  ]);
  const worst = all.toSorted((a, b) => (a.grounding ?? 1) - (b.grounding ?? 1)).slice(0, 10);
  report.table(
    'the runs with the least grounding, ceiling 5,000',
    worst.map(({ file, steps, grounding, missing }) => ({
      figure: `${file.replace(/\.jsonl$/, '')} (${steps} steps)`,
      value: grounding ?? 1,
      unit: missing.age === null ? '' : `${missing.names} missing, last seen ${missing.age} steps before`,
    })),
  );
  const long = all.filter(({ steps }) => steps >= LONG_RUN);
  const short = all.filter(({ steps }) => steps < LONG_RUN);
  printMoney(`runs of ${LONG_RUN} steps and more (${long.length})`, long, true);
  printMoney(`shorter runs (${short.length})`, short, false);
  for (const [from, until] of [
    [1, 20],
    [20, 40],
    [40, 60],
    [60, 100],
    [100, 1_000_000],
  ]) {
    const some = all.filter(({ steps }) => steps >= from && steps < until);
    if (some.length > 0)
      printMoney(
        `runs of ${until > 1_000 ? `${from} steps and more` : `${from} to ${until - 1} steps`} (${some.length})`,
        some,
        false,
      );
  }
}

/** @param {string} title @param {readonly Row[]} some @param {boolean} judged */
function printMoney(title, some, judged) {
  if (some.length === 0) return;
  const perStep = (/** @type {(row: Row) => number} */ pick) =>
    Math.round(mean(some.map((row) => pick(row) / row.steps)));
  const medianPerStep = (/** @type {(row: Row) => number} */ pick) =>
    Math.round(median(some.map((row) => pick(row) / row.steps)));
  const total = (/** @type {(row: Row) => number} */ pick) => some.reduce((sum, row) => sum + pick(row), 0);
  const ratios = (/** @type {(row: Row) => { units: number }} */ other) => ({
    median: median(some.map((row) => row.units / other(row).units)),
    sums: total(({ units }) => units) / total((row) => other(row).units),
  });
  const against = ratios(({ accumulating }) => accumulating);
  report.table(`units a step, ${title}`, [
    { figure: 'ours, mean', value: perStep(({ units }) => units) },
    { figure: 'ours, median', value: medianPerStep(({ units }) => units) },
    { figure: 'ours, fresh tokens, mean', value: perStep(({ fresh }) => fresh) },
    { figure: 'accumulating, mean', value: perStep(({ accumulating }) => accumulating.units) },
    { figure: 'accumulating, median', value: medianPerStep(({ accumulating }) => accumulating.units) },
    { figure: 'masking, mean', value: perStep(({ masking }) => masking.units) },
    { figure: 'window, mean', value: perStep(({ window }) => window.units) },
    judged
      ? atMost('ours / accumulating, median of runs', against.median, 1)
      : { figure: 'ours / accumulating, median of runs', value: against.median },
    judged
      ? atMost('ours / accumulating, sums', against.sums, 0.6)
      : { figure: 'ours / accumulating, sums', value: against.sums },
    { figure: 'ours / masking, sums', value: ratios(({ masking }) => masking).sums },
    { figure: 'ours / window, sums', value: ratios(({ window }) => window).sums },
    {
      figure: 'runs where ours costs more than accumulating',
      value: `${some.filter((row) => row.units > row.accumulating.units).length} of ${some.length}`,
    },
  ]);
}
