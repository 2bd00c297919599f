// The pieces all test formats share: counting, naming, and reading what a failure says.
import type { TestCase, TestReport } from '../schema/index.js';
import {
  isOwnCode,
  parseBarePlace,
  parseNodeFrame,
  parsePlaceLine,
  parsePythonFrame,
  pickOwnFrame,
} from './location.js';
import { omitUndefined } from './omit-undefined.js';
import { stripAnsi } from './terminal-text.js';

export type Counts = Pick<TestReport, 'passed' | 'failed' | 'skipped' | 'errors'>;
export type FailureText = Pick<TestCase, 'message' | 'assertion' | 'file' | 'line' | 'symbol'>;

const MAX_MESSAGE_CHARS = 400;
const MAX_DIFFERING = 6;
const CRASH =
  /(?:^|[\s.:(])(?:Type|Reference|Syntax|Range|URI|Import|ModuleNotFound|Name|Attribute|Key|Index|Value|Indentation|Tab|Runtime|OS|FileNotFound|ZeroDivision|Recursion|UnboundLocal)Error\b/;
const COMPARED = /^(?:expected|received|actual|got|left|right|but was)\b[^:]{0,40}: /i;
const ASSERTION = /assert|\bexpect(?:ed)?\b|\bshould\b|!==|!=/i;

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
  const frame = pickOwnFrame(frames);
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
  const frame = frames.findLast((candidate) => isOwnCode(candidate.file)) ?? frames.at(-1);
  const start = lines.findLastIndex((line) => parsePythonFrame(line) !== undefined);
  const error = lines.findIndex((line, index) => index > start && /^[A-Za-z_]/.test(line));
  const message = error < 0 ? '' : readMessage(lines.slice(error));
  return {
    ...(message !== '' && { message, assertion: isAssertion(message) }),
    ...(frame && { file: frame.file, line: frame.line }),
  };
}

/** The first line, and what it announces: the compared values, or the line after a colon. */
export function readMessage(lines: readonly string[]): string {
  const shown = lines.map((line) => stripAnsi(line).trim()).filter((line) => line !== '');
  const [first = '', ...rest] = shown;
  if (first.endsWith(':') && rest[0] !== undefined)
    return cutMessage([first, ...readDifference(rest)].join(' '));
  const compared = shown.slice(1, 12).filter((line) => COMPARED.test(line));
  return cutMessage([first, ...compared].join(' '));
}

/** What was announced by a colon: the lines of a diff that differ, else the next line. */
function readDifference(lines: readonly string[]): string[] {
  const isDiff = /^\+ actual - expected/.test(lines[0] ?? '');
  const differing = isDiff ? lines.slice(1, 40).filter((line) => /^[+-]/.test(line)) : [];
  return differing.length > 0 ? differing.slice(0, MAX_DIFFERING) : lines.slice(0, 1);
}

export function isAssertion(message: string): boolean {
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
