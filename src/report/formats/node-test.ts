// The spec reporter of node:test.
import type { TestCase } from '../../schema/index.js';
import { findLineFrom } from '../find-line.js';
import type { Format } from '../format.js';
import { parseLocation } from '../location.js';
import { cleanTestName, createTestReport, readFailure } from '../test-report.js';

export const nodeTest: Format = {
  tool: 'node-test',
  signs: ['ℹ tests '],
  parse({ lines }) {
    const tests = lines.findLastIndex((line) => /^ℹ tests \d/.test(line));
    if (tests < 0) return undefined;
    const totals = readTotals(lines.slice(tests, tests + 10));
    const counts = {
      passed: totals.get('pass') ?? 0,
      failed: totals.get('fail') ?? 0,
      skipped: (totals.get('skipped') ?? 0) + (totals.get('todo') ?? 0),
      errors: totals.get('cancelled') ?? 0,
      total: totals.get('tests') ?? 0,
    };
    const passing = readLeaves(lines.slice(0, tests));
    const report = createTestReport('node-test', false, counts, readFailing(lines, tests), passing);
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
function readFailing(lines: readonly string[], tests: number): TestCase[] {
  const cases: TestCase[] = [];
  const start = findLineFrom(lines, tests, (line) => line.startsWith('✖ failing tests:'));
  for (let index = start + 1; index < lines.length; index += 1) {
    const head = lines[index] ?? '';
    if (!head.startsWith('✖ ') || head.endsWith(' # TODO')) continue;
    const end = findLineFrom(lines, index + 1, (line) => /^(?:✖ |test at )/.test(line));
    const before = lines[index - 1] ?? '';
    const declared = before.startsWith('test at ') ? parseLocation(before.slice(8)) : undefined;
    const failure = readFailure(lines.slice(index + 1, end));
    cases.push({
      test: cleanTestName(head.slice(2)),
      ...(declared && { file: declared.file, line: declared.line }),
      ...failure,
    });
    index = end - 1;
  }
  return cases;
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
