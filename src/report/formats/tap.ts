// TAP 13 and 14, with subtests as node:test nests them and the groups that tape names in comments.
import type { TestCase, TestReport } from '../../schema/index.js';
import { countIndent, findLineFrom } from '../find-line.js';
import type { Format } from '../format.js';
import { parseLocation, parseNodeFrame, pickOwnFrame } from '../location.js';
import {
  createBrokenSuite,
  createTestReport,
  isAssertion,
  readFailure,
  readMessage,
} from '../test-report.js';
import { isTruncationMark } from '../terminal-text.js';

export const tap: Format = {
  tool: 'tap',
  signs: ['TAP version ', '\nok ', '\nnot ok ', '\n1..'],
  parse({ lines }) {
    const from = lines.findIndex(
      (line) => /^TAP version 1\d$/.test(line) || PLAN.test(line) || POINT.test(line),
    );
    if (from < 0 || !lines.some((line) => PLAN.test(line) || /^TAP version/.test(line))) return undefined;
    const to = lines.findLastIndex((line) =>
      /^(?:# (?:tests|pass|fail|ok|duration_ms)|\d\.\.|(?:not )?ok )/.test(line),
    );
    return { reports: [parseTap(lines.slice(from))], understood: [{ from, to: Math.max(from, to) }] };
  },
};

const PLAN = /^\s{0,80}1\.\.(\d{1,9})(?:\s|$)/;
const COMMENT = /^\s{0,80}# /;
const POINT = /^(\s{0,80})(not )?ok\b(?: (\d{1,9}))?(?: -)?(?: (.{0,2000}))?$/;

interface Point {
  readonly depth: number;
  readonly ok: boolean;
  readonly name: string;
  readonly group?: string;
  readonly directive?: string;
  readonly details: readonly string[];
  /** What follows it in other shapes than a YAML block: mocha's stack, the comments of bats and Perl. */
  readonly said: readonly string[];
  /** What was printed as comments before it: under node:test, the output of the test file. */
  readonly printed: readonly string[];
  /** Holds subtests: its outcome repeats theirs. */
  readonly parent: boolean;
}

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

function isSubtestTitle(line: string): boolean {
  return line.includes('# Subtest: ') && line.trimStart().startsWith('# Subtest: ');
}

function readPoints(lines: readonly string[]): Point[] {
  const points: Point[] = [];
  const titles = new Map<number, string>();
  // node:test prints what a test file wrote as comments; only tape names its groups that way.
  const isNode = lines.some(isSubtestTitle);
  let printed: string[] = [];
  let deepest = -1;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const match = POINT.exec(line);
    const comment = match === null && COMMENT.test(line);
    if (!match && !comment) continue;
    const depth = countIndent(line);
    if (comment) {
      printed.push(line.trim().slice(2));
      noteTitle(titles, depth, isNode ? toSubtest(line) : line.trim());
    }
    if (!match) continue;
    const end = findDetailsEnd(lines, index + 1);
    const heard = match[2] === undefined ? end : findSaidEnd(lines, end, depth);
    const parent = deepest > depth;
    const groups = [...titles].filter(([at]) => (isNode ? at < depth : at === depth)).map(([, name]) => name);
    const said = lines.slice(end, heard).map((next) => next.replace(/^#/, ''));
    points.push(
      readPoint(match, { groups, isNode, parent, printed, said, details: lines.slice(index + 1, end) }),
    );
    printed = [];
    deepest = depth;
    index = heard - 1;
  }
  return points;
}

/** Only what announces a subtest: everything else was printed by the test. */
function toSubtest(line: string): string | undefined {
  const comment = line.trim();
  return comment.startsWith('# Subtest: ') ? `# ${comment.slice('# Subtest: '.length)}` : undefined;
}

/** tape's `# name` is a heading for the points that follow; a subtest's, for the points further in. */
function noteTitle(titles: Map<number, string>, depth: number, comment: string | undefined): void {
  if (comment === undefined) return;
  if (/^# (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms|ok)\b/.test(comment)) return;
  for (const at of [...titles.keys()]) if (at >= depth) titles.delete(at);
  titles.set(depth, comment.slice(2).trim());
}

function readPoint(
  match: RegExpExecArray,
  around: Pick<Point, 'parent' | 'details' | 'printed' | 'said'> & {
    groups: readonly string[];
    /** Not under node:test: what has a group above it is an assertion of it, as tape prints them. */
    isNode: boolean;
  },
): Point {
  const [, indent = '', not, , description = ''] = match;
  const directive = /(?:^| )#\s?(skip|todo)\b/i.exec(description);
  const own = (directive ? description.slice(0, directive.index) : description)
    .replace(/\s#\s?time=.{0,40}$/, '')
    .trim();
  return {
    depth: indent.length,
    ok: not === undefined,
    name: [...around.groups, own].join(' ').trim(),
    ...(!around.isNode && around.groups.length > 0 && { group: around.groups.join(' ') }),
    ...(directive && { directive: (directive[1] ?? '').toLowerCase() }),
    details: around.details,
    printed: around.printed,
    said: around.said,
    parent:
      around.parent ||
      description.endsWith(' {') ||
      around.details.some((line) => /failureType: '?subtestsFailed|^\s{1,80}type: '?suite/.test(line)),
  };
}

/** The YAML block between `---` and `...`, if the point has one. */
function findDetailsEnd(lines: readonly string[], from: number): number {
  if (lines[from]?.trim() !== '---') return from;
  const end = findLineFrom(lines, from + 1, (line) => line.trim() === '...' || /^(?:not )?ok /.test(line));
  return Math.min(end + 1, lines.length);
}

/** Indented text that is no TAP, and comments that go on about the failure rather than name what follows. */
function findSaidEnd(lines: readonly string[], from: number, depth: number): number {
  const goesOn = (line: string): boolean =>
    /^#(?: {2,}|\t| \(in )\S/.test(line) ||
    line === '' ||
    (countIndent(line) > depth && !POINT.test(line) && !PLAN.test(line) && !/^\s{1,80}#/.test(line));
  let end = findLineFrom(lines, from, (line) => !goesOn(line));
  while (end > from && lines[end - 1] === '') end -= 1;
  return end;
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

function toCase(point: Point): TestCase {
  const { details, name } = point;
  const operator = readValue(details, 'operator');
  const message = readError(details) ?? describeComparison(details, operator);
  if (readValue(details, 'exitCode') !== undefined) return toBrokenFile(point, message);
  if (message === undefined && point.said.length > 0) return { test: name, ...readSaid(point.said) };
  const place = findPlace(details);
  return {
    test: name,
    ...(point.group !== undefined && { group: point.group }),
    ...(place && { file: place.file, line: place.line }),
    ...(message && { message }),
    assertion: isComparison(details, message),
  };
}

function readError(details: readonly string[]): string | undefined {
  const error = readValue(details, 'message') ?? readValue(details, 'error');
  return nameError(error, readValue(details, 'name'));
}

function isComparison(details: readonly string[], message = ''): boolean {
  const named = readValue(details, 'operator') ?? readValue(details, 'assertion');
  return named !== undefined || isAssertion(`${readValue(details, 'code') ?? ''} ${message}`);
}

/** `(in test file a.bats, line 2)` and Perl's `at t/a.t line 5.` name the place in words. */
function readSaid(said: readonly string[]): Omit<TestCase, 'test'> {
  const words = /(?:in test file|\bat) (\S{1,300}?),? line (\d{1,7})[.)]/.exec(
    said.join('\n').slice(0, 4_000),
  );
  const rest = said.filter((line) => !/^ {0,3}(?:\(in |at )\S/.test(line));
  const failure = readFailure(rest);
  return words ? { ...failure, file: words[1] ?? '', line: Number(words[2]) } : failure;
}

/** The stack's own frame leads to the assertion; `at` and `location` only to the test. */
function findPlace(details: readonly string[]): ReturnType<typeof parseLocation> {
  const frames = details
    .map((line) => parseNodeFrame(line.trim().replace(/^at: /, 'at ')))
    .filter((frame) => frame !== undefined);
  return (
    pickOwnFrame(frames) ?? parseLocation(readValue(details, 'at') ?? readValue(details, 'location') ?? '')
  );
}

/** An error other than a plain one or an assertion is named with its message. */
function nameError(message: string | undefined, name = ''): string | undefined {
  if (message === undefined || !/^[A-Z]\w{2,60}$/.test(name) || name === 'Error' || name === 'AssertionError')
    return message;
  return message.startsWith(name) ? message : `${name}: ${message}`;
}

/** A test file that ended by itself: why is in what it printed. */
function toBrokenFile({ name, details, printed }: Point, message = 'the test file could not run'): TestCase {
  const why = printed.find((line) => /^(?:\w{0,60}Error|Error)\b.{0,80}: ./.test(line));
  const place = parseLocation(readValue(details, 'location') ?? '');
  return createBrokenSuite(name, {
    message: why ?? message,
    ...(place && { file: place.file, line: place.line }),
  });
}

function describeComparison(details: readonly string[], operator: string | undefined): string | undefined {
  if (operator === undefined) return undefined;
  const expected = readValue(details, 'expected') ?? '';
  return `${operator}: expected ${expected}, got ${readValue(details, 'actual') ?? ''}`.slice(0, 400);
}

/** The value of a key in the YAML block: on its line, or the text indented below it. */
function readValue(details: readonly string[], key: string): string | undefined {
  const index = details.findIndex((line) => line.trimStart().startsWith(`${key}:`));
  const head = details[index];
  if (head === undefined) return undefined;
  const inline = head
    .trim()
    .slice(key.length + 1)
    .trim();
  if (!/^(?:[|>][-+]?)?$/.test(inline)) return inline.replace(/^(['"])(.*)\1$/, '$2');
  const indent = countIndent(head);
  const after = details.slice(index + 1);
  const end = after.findIndex((line) => line !== '' && countIndent(line) <= indent);
  return readMessage(end < 0 ? after : after.slice(0, end));
}
