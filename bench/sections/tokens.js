// How fast tokens are counted: on code, and on the runs of one character that tokenizers are slow on.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { countTokens } from '../../dist/model/index.js';
import { readOptions, ROOT } from '../lib/options.js';
import { createReport } from '../lib/report.js';
import { median } from '../lib/statistics.js';

const BYTES = 500_000;
const ROUNDS = 5;

const report = createReport({ section: 'tokens', json: readOptions().json });
const source = readFileSync(path.join(ROOT, 'node_modules/typescript/lib/typescript.js'), 'utf8');
const rounds = Array.from({ length: ROUNDS }, (_, round) => round);

/** A new text in each round, because counts and merges of known text are remembered. @type {Record<string, (round: number) => string>} */
const TEXTS = {
  code: (round) => source.slice(round * BYTES, (round + 1) * BYTES),
  'one letter': (round) => letterOf(round).repeat(BYTES),
  'one space': (round) => `${' '.repeat(BYTES)}${round}`,
  'empty lines': (round) => `${'\n'.repeat(BYTES)}${round}`,
  'one sign': (round) => ('-=*#~'[round] ?? '_').repeat(BYTES),
  'one digit': (round) => String(round).repeat(BYTES),
  'letters in no order': (round) => makeWord(BYTES, round + 1),
  'one CJK character': (round) => String.fromCharCode(0x6f22 + round).repeat(BYTES / 3),
  'one emoji': (round) => String.fromCodePoint(0x1f642 + round).repeat(BYTES / 4),
};
countTokens('The tokenizer is loaded on first use.');
const rates = Object.fromEntries(
  Object.entries(TEXTS).map(([name, make]) => [
    name,
    median(rounds.map((round) => measureRate(make(round)))),
  ]),
);
report.table(`${BYTES / 1_000} KB each, median of ${ROUNDS}`, [
  ...Object.entries(rates).map(([name, rate]) => ({ figure: name, value: rate, unit: 'MB/s' })),
  { figure: 'slowest / code', value: Math.min(...Object.values(rates)) / rates.code },
]);

/** Megabytes a second. @param {string} text */
function measureRate(text) {
  const start = performance.now();
  countTokens(text);
  return Buffer.byteLength(text) / 1_000 / (performance.now() - start);
}

/** @param {number} index */
function letterOf(index) {
  return String.fromCharCode(97 + (index % 26));
}

/** Letters in no order a tokenizer knows. @param {number} length @param {number} seed */
function makeWord(length, seed) {
  let state = seed;
  const next = () => (state = (state * 48_271) % 2_147_483_647);
  return Array.from({ length }, () => letterOf(next())).join('');
}
