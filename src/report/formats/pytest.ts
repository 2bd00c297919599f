// What pytest prints in its many styles: the final line is the truth, the short summary names the tests, the sections explain them.
import type { TestReport } from '../../schema/index.js';
import { findLineFrom } from '../find-line.js';
import type { Format, LineRange } from '../format.js';
import { createTestReport, sumCounts } from '../test-report.js';
import { explainFailures, readFailureSections } from './pytest-sections.js';
import type { NamedFailure } from './pytest-sections.js';

export const pytest: Format = {
  tool: 'pytest',
  signs: [
    ' passed',
    ' failed',
    ' error',
    ' skipped',
    'no tests ran',
    ' deselected',
    ' xfailed',
    '= FAILURES =',
    ' test summary info ',
    ' session starts ',
  ],
  parse({ lines }) {
    const sessions = findSessions(lines);
    const cut = findCutSession(lines, (sessions.at(-1)?.to ?? -1) + 1);
    const found = cut ? [...sessions, cut] : sessions;
    const reports = found
      .map((session) => readSession(lines, session))
      .filter(({ total }, index) => total > 0 || found[index] !== cut);
    return reports.length === 0 ? undefined : { reports, understood: found };
  },
};

const START = /^=+ test (?:session|process) starts =+$/;
const SECTION = /^=+ (?:FAILURES|ERRORS|short test summary info|warnings summary) =+$/;
const WORDS = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  error: 'errors',
  errors: 'errors',
  exceptions: 'errors',
} as const;

/** A test of a pytest plugin prints whole sessions inside an outer one; only the outer ones count. */
function findSessions(lines: readonly string[]): LineRange[] {
  const sessions: LineRange[] = [];
  let depth = 0;
  let from = 0;
  let inner: number | undefined;
  for (const [index, line] of lines.entries()) {
    if (START.test(line)) {
      if (depth === 0 && inner === undefined) from = Math.max(from, index);
      depth += 1;
    }
    if (!isSummary(line)) continue;
    depth = Math.max(0, depth - 1);
    inner = index;
    if (depth > 0) continue;
    sessions.push({ from: findStart(lines, from, index), to: index });
    from = index + 1;
    inner = undefined;
  }
  if (inner !== undefined) sessions.push({ from: findStart(lines, from, inner), to: inner });
  return sessions;
}

/** A run that was stopped, or whose end was cut off or not asked for, has sections but no final line. */
function findCutSession(lines: readonly string[], after: number): LineRange | undefined {
  const from = findLineFrom(
    lines,
    after,
    (line) => line.startsWith('=') && (START.test(line) || SECTION.test(line)),
  );
  if (from === lines.length) return undefined;
  const start = findStart(lines, after, from);
  const to = lines.findLastIndex((line) => line !== '');
  return to < from ? undefined : { from: start, to };
}

/** `== 2 failed, 8 passed in 1.20s ==`, bare in quiet runs. */
function isSummary(line: string): boolean {
  if (line.length > 300 || !/ in \d/.test(line)) return false;
  const text = line.replace(/^=+ |[\s=]+$/g, '').replace(/^tests finished: /, '');
  const split = text.lastIndexOf(' in ');
  if (!/^\d{1,9}(?:\.\d{1,9})? ?s(?:econds)?(?: \([\d:]{1,20}\))?$/.test(text.slice(split + 4))) return false;
  const counts = text.slice(0, split).replace(/,$/, '');
  return (
    counts === 'no tests ran' || counts.split(', ').every((count) => /^\d{1,9} [a-z ]{1,40}$/.test(count))
  );
}

/** Quiet runs have no banner: they begin with their dots, a section or the list of failures. */
function findStart(lines: readonly string[], from: number, to: number): number {
  return findLineFrom(
    lines,
    from,
    (line) =>
      START.test(line) ||
      /^[.FEsxXR]{1,200}(?: +\[ {0,2}\d{1,3}%\])?$/.test(line) ||
      SECTION.test(line) ||
      /^(?:FAILED|ERROR) \S/.test(line),
    to,
  );
}

