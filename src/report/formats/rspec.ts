// What rspec prints: numbered failures, the totals, and the list to rerun.
import type { TestCase } from '../../schema/index.js';
import { findLineFrom } from '../find-line.js';
import type { Format } from '../format.js';
import { isOwnCode, parseBarePlace } from '../location.js';
import { createBrokenSuite, createTestReport, readMessage } from '../test-report.js';
import type { Counts, FailureText } from '../test-report.js';

export const rspec: Format = {
  tool: 'rspec',
  signs: [' example'],
  parse({ lines }) {
    const at = lines.findLastIndex((line) => TOTALS.test(line));
    const counts = readTotals(lines[at] ?? '');
    if (!counts) return undefined;
    const start = lines.findIndex((line) => /^(?:Failures|Pending):/.test(line));
    const named = readFailures(lines.slice(0, at));
    const failing = [...(named.length > 0 ? named : readReruns(lines.slice(at))), ...readOutside(lines)];
    const to = lines.findLastIndex((line, index) => index >= at && line.startsWith('rspec '));
    return {
      reports: [createTestReport('rspec', false, counts, failing)],
      understood: [{ from: start < 0 ? at : Math.min(start, at), to: Math.max(at, to) }],
    };
  },
};

function readTotals(line: string): Counts | undefined {
  const match = TOTALS.exec(line);
  if (!match) return undefined;
  const [total = 0, failed = 0, skipped = 0, errors = 0] = match.slice(1).map((text) => Number(text ?? 0));
  return { passed: Math.max(0, total - failed - skipped), failed, skipped, errors };
}

const TOTALS =
  /^(\d{1,9}) examples?, (\d{1,9}) failures?(?:, (\d{1,9}) pending)?(?:, (\d{1,9}) errors? occurred outside of examples)?$/;

function readFailures(lines: readonly string[]): TestCase[] {
  const cases: TestCase[] = [];
  const start = lines.findIndex((line) => line === 'Failures:');
  for (let index = start < 0 ? lines.length : start; index < lines.length; index += 1) {
    const head = /^ {2}\d{1,6}\) (\S.{0,1000})$/.exec(lines[index] ?? '');
    if (!head) continue;
    const end = findLineFrom(lines, index + 1, (line) => /^(?: {2}\d{1,6}\) \S|\S)/.test(line));
    cases.push({
      test: (head[1] ?? '').replace(/ \(FAILED - \d{1,6}\)$/, ''),
      ...readBody(lines.slice(index + 1, end)),
    });
    index = end - 1;
  }
  return cases;
}

/** `Failure/Error: source`, then the exception and what it says, then the frames after a hash. */
function readBody(lines: readonly string[]): FailureText {
  const frames = lines.filter((line) => /^\s{0,20}# /.test(line));
  const places = frames.map(parseBarePlace).filter((place) => place !== undefined);
  const place = places.find(({ file }) => isOwnCode(file)) ?? places[0];
  const shown = lines.map((line) => line.trim());
  const source = shown.findIndex((line) => line.startsWith('Failure/Error:'));
  const said = shown.slice(source + 1).filter((line) => line !== '' && !line.startsWith('# '));
  const raised = /^[A-Z]\w{0,60}(?:::\w{1,60}){0,6}:$/.test(said[0] ?? '');
  const message = readMessage(said);
  return {
    ...(message !== '' && { message, assertion: !raised }),
    ...(place && { file: place.file, line: place.line }),
  };
}

/** `rspec ./spec/cart_spec.rb:6 # Cart adds up` */
function readReruns(lines: readonly string[]): TestCase[] {
  return lines.flatMap((line): TestCase[] => {
    const match = /^rspec (\S{1,500}):(\d{1,7}) # (\S.{0,1000})$/.exec(line);
    return match ? [{ test: match[3] ?? '', file: match[1] ?? '', line: Number(match[2]) }] : [];
  });
}

/** `An error occurred while loading ./spec/cart_spec.rb.` */
function readOutside(lines: readonly string[]): TestCase[] {
  return lines.flatMap((line, index): TestCase[] => {
    const match =
      /^An error occurred (?:while loading (\S{1,500}?)\.?(?: - Did you mean\?)?|in an? .{1,100})$/.exec(
        line,
      );
    if (!match) return [];
    const end = findLineFrom(lines, index + 1, (next) => next.startsWith('# '), index + 30);
    const { message = line } = readBody(lines.slice(index + 1, end));
    const file = match[1];
    return [createBrokenSuite(file ?? 'rspec', { message, ...(file !== undefined && { file }) })];
  });
}
