// The spec and dot reporters of node:test.
import type { TestCase } from '../../schema/index.js';
import { readBrokenSuite } from '../broken-suite.js';
import { collectLines, findLineFrom } from '../find-line.js';
import type { Finding, Format } from '../format.js';
import { parseLocation } from '../location.js';
import { cleanTestName, createTestReport, readFailure } from '../test-report.js';

export const nodeTest: Format = {
  tool: 'node-test',
  signs: ['ℹ tests ', 'Failed tests:'],
  parse({ lines }) {
    const tests = lines.findLastIndex((line) => /^ℹ tests \d/.test(line));
    if (tests < 0) return readDots(lines);
    const totals = readTotals(lines.slice(tests, tests + 10));
    const counts = {
      passed: totals.get('pass') ?? 0,
      failed: totals.get('fail') ?? 0,
      skipped: (totals.get('skipped') ?? 0) + (totals.get('todo') ?? 0),
      errors: totals.get('cancelled') ?? 0,
      total: totals.get('tests') ?? 0,
    };
    const passing = readLeaves(lines.slice(0, tests));
    const start = findLineFrom(lines, tests, (line) => line.startsWith('✖ failing tests:'));
    const report = createTestReport('node-test', false, counts, readFailing(lines, start), passing);
    const from = lines.findIndex((line) => /^\s{0,40}[✔✖▶﹣] \S/.test(line));
    return {
      reports: [report],
      understood: [{ from: from < 0 ? tests : Math.min(from, tests), to: findEnd(lines, tests) }],
    };
  },
};

function readTotals(lines: readonly string[]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const line of lines) {
    const match = /^ℹ ([a-z_]{1,20}) (\d{1,9})/.exec(line);
    if (match) totals.set(match[1] ?? '', Number(match[2]));
  }
  return totals;
}

/** The list at the end names leaf tests only, each after the line `test at file:1:2`. */
function readFailing(lines: readonly string[], start: number): TestCase[] {
  const cases: TestCase[] = [];
  const tree = { lines, marks: findMarks(lines.slice(0, start)) };
  for (let index = start + 1; index < lines.length; index += 1) {
    const head = lines[index] ?? '';
    if (!head.startsWith('✖ ') || TODO.test(head)) continue;
    const end = findLineFrom(lines, index + 1, (line) => /^(?:✖ |test at )/.test(line));
    const said = lines.slice(index + 1, end);
    // A parent repeats the outcome of its subtests.
    if (!/^\s{0,80}'\d{1,9} subtests? failed'$/.test(said[0] ?? ''))
      cases.push(readCase(head, said, { ...tree, before: lines[index - 1] ?? '' }));
    index = end - 1;
  }
  return cases;
}

interface Around {
  readonly lines: readonly string[];
  /** Where a test that failed has its mark in the tree. */
  readonly marks: ReadonlyMap<string, number>;
  /** The line above. */
  readonly before: string;
}

function findMarks(lines: readonly string[]): Map<string, number> {
  return new Map(
    collectLines(lines, (line, index) => (line.startsWith('✖ ') ? ([line, index] as const) : undefined)),
  );
}

function readCase(head: string, said: readonly string[], { lines, marks, before }: Around): TestCase {
  const test = cleanTestName(head.slice(2));
  if (said[0]?.trim() === "'test failed'" && /^\S{1,500}\.[cm]?[jt]sx?$/.test(test)) {
    const printed = findPrinted(lines, marks.get(head) ?? 0);
    return readBrokenSuite(test, printed.length > 0 ? printed : said);
  }
  const declared = before.startsWith('test at ') ? parseLocation(before.slice(8)) : undefined;
  return { test, ...(declared && { file: declared.file, line: declared.line }), ...readFailure(said) };
}

/** Behind the time stands why it is still to do; its failure is expected. */
const TODO = / [#] TODO$| \(\d{1,9}(?:\.\d{1,9})?m?s\) # /;
const MARK = /^\s{0,80}[✔✖▶﹣⚠] \S/;
const MAX_PRINTED = 60;

/** Why a file failed as a whole stands above its mark in the tree, as the file printed it. */
function findPrinted(lines: readonly string[], at: number): string[] {
  const first = Math.max(0, at - MAX_PRINTED);
  const before = lines.slice(first, at);
  const between = before.slice(before.findLastIndex((line) => MARK.test(line)) + 1);
  // What is indented still belongs to the mark before.
  const own = findLineFrom(between, 0, (line) => /^\S/.test(line));
  // Where node itself threw says nothing; the error is below the lines of its source.
  const start =
    between[own]?.startsWith('node:') === true ? findLineFrom(between, own, (line) => line === '') : own;
  return between.slice(start).map((line) => line.replace(/^ℹ /, ''));
}

/** Dots tell suites from tests as little as skipped from passed; the list below them names the tests. */
function readDots(lines: readonly string[]): Finding | undefined {
  const start = lines.indexOf('Failed tests:');
  const from = lines.slice(Math.max(0, start), start + 3).some((line) => line.startsWith('✖ '))
    ? findFirstDots(lines, start)
    : -1;
  if (from < 0) return undefined;
  const failing = readFailing(lines, start);
  const passed = lines.slice(from, start).join('').split('.').length - 1;
  const counts = { passed, failed: failing.length, skipped: 0, errors: 0 };
  const report = createTestReport('node-test', false, counts, failing);
  return { reports: [report], understood: [{ from, to: findEnd(lines, start) }] };
}

const DOTS = /^[.X]{1,500}$/;

function findFirstDots(lines: readonly string[], start: number): number {
  const last = lines.findLastIndex((line, index) => index < start && DOTS.test(line));
  let from = last;
  while (from > 0 && DOTS.test(lines[from - 1] ?? '')) from -= 1;
  return from;
}

/** A name followed by its own subtests is a suite, and closes with the same mark after them. */
function readLeaves(lines: readonly string[]): string[] {
  const names: string[] = [];
  const suites: string[] = [];
  for (const line of lines) {
    const match = /^( {0,80})([✔▶]) (\S.{0,600})$/.exec(line);
    if (!match) continue;
    const [, indent = '', mark, name = ''] = match;
    const depth = indent.length / 2;
    if (mark === '▶') {
      suites.splice(depth, suites.length, name);
      continue;
    }
    const clean = cleanTestName(name.replace(/ # (?:SKIP|TODO).{0,300}$/, ''));
    if (suites.length > depth && suites[depth] === clean) suites.length = depth;
    else names.push(clean);
  }
  return names;
}

function findEnd(lines: readonly string[], tests: number): number {
  const last = lines.findLastIndex((line) => /^(?:ℹ |✖ |test at )/.test(line));
  let end = Math.max(last, tests);
  while (end + 1 < lines.length && /^(?: {2}|$)/.test(lines[end + 1] ?? '')) end += 1;
  return end;
}