function readSession(all: readonly string[], { from, to }: LineRange): TestReport {
  const lines = all.slice(from, to + 1);
  const outcomes = readOutcomes(lines);
  const summary = isSummary(lines.at(-1) ?? '') ? (lines.at(-1) ?? '') : describeOutcomes(lines, outcomes);
  const counts = sumCounts(summary, WORDS);
  const expected = sumCounts(summary, { xfailed: 'skipped', xpassed: 'passed', expected: 'skipped' });
  const total =
    counts.passed + counts.failed + counts.skipped + counts.errors + expected.skipped + expected.passed;
  const sections = readFailureSections(lines);
  const bad = outcomes.filter(({ outcome }) => outcome === 'FAILED' || outcome === 'ERROR');
  const named = bad.map(({ test, part, message }): NamedFailure => ({
    test,
    ...(part !== undefined && { part }),
    ...(test.includes('.py') && { file: test.split('::', 1)[0] ?? test }),
    ...(message !== undefined && { message }),
  }));
  const failing = counts.failed + counts.errors === 0 ? [] : explainFailures(named, sections);
  const passing = outcomes.filter(({ outcome }) => outcome === 'PASSED').map(({ test }) => test);
  return createTestReport('pytest', false, { ...counts, total }, failing, passing);
}

/** In the words of the line that is missing: from the letters of the progress, else from the names. */
function describeOutcomes(lines: readonly string[], outcomes: readonly Outcome[]): string {
  const end = findLineFrom(lines, 0, (line) => SECTION.test(line));
  const letters = lines
    .slice(0, end)
    .map((line) => PROGRESS.exec(line)?.[1] ?? '')
    .join('');
  const count = (outcome: string, letter: string): number =>
    Math.max(outcomes.filter((item) => item.outcome === outcome).length, letters.split(letter).length - 1);
  const counts = [
    `${count('FAILED', 'F')} failed`,
    `${count('PASSED', '.')} passed`,
    `${count('SKIPPED', 's')} skipped`,
    `${count('ERROR', 'E')} errors`,
  ];
  return counts.join(', ');
}

const PROGRESS = /^(?:\S{1,300}\.py )?([.FEsxX]{1,200})(?: +\[ {0,2}\d{1,3}%\])?$/;

interface Outcome {
  readonly outcome: string;
  readonly test: string;
  /** The subtest, as printed: `(i=1)` or `[message]`. */
  readonly part?: string;
  readonly message?: string;
}

/** From the short summary (`FAILED id - message`) and from verbose lines (`id FAILED [ 3%]`). */
function readOutcomes(lines: readonly string[]): Outcome[] {
  const outcomes = new Map<string, Outcome>();
  const short = lines.findLastIndex((line) => /^=+ short test summary info =+$/.test(line));
  const note = (item: Outcome): void => {
    const key = [item.outcome, item.test, item.part].join('\0');
    if (outcomes.get(key)?.message === undefined) outcomes.set(key, item);
  };
  for (const [index, line] of lines.entries()) {
    const outcome = (index > short ? readListed(line) : undefined) ?? readVerbose(line);
    if (outcome) note(outcome);
  }
  return [...outcomes.values()];
}

/** `FAILED id - message`, and for a part of a test `SUBFAILED[message] (i=1) id - message`. */
function readListed(line: string): Outcome | undefined {
  const listed = /^(PASSED|FAILED|ERROR) (\S.{0,2000})$/.exec(line);
  if (listed) return { outcome: listed[1] ?? '', ...splitMessage(listed[2] ?? '') };
  const sub = /^SUBFAIL(?:ED)?((?:\[|\(|<).{0,300}?[\])>]) (\S{1,500}\.py::\S.{0,2000})$/.exec(line);
  return sub ? { outcome: 'FAILED', part: sub[1] ?? '', ...splitMessage(sub[2] ?? '') } : undefined;
}

/** `id FAILED [ 3%]`, and with workers `[gw0] [ 3%] FAILED id`. */
function readVerbose(line: string): Outcome | undefined {
  const worker = /^\[gw\d{1,4}\] \[ {0,2}\d{1,3}%\] (PASSED|FAILED|ERROR) (\S.{0,1000})$/.exec(line);
  if (worker) return { outcome: worker[1] ?? '', test: worker[2] ?? '' };
  if (!line.includes('::')) return undefined;
  const match = /^(\S{1,500}::.{1,1000}?) (PASSED|FAILED|ERROR)(?: +\[ {0,2}\d{1,3}%\])?$/.exec(line);
  return match ? { outcome: match[2] ?? '', test: match[1] ?? '' } : undefined;
}

/** Parameters in brackets may hold ` - ` too, so a message starts only after the id is complete. */
function splitMessage(text: string): { test: string; message?: string } {
  const open = text.indexOf('[');
  const dash = text.indexOf(' - ');
  if (dash < 0) return { test: text };
  const closed = open >= 0 && open < dash ? text.indexOf('] - ', open) + 1 : dash;
  if (closed === 0)
    return text.endsWith(']') ? { test: text } : { test: text.slice(0, dash), message: text.slice(dash + 3) };
  return { test: text.slice(0, closed), message: text.slice(closed + 3) };
}
