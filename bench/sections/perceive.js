// How fast tool output is understood: a mixed log, and inputs that make careless patterns hang.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compileRules, parseReports } from '../../dist/report/index.js';
import { loadObservations, makeLongOutput } from '../lib/corpus.js';
import { readOptions } from '../lib/options.js';
import { atLeast, atMost, createReport } from '../lib/report.js';

const MIXED_CHARS = 20_000_000;
const ROUNDS = 5;

const { json, corpus } = readOptions();
const report = createReport({ section: 'perceive', json });
const { source, text } = loadMixedLog();
const mixed = measure(text);

report.table(`a mixed log of ${(text.length / 1e6).toFixed(1)} MB, from ${source}`, [
  atLeast('throughput', 1 / mixed.secondsPerMb, 20, 'MB/s'),
  { figure: 'reports found', value: mixed.reports },
]);

/** @type {readonly (readonly [string, () => string])[]} */
const HOSTILE = [
  ['one line of 50 MB', () => 'a:1:'.repeat(12_500_000)],
  ['200,000 times the same letter', () => 'x'.repeat(200_000)],
  ['200,000 times the same digit after a colon', () => `a.c:${'1'.repeat(200_000)}`],
  ['200,000 spaces', () => ' '.repeat(200_000)],
  ['200,000 brackets', () => '[('.repeat(100_000)],
  ['200,000 broken escapes', () => '\x1b['.repeat(100_000)],
  ['lines that almost are findings', () => `${'a/'.repeat(240)}b.c:1:1: error\n`.repeat(4_000)],
  ['lines that almost are results', () => `  1) ${'a '.repeat(240)}\n`.repeat(4_000)],
  ['frames without an error', () => '    at f (a.js:1:1)\n'.repeat(100_000)],
  ['errors without frames', () => 'Error: x\n'.repeat(200_000)],
];
report.table(
  'hostile input, time per MB beside the mixed log',
  HOSTILE.map(([name, make]) => {
    const { secondsPerMb } = measure(make());
    return atMost(name, secondsPerMb / mixed.secondsPerMb, 5, '×');
  }),
);

const NESTED = [
  '(a+)+$',
  '(?<message>(?:x|xx)*y)',
  '(?<file>.*.*.*)z',
  '(?<test>(\\w+\\s?)*)$',
  '(?<code>a)\\1',
];
report.table('rules of a project', [
  atMost(
    'patterns with nested quantifiers that are let in',
    NESTED.filter((pattern) => isLetIn(pattern)).length,
    0,
  ),
  atMost(
    'time of a rule on its worst line, beside the mixed log',
    measureRule() / mixed.secondsPerMb,
    100,
    '×',
  ),
]);

/** What real tools printed, again and again; generated where there is nothing recorded. */
function loadMixedLog() {
  const outputs = path.join(corpus, '../outputs');
  if (!existsSync(outputs)) {
    const { source, observations } = loadObservations(corpus, 400);
    return { source, text: makeLongOutput(observations, MIXED_CHARS) };
  }
  const names = readdirSync(outputs).filter((name) => !name.endsWith('.facts.json'));
  const all = names.map((name) => readFileSync(path.join(outputs, name), 'utf8')).join('\n');
  return {
    source: `${names.length} outputs of ${outputs}`,
    text: all.repeat(Math.ceil(MIXED_CHARS / all.length)),
  };
}

/**
 * The fastest of a few rounds, in processor time, so that what else the machine does is left out.
 * @param {string} input @param {import('../../dist/report/index.js').OutputHint} [hint]
 */
function measure(input, hint) {
  let seconds = Infinity;
  let reports = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.cpuUsage();
    reports = parseReports(input, hint).length;
    const { user, system } = process.cpuUsage(start);
    seconds = Math.min(seconds, (user + system) / 1e6);
  }
  return { secondsPerMb: seconds / (input.length / 1e6), reports };
}

/** @param {string} pattern */
function isLetIn(pattern) {
  try {
    compileRules([{ id: 'probe', pattern, category: 'error', confidence: 1 }], () => 'probe');
    return true;
  } catch {
    return false;
  }
}

/** The costliest pattern that is allowed, on lines that make it try everything. */
function measureRule() {
  const pattern = '(?<file>\\S+):(?<line>[0-9]) (?<message>[^!]+)!';
  const rules = compileRules([{ id: 'probe', pattern, category: 'error', confidence: 1 }], () => 'probe');
  return measure(`${'a:1'.repeat(160)}\n`.repeat(200), { rules }).secondsPerMb;
}
