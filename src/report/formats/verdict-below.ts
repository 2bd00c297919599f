// Runners that print what a test said first and its verdict below: GoogleTest and Bun.
import type { TestCase } from '../../schema/index.js';
import type { Finding, Format } from '../format.js';
import { parseLocation } from '../location.js';
import { createBrokenSuite, createTestReport, readFailure, sumCounts } from '../test-report.js';
import type { Counts, FailureText } from '../test-report.js';

export const verdictBelow: Format = {
  tool: 'verdict-below',
  signs: ['[  FAILED  ]', '[       OK ]', '[  PASSED  ]', 'bun test v'],
  parse({ lines }) {
    if (lines.some((line) => GTEST_LINE.test(line))) return readDialect(GTEST, lines);
    return lines.some((line) => line.startsWith('bun test v')) ? readDialect(BUN, lines) : undefined;
  },
};

const GTEST_LINE = /^\[ {2,7}(?:OK|FAILED|PASSED) {1,2}\] /;

interface Dialect {
  readonly tool: string;
  readonly verdict: RegExp;
  /** The verdicts by the word or mark they are printed with. */
  readonly outcomes: Readonly<Record<string, keyof Counts>>;
  /** Begins what the next test says. */
  readonly start: RegExp;
  readonly total: RegExp;
  /** What a test says begins like this, where nothing announces the test. */
  readonly said?: RegExp;
  readonly readBody: (lines: readonly string[]) => FailureText;
  readonly readBroken: (lines: readonly string[]) => TestCase[];
}

const GTEST: Dialect = {
  tool: 'gtest',
  verdict:
    /^\[ {2,7}(?<word>OK|FAILED|SKIPPED) {1,2}\] (?<test>[^\s,]{1,500})(?:, where .{1,500}?)? \(\d{1,9} ms\)$/,
  outcomes: { OK: 'passed', FAILED: 'failed', SKIPPED: 'skipped' },
  start: /^\[ RUN {6}\] /,
  total: /^\[ {2}(?:PASSED|FAILED|SKIPPED) {1,2}\] \d{1,9} tests?[.,]/,
  said: /: (?:Failure|Skipped)$/,
  readBody: readGtestBody,
  readBroken: () => [],
};

const BUN: Dialect = {
  tool: 'bun-test',
  verdict:
    /^(?:\((?<word>pass|fail|skip|todo)\)|(?<mark>[✓✗»✎])) (?<test>\S.{0,1000}?)(?: \[[\d.]{1,12}m?s\])?$/u,
  outcomes: {
    ...{ pass: 'passed', fail: 'failed', skip: 'skipped', todo: 'skipped' },
    ...{ '✓': 'passed', '✗': 'failed', '»': 'skipped', '✎': 'skipped' },
  },
  start: /^\S{1,500}\.\w{1,5}:$/,
  total: /^ {1,8}\d{1,9} (?:pass|fail|skip|todo|errors?)$/,
  readBody: readBunBody,
  readBroken: readBunBroken,
};
const TOTAL_WORDS: Readonly<Record<string, keyof Counts>> = {
  ...{ pass: 'passed', fail: 'failed', skip: 'skipped', todo: 'skipped', error: 'errors', errors: 'errors' },
  ...{ passed: 'passed', failed: 'failed', skipped: 'skipped' },
};

function readDialect(dialect: Dialect, lines: readonly string[]): Finding | undefined {
  const results = readResults(dialect, lines);
  const totals = lines.filter((line) => dialect.total.test(line));
  if (results.length === 0 && totals.length === 0) return undefined;
  const broken = dialect.readBroken(lines);
  const failing = [...pickOutcome(results, 'failed'), ...broken];
  const passing = pickOutcome(results, 'passed').map(({ test }) => test);
  const counted = countResults(results, broken.length);
  const said = totals.length > 0 ? countTotals(totals) : counted;
  // GoogleTest's brief form has no total of what failed.
  const counts = { ...said, failed: Math.max(said.failed, counted.failed) };
  const isPart = (line: string): boolean => dialect.total.test(line) || dialect.verdict.test(line);
  const from = lines.findIndex(
    (line) => dialect.start.test(line) || dialect.said?.test(line) === true || isPart(line),
  );
  const report = createTestReport(dialect.tool, false, counts, failing, passing);
  return { reports: [report], understood: [{ from, to: lines.findLastIndex(isPart) }] };
}

