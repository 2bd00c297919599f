// Python's unittest and the runners built on it.
import type { TestCase, TestReport } from '../../schema/index.js';
import { collectLines, findLineFrom } from '../find-line.js';
import type { Format, LineRange } from '../format.js';
import { createTestReport, readPythonFailure } from '../test-report.js';

export const unittest: Format = {
  tool: 'unittest',
  signs: ['Ran '],
  parse({ lines }) {
    const ends = collectLines(lines, (line, index) =>
      line.startsWith('Ran ') && RAN.test(line) ? index : undefined,
    );
    const runs = ends.map((ran, index) => findRun(lines, ran, (ends[index - 1] ?? -1) + 1));
    const reports = runs.map((run) => readRun(lines.slice(run.from, run.to + 1)));
    return reports.length === 0 ? undefined : { reports, understood: runs };
  },
};

const RAN = /^Ran (\d{1,9}) tests? in \d/;
const HEAD = /^(FAIL|ERROR|UNEXPECTED SUCCESS): (\S.{0,3000})$/;

function findRun(lines: readonly string[], ran: number, after: number): LineRange {
  const first = findLineFrom(
    lines,
    after,
    (line) => / \.\.\. (?:ok|FAIL|ERROR|skipped)/.test(line) || /^(?:={20,}|[.FEsx]{1,200})$/.test(line),
    ran,
  );
  const verdict = lines.slice(ran, ran + 8).findIndex((line) => /^(?:OK|FAILED|NO TESTS RAN)\b/.test(line));
  return { from: first, to: ran + Math.max(0, verdict) };
}

function readRun(lines: readonly string[]): TestReport {
  const ranLine = lines.findLast((line) => RAN.test(line)) ?? '';
  const verdict = lines.at(-1) ?? '';
  const total = Number(RAN.exec(ranLine)?.[1] ?? 0);
  const failed = readCount(verdict, 'failures') + readCount(verdict, 'unexpected successes');
  const errors = readCount(verdict, 'errors');
  const skipped = readCount(verdict, 'skipped');
  // Subtests can fail more often than tests ran.
  const passed = Math.max(0, total - failed - errors - skipped - readCount(verdict, 'expected failures'));
  return createTestReport(
    'unittest',
    false,
    { passed, failed, skipped, errors, total },
    readFailing(lines),
    readPassing(lines),
  );
}

function readCount(verdict: string, name: string): number {
  const match = new RegExp(`(?:\\(|, )${name}=(\\d{1,9})`).exec(verdict);
  return Number(match?.[1] ?? 0);
}

function readFailing(lines: readonly string[]): TestCase[] {
  const cases: TestCase[] = [];
  for (let index = 1; index < lines.length; index += 1) {
    const head = /^={20,}$/.test(lines[index - 1] ?? '') ? HEAD.exec(lines[index] ?? '') : null;
    if (!head) continue;
    const end = findLineFrom(lines, index + 1, (line) => /^={20,}$/.test(line) || RAN.test(line));
    const failure = readPythonFailure(lines.slice(index + 1, end));
    cases.push({ test: head[2] ?? '', ...failure, ...(head[1] === 'ERROR' && { assertion: false }) });
    index = end - 1;
  }
  return cases;
}

function readPassing(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const match = /^(\w{1,200} \([\w.]{1,300}\)).{0,500} \.\.\. ok$/.exec(line);
    return match ? [match[1] ?? ''] : [];
  });
}
