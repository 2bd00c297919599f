// `dotnet test` in its three styles: the line per assembly, the older block of totals, and the terminal logger's summary.
import type { TestCase } from '../../schema/index.js';
import { findLineFrom } from '../find-line.js';
import type { Format } from '../format.js';
import { cleanTestName, createTestReport, readFailure, withoutRepeats } from '../test-report.js';
import type { Counts } from '../test-report.js';

export const dotnetTest: Format = {
  tool: 'dotnet-test',
  signs: ['!  - Failed: ', 'Test summary: total: ', 'Total tests: '],
  parse({ lines }) {
    const counts = readTotals(lines);
    if (!counts) return undefined;
    const failing = withoutRepeats([...readFailing(lines), ...readLogged(lines)]);
    const from = lines.findIndex((line) => RESULT.test(line) || LOGGED.test(line));
    const to = lines.findLastIndex((line) => ASSEMBLY.test(line) || SUMMARY.test(line) || BLOCK.test(line));
    const report = createTestReport('dotnet-test', false, counts, failing, readPassing(lines));
    return { reports: [report], understood: [{ from: from < 0 ? to : Math.min(from, to), to }] };
  },
};

const ASSEMBLY =
  /^\s{0,8}(?:Passed|Failed|Skipped)! {1,4}- Failed: +(\d{1,9}), Passed: +(\d{1,9}), Skipped: +(\d{1,9}), Total: +\d{1,9}/;
const SUMMARY =
  /^\s{0,8}Test summary: total: (\d{1,9}), failed: (\d{1,9}), (?:succeeded|passed): (\d{1,9}), skipped: (\d{1,9})/;
const BLOCK = /^\s{0,8}(Total tests|Passed|Failed|Skipped): (\d{1,9})$/;
const RESULT = /^\s{1,8}(?:\[xUnit\.net .{1,20}\]\s{1,8})?(Passed|Failed|Skipped) (\S.{0,1000})$/;
const LOGGED = /^\s{0,8}(\S.{0,500})\((\d{1,7})\): error TESTERROR:/;

function readTotals(lines: readonly string[]): Counts | undefined {
  const summary = lines.map((line) => SUMMARY.exec(line)).findLast((match) => match !== null);
  if (summary)
    return { failed: Number(summary[2]), passed: Number(summary[3]), skipped: Number(summary[4]), errors: 0 };
  const assemblies = lines.map((line) => ASSEMBLY.exec(line)).filter((match) => match !== null);
  const add = (group: number): number => assemblies.reduce((sum, match) => sum + Number(match[group]), 0);
  if (assemblies.length > 0) return { failed: add(1), passed: add(2), skipped: add(3), errors: 0 };
  return readBlock(lines);
}

function readBlock(lines: readonly string[]): Counts | undefined {
  const start = lines.findLastIndex((line) => /^\s{0,8}Total tests: \d/.test(line));
  if (start < 0) return undefined;
  const said = new Map(
    lines.slice(start, start + 6).map((line) => {
      const match = BLOCK.exec(line);
      return [match?.[1] ?? '', Number(match?.[2] ?? 0)];
    }),
  );
  const read = (word: string): number => said.get(word) ?? 0;
  return { failed: read('Failed'), passed: read('Passed'), skipped: read('Skipped'), errors: 0 };
}

function readFailing(lines: readonly string[]): TestCase[] {
  return lines.flatMap((line, index): TestCase[] => {
    const match = RESULT.exec(line);
    if (match?.[1] !== 'Failed') return [];
    const end = findLineFrom(
      lines,
      index + 1,
      (next) => RESULT.test(next) || ASSEMBLY.test(next),
      index + 200,
    );
    const body = lines
      .slice(index + 1, end)
      .filter((next) => !/^\s{1,8}(?:Error Message|Stack Trace):$/.test(next));
    return [{ test: nameOf(match[2] ?? ''), ...readFailure(body) }];
  });
}

/** The terminal logger puts the place first, and the name with its message on the line below. */
function readLogged(lines: readonly string[]): TestCase[] {
  return lines.flatMap((line, index): TestCase[] => {
    const match = LOGGED.exec(line);
    const said = /^\s{2,12}(\S.{0,500}?) \(\d[^)]{0,20}\): (?:Error Message: )?(.{0,2000})$/.exec(
      lines[index + 1] ?? '',
    );
    if (!match || !said) return [];
    const { message, assertion } = readFailure([said[2] ?? '', ...lines.slice(index + 2, index + 6)]);
    return [{ test: said[1] ?? '', file: match[1] ?? '', line: Number(match[2]), message, assertion }];
  });
}

function readPassing(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const match = RESULT.exec(line);
    return match?.[1] === 'Passed' ? [nameOf(match[2] ?? '')] : [];
  });
}

/** `Shop.CartTests.AddsUp [12 ms]` */
function nameOf(text: string): string {
  return cleanTestName(text.replace(/ \[[^\]]{1,40}\]$/, ''));
}
