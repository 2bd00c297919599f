// Maven: the totals and failures of surefire, and what the compiler plugin says.
import type { Diagnostic, TestCase } from '../../schema/index.js';
import { toFinding } from '../diagnostics.js';
import type { FoundDiagnostic } from '../diagnostics.js';
import { collectLines, findLineFrom } from '../find-line.js';
import type { Finding, Format, LineRange } from '../format.js';
import { createTestReport, readFailure, withoutRepeats } from '../test-report.js';
import type { Counts } from '../test-report.js';

export const maven: Format = {
  tool: 'maven',
  signs: ['Tests run: ', 'BUILD FAILURE', '[ERROR] COMPILATION ERROR'],
  parse({ lines }) {
    const found = [readTests(lines), toFinding(collectLines(lines, readCompileError).filter(isFirst()))];
    const parts = found.filter((part) => part !== undefined);
    if (parts.length === 0) return readBrokenBuild(lines);
    return {
      reports: parts.flatMap(({ reports }) => reports),
      understood: parts.flatMap(({ understood }) => understood),
    };
  },
};

function readTests(lines: readonly string[]): Finding | undefined {
  const totals = findTotals(lines);
  if (totals.length === 0) return undefined;
  const report = createTestReport('maven', false, sum(totals), readFailing(lines));
  return { reports: [report], understood: [findRange(lines)] };
}

/** Why there are no results at all. */
function readBrokenBuild(lines: readonly string[]): Finding | undefined {
  const index = lines.findIndex((line) => GOAL.test(line));
  if (index < 0) return undefined;
  const message = GOAL.exec(lines[index] ?? '')?.[1] ?? '';
  return {
    reports: [{ kind: 'failure', tool: 'maven', message }],
    understood: [{ from: index, to: index }],
  };
}

const GOAL = /^\[ERROR\] ((?:Failed to execute goal|Could not find goal|The goal you specified) .{1,1500})$/;
const RUN =
  /^(?:\[(?:INFO|ERROR|WARNING)\] )?Tests run: (\d{1,9}), Failures: (\d{1,9}), Errors: (\d{1,9})(?:, Skipped: (\d{1,9}))?(.{0,300})$/;
const HEAD =
  /^(?:\[ERROR\] )?(?:([\w.$]{1,300}\.[^\s(]{1,300}(?:\(.{0,100}\)\[\d{1,5}\])?)|(\w[^\s(]{0,300})\(([\w.$]{1,300})\)) {1,2}(?:-- )?Time elapsed: .{1,20} {1,2}<<< (?:FAILURE|ERROR)!$/;

/** A line for each class, and one in the end for all; only where that one is missing do the classes count. */
function findTotals(lines: readonly string[]): Counts[] {
  const runs = lines.map((line) => RUN.exec(line)).filter((match) => match !== null);
  const ends = runs.filter((match) => match[5] === '');
  return (ends.length > 0 ? ends : runs).map(([, run, failed, errors, skipped]) => {
    const counts = { failed: Number(failed), errors: Number(errors), skipped: Number(skipped ?? 0) };
    return {
      ...counts,
      passed: Math.max(0, Number(run) - counts.failed - counts.errors - counts.skipped),
    };
  });
}

function sum(parts: readonly Counts[]): Counts {
  const add = (key: keyof Counts): number => parts.reduce((total, part) => total + part[key], 0);
  return { passed: add('passed'), failed: add('failed'), skipped: add('skipped'), errors: add('errors') };
}

function readFailing(lines: readonly string[]): TestCase[] {
  const cases = lines.flatMap((line, index): TestCase[] => {
    const head = HEAD.exec(line);
    if (!head) return [];
    const end = findLineFrom(lines, index + 1, (next) => next === '' || next.startsWith('['), index + 100);
    const test = head[1] ?? `${head[3] ?? ''}.${head[2] ?? ''}`;
    return [{ test, ...readFailure(lines.slice(index + 1, end)) }];
  });
  return withoutRepeats(cases.length > 0 ? cases : lines.flatMap(readListed));
}

/** `[ERROR]   PriceTest.roundsUp:8 expected: <80> but was: <81>`, the list under `Failures:` and `Errors:` */
function readListed(line: string): TestCase[] {
  const match =
    /^(?:\[ERROR\] )? {2,4}(\w[\w$.]{0,300}\.\w[^\s:]{0,300}):(\d{1,7})(?:->[^\s]{1,300})? (\S.{0,1000})$/.exec(
      line,
    );
  if (!match) return [];
  const [, test = '', number, message = ''] = match;
  return [{ test, line: Number(number), ...readFailure([message]) }];
}

/** `[ERROR] /src/Price.java:[5,12] cannot find symbol` */
function readCompileError(line: string, index: number): FoundDiagnostic | undefined {
  if (!line.startsWith('[')) return undefined;
  const match = /^\[(ERROR|WARNING)\] (\S.{0,500}\.\w{1,8}):\[(\d{1,7})(?:,(\d{1,7}))?\] (\S.{0,2000})$/.exec(
    line,
  );
  if (!match) return undefined;
  const [, level, file = '', number, column, message = ''] = match;
  const item: Diagnostic = {
    file,
    line: Number(number),
    column: column === undefined ? undefined : Number(column),
    severity: level === 'ERROR' ? 'error' : 'warning',
    message,
  };
  return { tool: 'javac', item, from: index, to: index };
}

/** Maven repeats the errors of the compiler after its verdict. */
function isFirst(): (found: FoundDiagnostic) => boolean {
  const seen = new Set<string>();
  return ({ item }) => {
    const key = `${item.file}\0${item.line}\0${item.column}\0${item.message}`;
    return !seen.has(key) && seen.add(key).has(key);
  };
}

function findRange(lines: readonly string[]): LineRange {
  const from = lines.findIndex((line) => RUN.test(line) || HEAD.test(line));
  const to = lines.findLastIndex((line) => RUN.test(line) || line.startsWith('[ERROR] '));
  return { from, to: Math.max(from, to) };
}
