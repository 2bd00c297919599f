// The pieces all test formats share: counting, naming, and reading what a failure says.
import type { TestCase, TestReport } from '../schema/index.js';
import {
  isOwnCode,
  isOwnFrame,
  parseBarePlace,
  parseNodeFrame,
  parsePlaceLine,
  parsePythonFrame,
} from './location.js';
import { findLineFrom } from './find-line.js';
import { omitUndefined } from './omit-undefined.js';
import { stripAnsi } from './terminal-text.js';

export type Counts = Pick<TestReport, 'passed' | 'failed' | 'skipped' | 'errors'>;
export type FailureText = Pick<TestCase, 'message' | 'assertion' | 'file' | 'line' | 'symbol'>;

const MAX_MESSAGE_CHARS = 400;
const MAX_DIFFERING = 6;
const CRASH =
  /(?:^|[\s.:(])(?:Type|Reference|Syntax|Range|URI|Import|ModuleNotFound|Name|Attribute|Key|Index|Value|Indentation|Tab|Runtime|OS|FileNotFound|ZeroDivision|Recursion|UnboundLocal|Rollup)Error\b|Parse failure: /;
const COMPARED = /^(?:(?:expected|received|actual|got|left|right|but was)\b[^:]{0,40}: |assert \S)/i;
const ASSERTION = /assert|\bexpect(?:ed)?\b|\bshould\b|!==|!=|\bmismatched\b/i;
/** A verdict of the runner, whichever error it names. */
const VERDICT = /^Failed: (?!async )|DID NOT RAISE|XPASS\(strict\)|^Unexpected success/;

export function createTestReport(
  tool: string,
  structured: boolean,
  counts: Counts & { readonly total?: number },
  failing: readonly TestCase[],
  passing: readonly string[] = [],
): TestReport {
  const { passed, failed, skipped, errors } = counts;
  return {
    kind: 'tests',
    tool,
    structured,
    passed,
    failed,
    skipped,
    errors,
    total: counts.total ?? passed + failed + skipped + errors,
    failing: failing.map(omitUndefined),
    ...(passing.length > 0 && { passing: [...passing] }),
  };
}

/** Adds up `12 passed, 3 failed` and the like; the words are those of the tool. */
export function sumCounts(text: string, words: Readonly<Record<string, keyof Counts>>): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0, errors: 0 };
  for (const [, number, word = ''] of text.matchAll(/(\d{1,9}) ([a-z]{1,20})/g)) {
    const key = words[word];
    if (key) counts[key] += Number(number);
  }
  return counts;
}

/** A file, package or build that failed as a whole. */
export function createBrokenSuite(name: string, failure: FailureText): TestCase {
  return { test: name, ...failure, assertion: false, suite: true };
}

/** What went wrong and where, from the lines printed under a failing test. */
export function readFailure(lines: readonly string[]): FailureText {
  const message = readMessage(lines);
  const frames = lines.map((line) => parseNodeFrame(line)).filter((candidate) => candidate !== undefined);
  // A place in the runner's own code says nothing about the test.
  const frame = frames.find(isOwnFrame);
  const place = frame ?? pickPlace(lines);
  const symbol = nameSymbol(frame?.function);
  return {
    ...(message !== '' && { message, assertion: isAssertion(message) }),
    ...(place && { file: place.file, line: place.line }),
    ...(symbol !== undefined && { symbol }),
  };
}

/** The functions that runners wrap around a test have no name worth knowing. */
function nameSymbol(name: string | undefined): string | undefined {
  return name === undefined || /<anonymous>|^(?:Object|Context|Test|new Promise|Module|eval)\b/.test(name)
    ? undefined
    : name.replace(/ \[as \w{1,80}\]$/, '');
}

/** Python closes with the innermost place, PHP and Ruby begin with it. */
function pickPlace(lines: readonly string[]): Pick<TestCase, 'file' | 'line'> | undefined {
  const isOwn = (place: { file: string } | undefined): boolean =>
    place !== undefined && isOwnCode(place.file);
  return lines.map(parsePlaceLine).findLast(isOwn) ?? lines.map(parseBarePlace).find(isOwn);
}

