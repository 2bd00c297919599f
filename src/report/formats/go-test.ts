// `go test`, plain and verbose: result lines per test, one line per package.
import type { TestCase } from '../../schema/index.js';
import type { Format } from '../format.js';
import { createBrokenSuite, createTestReport } from '../test-report.js';
import { readGoLog } from './go-log.js';
import { findRaces, readRace, readTimedOut } from './go-stopped.js';

export const goTest: Format = {
  tool: 'go-test',
  signs: ['--- PASS: ', '--- FAIL: ', '--- SKIP: ', 'ok  \t', 'FAIL\t', '[no test files]'],
  parse({ lines }) {
    const from = lines.findIndex(
      (line) => RESULT.test(line) || PACKAGE.test(line) || line.startsWith('=== RUN '),
    );
    if (from < 0) return undefined;
    const to = lines.findLastIndex((line) => RESULT.test(line) || PACKAGE.test(line));
    const results = readResults(lines);
    const names = (outcome: string): string[] =>
      results.filter((result) => result.outcome === outcome).map((result) => result.test);
    const packages = readFailedPackages(lines);
    const stopped = packages.filter(({ suite }) => suite !== true).length;
    const counts = {
      passed: names('PASS').length,
      failed: names('FAIL').length + stopped,
      skipped: names('SKIP').length,
      errors: packages.length - stopped,
      total: results.length + stopped,
    };
    const races = findRaces(lines);
    const failing: TestCase[] = results
      .filter((result) => result.outcome === 'FAIL')
      .map(({ test, said }) => ({ test, ...readGoLog(said), ...readRace(races, test, said) }));
    const report = createTestReport('go-test', false, counts, [...failing, ...packages], names('PASS'));
    return { reports: [report], understood: [{ from, to: Math.max(from, to) }] };
  },
};

/** Behind what a test printed without a line end, too. */
const RESULT = /--- (PASS|FAIL|SKIP): (\S{1,500}) \(\d{1,7}\.\d/;
const PACKAGE = /^(ok {2}|FAIL|\?? {3})\t(\S{1,300})(?:\s(.{0,300}))?$/;

const OPENED = /^=== (?:RUN|CONT|NAME) {2,3}(\S{1,500})/;
const MAX_LOG_LINES = 200;

interface Result {
  readonly outcome: string;
  readonly test: string;
  /** What it logged: before its result line in verbose runs, after it in quiet ones. */
  readonly said: string[];
}

function readResults(lines: readonly string[]): Result[] {
  const results: Result[] = [];
  const logs = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of lines) {
    const result = readResult(line);
    const test = result?.test ?? readOpened(line);
    if (test !== undefined) current = openLog(logs, test);
    if (endsPackage(line)) current = [];
    if (result) results.push({ ...result, said: current });
    else if (current.length < MAX_LOG_LINES) current.push(line);
  }
  return results;
}

function readResult(line: string): Omit<Result, 'said'> | undefined {
  const match = line.includes('--- ') ? RESULT.exec(line) : null;
  return match ? { outcome: match[1] ?? '', test: match[2] ?? '' } : undefined;
}

/** What follows belongs to no test of it. */
function endsPackage(line: string): boolean {
  return line === 'FAIL' || line === 'PASS' || PACKAGE.test(line);
}

function readOpened(line: string): string | undefined {
  return line.startsWith('=== ') ? OPENED.exec(line)?.[1] : undefined;
}

/** Tests that run side by side take turns: each goes on where it stopped. */
function openLog(logs: Map<string, string[]>, test: string): string[] {
  const log = logs.get(test) ?? [];
  logs.set(test, log);
  return log;
}

/** A package that failed with no failing test in it: it did not build, ran out of time, or its main function exited. */
function readFailedPackages(lines: readonly string[]): TestCase[] {
  const failed: TestCase[] = [];
  let failures = 0;
  let from = 0;
  for (const [index, line] of lines.entries()) {
    if (line.includes('--- FAIL: ')) failures += 1;
    const match = PACKAGE.exec(line);
    if (!match) continue;
    const [, status, name = '', rest = ''] = match;
    if (status === 'FAIL' && failures === 0) {
      const why = rest.startsWith('[') ? ` ${rest}` : '';
      const broken = createBrokenSuite(name, { message: `package ${name} failed${why}` });
      failed.push(readTimedOut(lines.slice(from, index)) ?? broken);
    }
    failures = 0;
    from = index + 1;
  }
  return failed;
}