interface Result {
  readonly outcome: keyof Counts;
  readonly item: TestCase;
}

function readResults(dialect: Dialect, lines: readonly string[]): Result[] {
  const results: Result[] = [];
  let start = 0;
  for (const [index, line] of lines.entries()) {
    if (dialect.start.test(line)) start = index + 1;
    const fields = dialect.verdict.exec(line)?.groups;
    const outcome = fields && dialect.outcomes[fields['word'] ?? fields['mark'] ?? ''];
    if (!outcome) continue;
    const said = lines.slice(Math.max(start, index - MAX_BODY_LINES), index);
    const failure = outcome === 'failed' ? dialect.readBody(said) : {};
    results.push({ outcome, item: { test: fields['test'] ?? '', ...failure } });
    start = index + 1;
  }
  return results;
}

function pickOutcome(results: readonly Result[], outcome: keyof Counts): TestCase[] {
  return results.filter((result) => result.outcome === outcome).map(({ item }) => item);
}

function countResults(results: readonly Result[], errors: number): Counts {
  const count = (outcome: keyof Counts): number => pickOutcome(results, outcome).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped'), errors };
}

const MAX_BODY_LINES = 200;

/** `[  PASSED  ] 2 tests.` and ` 2 pass`. */
function countTotals(totals: readonly string[]): Counts {
  const text = totals.map((line) => line.replace(/^\[ {2}(\w{6,7}) {1,2}\] (\d{1,9}) .{0,100}$/, '$2 $1'));
  const counts = sumCounts(text.join('\n').toLowerCase(), TOTAL_WORDS);
  // Bun counts a file that could not be loaded as a failed test too.
  return { ...counts, failed: Math.max(0, counts.failed - counts.errors) };
}

/** `t.cpp:5: Failure`, what was compared below it; an exception has no place. */
function readGtestBody(lines: readonly string[]): FailureText {
  const at = lines.findIndex((line) => /: Failure$/.test(line));
  if (at < 0) return {};
  const place = parseLocation((lines[at] ?? '').replace(/: Failure$/, ''));
  const after = lines.slice(at + 1);
  const next = after.findIndex((line) => /: Failure$/.test(line));
  const said = (next < 0 ? after : after.slice(0, next)).map((line) => line.trim()).filter(Boolean);
  return {
    message: said.slice(0, 6).join(' ').slice(0, 400),
    assertion: !/^C\+\+ exception /.test(said[0] ?? ''),
    ...(place && { file: place.file, line: place.line }),
  };
}

/** The source, a caret, the error, and its frames. */
function readBunBody(lines: readonly string[]): FailureText {
  const at = lines.findLastIndex((line) => /^(?:error|\w{0,60}(?:Error|Exception)): ./.test(line));
  const said = at < 0 ? [] : lines.slice(at);
  const { file, line } = readFailure(said);
  const { message, assertion } = readFailure([(said[0] ?? '').replace(/^error: /, ''), ...said.slice(1)]);
  return { message, assertion, ...(file !== undefined && { file, line }) };
}

/** A file that could not be loaded is told below its name, between two rules. */
function readBunBroken(lines: readonly string[]): TestCase[] {
  let file = '';
  return lines.flatMap((line, index): TestCase[] => {
    if (BUN.start.test(line)) file = line.slice(0, -1);
    if (line !== '# Unhandled error between tests' || file === '') return [];
    const said = lines.slice(index + 1, index + 30).filter((next) => !/^-{3,}$|^\d{1,7} \|/.test(next));
    const error = said.findIndex((next) => /^(?:error|\w{0,60}Error): ./.test(next));
    const message = (said[error] ?? 'the file could not be loaded').replace(/^error: /, '');
    return [createBrokenSuite(file, { file, message })];
  });
}