/** The same for a Python traceback, which prints the place of the throw last. */
export function readPythonFailure(lines: readonly string[]): FailureText {
  const frames = lines.map((line) => parsePythonFrame(line)).filter((candidate) => candidate !== undefined);
  const frame = frames.findLast((candidate) => isOwnCode(candidate.file));
  const start = lines.findLastIndex((line) => parsePythonFrame(line) !== undefined);
  const error = lines.findIndex((line, index) => index > start && /^[A-Za-z_]/.test(line));
  const message = error < 0 ? '' : readMessage(lines.slice(error));
  return {
    ...(message !== '' && { message, assertion: isAssertion(message) }),
    ...(frame && { file: frame.file, line: frame.line }),
  };
}

/** The first line, and what it announces: the compared values, the lines that differ, or the line after a colon. */
export function readMessage(lines: readonly string[]): string {
  const shown = lines.map((line) => stripAnsi(line).trim()).filter((line) => line !== '');
  const [first = '', ...rest] = shown;
  const compared = rest.slice(0, 11).filter((line) => COMPARED.test(line));
  if (first.endsWith(':') && rest[0] !== undefined) {
    const announced = DIFF_HEAD.test(first) || DIFF_HEAD.test(rest[0]) ? readDifference(shown) : [];
    const values = COMPARED.test(rest[0]) ? compared : announced;
    return cutMessage([first, ...(values.length > 0 ? values : rest.slice(0, 1))].join(' '));
  }
  const differing = compared.length > 0 || SAYS_BOTH.test(first) ? compared : readDifference(rest);
  return cutMessage([first, ...differing].join(' '));
}

/** `expected 1 to be 2` needs no diff. */
const SAYS_BOTH = /\bexpected .{1,300} to /;
const DIFF_HEAD =
  /^(?:\+ (?:actual - expected|expected - actual)|- Expected\b|\+ Received\b|Difference \(- actual|.{0,200}\(-(?:want|got),? ?\+(?:want|got)\))/;

/** The lines of a diff that differ; mocha prints its own below that of the assertion. */
function readDifference(lines: readonly string[]): string[] {
  const head = lines.slice(0, 6).findIndex((line) => DIFF_HEAD.test(line));
  if (head < 0) return [];
  const start = findLineFrom(lines, head, (line) => !DIFF_HEAD.test(line));
  const end = findLineFrom(lines, start, (line) => DIFF_HEAD.test(line), start + 40);
  return lines
    .slice(start, end)
    .filter((line) => /^[+-]/.test(line))
    .slice(0, MAX_DIFFERING);
}

export function isAssertion(message: string): boolean {
  if (VERDICT.test(message)) return true;
  return !CRASH.test(message.split(/\b(?:assert|expect)/i, 1)[0] ?? '') && ASSERTION.test(message);
}

/** Removes what runners print after a name: `(3.2ms)`, `12ms`, `(retry x2)`. */
export function cleanTestName(name: string): string {
  return name
    .replace(/\s{1,8}\(?\d{1,9}(?:\.\d{1,9})? ?m?s\)?$/, '')
    .replace(/\s\(retry x\d{1,3}\)$/, '')
    .trim();
}

/** A runner may print a failure twice, inline and in its summary; the first one with a message stays. */
export function withoutRepeats(cases: readonly TestCase[]): TestCase[] {
  const byName = new Map<string, TestCase>();
  for (const item of cases) {
    const key = [item.file, item.line, item.test].join('\0');
    if (byName.get(key)?.message === undefined) byName.set(key, item);
  }
  return [...byName.values()];
}

function cutMessage(message: string): string {
  return message.length > MAX_MESSAGE_CHARS ? `${message.slice(0, MAX_MESSAGE_CHARS - 1)}…` : message;
}
