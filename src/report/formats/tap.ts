// TAP 13 and 14, with subtests as node:test nests them and the groups that tape names in comments.
import type { TestReport } from '../../schema/index.js';
import type { Format } from '../format.js';
import { createBrokenSuite, createTestReport } from '../test-report.js';
import { isTruncationMark } from '../terminal-text.js';
import { toCase } from './tap-case.js';
import { isSubtestTitle, PLAN, POINT, readPoints } from './tap-points.js';
import type { Point } from './tap-points.js';

export const tap: Format = {
  tool: 'tap',
  signs: ['TAP version ', '\nok ', '\nnot ok ', '\n1..', '# Tests were run but no plan'],
  parse({ lines }) {
    const from = lines.findIndex(
      (line) => /^TAP version 1\d$/.test(line) || PLAN.test(line) || POINT.test(line),
    );
    if (from < 0 || !lines.some((line) => PLAN.test(line) || STREAM.test(line))) return undefined;
    const to = lines.findLastIndex((line) =>
      /^(?:# (?:tests|pass|fail|ok|duration_ms)|\d\.\.|(?:not )?ok )/.test(line),
    );
    return { reports: [parseTap(lines.slice(from))], understood: [{ from, to: Math.max(from, to) }] };
  },
};

/** What only a stream of points has; Perl says so when it ends without a plan. */
const STREAM = /^(?:TAP version|# Tests were run but no plan was declared)/;

/** A plan that is missing or not met, and a bail-out, are errors of the run. */
export function parseTap(lines: readonly string[]): TestReport {
  const points = readPoints(lines);
  const leaves = points.filter((point) => !point.parent);
  const skipped = leaves.filter((point) => point.directive !== undefined);
  const failed = leaves.filter((point) => !point.ok && point.directive === undefined);
  const passed = leaves.filter((point) => point.ok && point.directive === undefined);
  const problems = findProblems(lines, points);
  const printed = readPrintedPasses(lines);
  // Runners differ in what a skipped point is; the runner's own count is the one people read.
  const asPrinted = printed !== undefined && printed + failed.length <= leaves.length;
  const counts = {
    passed: asPrinted ? printed : passed.length,
    failed: failed.length,
    skipped: asPrinted ? leaves.length - printed - failed.length : skipped.length,
    errors: problems.length,
    total: leaves.length,
  };
  const failing = [
    ...failed.map(toCase),
    ...problems.map((message) => createBrokenSuite('TAP run', { message })),
  ];
  return createTestReport('tap', true, counts, failing, passed.map((point) => point.name).filter(Boolean));
}

/** `# pass 12`; node:test also counts suites there, its points say more. */
function readPrintedPasses(lines: readonly string[]): number | undefined {
  if (lines.some(isSubtestTitle)) return undefined;
  const line = lines.findLast((candidate) => /^# pass {1,4}\d{1,9}$/.test(candidate));
  return line === undefined ? undefined : Number(line.slice('# pass '.length));
}

function findProblems(lines: readonly string[], points: readonly Point[]): string[] {
  const problems = lines.filter((line) => /^\s{0,80}Bail out!/.test(line)).map((line) => line.trim());
  const plan = lines.findLast((line) => /^1\.\.\d/.test(line));
  const ran = points.filter((point) => point.depth === 0).length;
  if (lines.some(isTruncationMark)) return problems;
  if (plan === undefined) problems.push('the run ended without a plan');
  const planned = Number(/\d{1,9}$/.exec(plan?.split(' ', 1)[0] ?? '')?.[0] ?? 0);
  if (plan !== undefined && planned !== ran) problems.push(`${planned} tests were planned and ${ran} ran`);
  return problems;
}
