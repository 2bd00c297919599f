// The formats of gotestsum: testname, testdox, pkgname and dots.
import type { TestCase } from '../../schema/index.js';
import { collectLines } from '../find-line.js';
import type { Finding, Format, Output } from '../format.js';
import { createBrokenSuite, createTestReport } from '../test-report.js';

export const gotestsum: Format = {
  tool: 'gotestsum',
  signs: ['PASS ', 'FAIL ', '✓ ', '✖ ', '∅ ', ' tests, '],
  parse(output) {
    return parseNames(output) ?? parseTestdox(output) ?? parsePackages(output) ?? parseDots(output);
  },
};

type Outcome = 'passed' | 'failed' | 'skipped';
const OUTCOMES: Readonly<Record<string, Outcome>> = {
  PASS: 'passed',
  FAIL: 'failed',
  SKIP: 'skipped',
  '✓': 'passed',
  '✖': 'failed',
  '∅': 'skipped',
};

interface Result {
  readonly outcome: Outcome;
  readonly test: string;
  readonly index: number;
}

/** `PASS path/to/pkg.TestName/sub (0.01s)` */
function parseNames({ lines }: Output): Finding | undefined {
  const results = readLines(
    lines,
    /^(PASS|FAIL|SKIP) \S{1,400}\.((?:Test|Example|Fuzz|Benchmark)\S{0,400}) \(\d/,
  );
  const failed = new Set(lines.map((line) => /^FAIL (\S{1,400})\.(?:Test|Example|Fuzz)/.exec(line)?.[1]));
  const packages = lines.map((line) => /^FAIL ([\w./-]{1,300})$/.exec(line)?.[1] ?? '');
  return toFinding(
    results,
    packages.filter((name) => name !== '' && !failed.has(name)),
  );
}

/** ` ✓ Some test (0.00s)` under the name of its package; a sentence that goes on from an earlier one is its subtest. */
function parseTestdox({ lines }: Output): Finding | undefined {
  const results = readLines(lines, /^ ([✓✖∅]) (\S.{0,400}) \(\d{1,6}\.\d\ds\)$/);
  const names = new Map<string, string>();
  const named = results.map((result) => {
    const words = result.test.split(' ');
    const parent = words
      .map((_, count) => words.slice(0, words.length - count - 1).join(' '))
      .find((sentence) => sentence !== '' && names.has(sentence));
    const rest = words.slice(parent === undefined ? 0 : parent.split(' ').length);
    const name =
      parent === undefined ? `Test${toCamel(rest)}` : `${names.get(parent) ?? ''}/${rest.join('_')}`;
    names.set(result.test, name);
    return { ...result, test: name };
  });
  return toFinding(named, []);
}

/** `✖  path/to/pkg (20ms)`: packages only, no tests and no counts of them. */
function parsePackages({ lines }: Output): Finding | undefined {
  const results = readLines(lines, /^([✓✖∅]) {2}([\w./-]{1,300}) \((?:cached|\d)/);
  if (results.length === 0) return undefined;
  return toFinding(
    [],
    results.filter(({ outcome }) => outcome === 'failed').map(({ test }) => test),
    results,
  );
}

/** Redrawn lines of dots over `59 tests, 5 skipped, 13 failures, 1 error`. */
function parseDots({ lines }: Output): Finding | undefined {
  const at = lines.findLastIndex((line) => /^ \d{1,9} tests(?:, \d|$)/.test(line));
  if (at < 0) return undefined;
  const read = (word: string): number =>
    Number(new RegExp(`(\\d{1,9}) ${word}`).exec(lines[at] ?? '')?.[1] ?? 0);
  const [total, skipped, failures, errors] = [read('test'), read('skipped'), read('failure'), read('error')];
  // Its failures include the packages that failed without a failing test.
  const failed = Math.max(0, failures - errors);
  const counts = { passed: Math.max(0, total - skipped - failed), failed, skipped, errors, total };
  const report = createTestReport('gotestsum', false, counts, []);
  return { reports: [report], understood: [{ from: 0, to: at }] };
}

function readLines(lines: readonly string[], pattern: RegExp): Result[] {
  return collectLines(lines, (line, index) => {
    const match = pattern.exec(line);
    const outcome = match ? OUTCOMES[match[1] ?? ''] : undefined;
    return match && outcome ? { outcome, test: match[2] ?? '', index } : undefined;
  });
}

function toFinding(tests: readonly Result[], broken: readonly string[], seen = tests): Finding | undefined {
  if (seen.length === 0) return undefined;
  const having = (outcome: Outcome): string[] =>
    tests.filter((item) => item.outcome === outcome).map(({ test }) => test);
  const failing: TestCase[] = [
    ...having('failed').map((test) => ({ test })),
    ...broken.map((name) => createBrokenSuite(name, { message: `package ${name} failed` })),
  ];
  const [passed, failed, skipped] = [
    having('passed').length,
    having('failed').length,
    having('skipped').length,
  ];
  const counts = { passed, failed, skipped, errors: broken.length, total: tests.length };
  return {
    reports: [createTestReport('gotestsum', false, counts, failing, having('passed'))],
    understood: [{ from: seen[0]?.index ?? 0, to: seen.at(-1)?.index ?? 0 }],
  };
}

function toCamel(words: readonly string[]): string {
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
