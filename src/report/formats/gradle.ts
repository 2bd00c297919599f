// Gradle: failing tests with their exception, the line of totals, and why a build failed.
import type { FailureReport, Report, TestCase } from '../../schema/index.js';
import { collectLines, findLineFrom } from '../find-line.js';
import type { Format, LineRange } from '../format.js';
import { parseLocation } from '../location.js';
import { createTestReport, readFailure, sumCounts, withoutRepeats } from '../test-report.js';
import type { Counts, FailureText } from '../test-report.js';

export const gradle: Format = {
  tool: 'gradle',
  signs: [' FAILED', ' PASSED', ' tests completed', '* What went wrong:'],
  parse({ lines }) {
    const results = readResults(lines);
    const totals = lines.filter((line) => TOTALS.test(line));
    const why = readReason(lines);
    const reports: Report[] = [];
    if (results.length > 0 || totals.length > 0) {
      const failing = results.filter(({ outcome }) => outcome === 'failed').map(({ item }) => item);
      const passing = results.filter(({ outcome }) => outcome === 'passed').map(({ item }) => item.test);
      reports.push(
        createTestReport('gradle', false, count(results, totals), withoutRepeats(failing), passing),
      );
    } else if (why) reports.push(why.report);
    if (reports.length === 0) return undefined;
    const understood: LineRange[] = results.map(({ from, to }) => ({ from, to }));
    return { reports, understood: why ? [...understood, { from: why.from, to: why.to }] : understood };
  },
};

const TOTALS = /^\d{1,9} tests? completed(?:, \d{1,9} (?:failed|skipped)){0,2}$/;
const RESULT = /^(\S[^>]{0,300}(?: > .{1,500})?) > (.{1,500}) (FAILED|PASSED|SKIPPED)$/;
const OUTCOMES: Readonly<Record<string, 'passed' | 'failed' | 'skipped'>> = {
  PASSED: 'passed',
  FAILED: 'failed',
  SKIPPED: 'skipped',
};

interface Result extends LineRange {
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly item: TestCase;
}

function readResults(lines: readonly string[]): Result[] {
  return collectLines(lines, (line, from): Result | undefined => {
    const match = /(?:ED|SKIPPED)$/.test(line) ? RESULT.exec(line) : null;
    const outcome = OUTCOMES[match?.[3] ?? ''];
    // `> Task :test FAILED` has the shape of a result without a class.
    if (!match || !outcome || line.startsWith('> ')) return undefined;
    const end = findLineFrom(lines, from + 1, (next) => next !== '' && !next.startsWith(' '), from + 200);
    const test = `${match[1] ?? ''}.${(match[2] ?? '').replace(/\(\)$/, '')}`;
    const failure = outcome === 'failed' ? readBody(lines.slice(from + 1, end)) : {};
    return { outcome, item: { test, ...failure }, from, to: end - 1 };
  });
}

/** Without full traces the place stands behind the exception: `Exception at PriceTest.java:9`. */
function readBody(lines: readonly string[]): FailureText {
  const failure = readFailure(lines);
  const place = parseLocation(/ at (\S{1,300}\.\w{1,8}:\d{1,7})$/.exec(failure.message ?? '')?.[1] ?? '');
  return failure.file === undefined && place ? { ...failure, file: place.file, line: place.line } : failure;
}

/** Every module prints its totals; passing tests are printed only where the build asks for them. */
function count(results: readonly Result[], totals: readonly string[]): Counts {
  const having = (outcome: string): number => results.filter((result) => result.outcome === outcome).length;
  if (totals.length === 0)
    return { passed: having('passed'), failed: having('failed'), skipped: having('skipped'), errors: 0 };
  const text = totals.join('\n').replace(/ tests? completed/g, ' completed');
  const { passed: completed, failed, skipped } = sumCounts(text, WORDS);
  return { passed: Math.max(0, completed - failed - skipped), failed, skipped, errors: 0 };
}

const WORDS = { completed: 'passed', failed: 'failed', skipped: 'skipped' } as const;

function readReason(lines: readonly string[]): ({ report: FailureReport } & LineRange) | undefined {
  const from = lines.indexOf('* What went wrong:');
  if (from < 0) return undefined;
  const end = findLineFrom(
    lines,
    from + 1,
    (line) => line.startsWith('* ') || line.startsWith('BUILD '),
    from + 40,
  );
  const said = lines.slice(from + 1, end).filter((line) => line.trim() !== '');
  const cause = said.findLast((line) => /^\s{0,20}> /.test(line)) ?? said[0] ?? 'the build failed';
  const message = cause.replace(/^\s{0,20}> /, '');
  return { report: { kind: 'failure', tool: 'gradle', message }, from, to: end - 1 };
}
