// A test file that could not be loaded: why, and where when that is in the file itself.
import type { TestCase } from '../schema/index.js';
import { findLineFrom } from './find-line.js';
import { parseBarePlace, parseLocation } from './location.js';
import { createBrokenSuite, readFailure } from './test-report.js';
import type { FailureText } from './test-report.js';

/** What stopped a suite from loading may lie in another file; the suite stays the subject. */
export function readBrokenSuite(file: string, lines: readonly string[]): TestCase {
  const failure = readSyntaxError(lines) ?? readUnparsed(lines) ?? readFailure(lines);
  const message = failure.message ?? 'the suite could not be loaded';
  if (failure.file === undefined) return createBrokenSuite(file, { file, message });
  if (isSameFile(failure.file, file)) return createBrokenSuite(file, { file, line: failure.line, message });
  return createBrokenSuite(file, { file, message: `${message} (at ${failure.file}:${failure.line ?? 0})` });
}

/** Under its advice jest prints the place, the source and the error; Babel's has the place in the message. */
function readSyntaxError(lines: readonly string[]): FailureText | undefined {
  const details = lines.findIndex((line) => line.trim() === 'Details:');
  const at = findLineFrom(lines, Math.max(0, details), (line) => /^\s{0,20}SyntaxError: \S/.test(line));
  const message = lines[at]?.trim();
  if (message === undefined) return undefined;
  const babel = /^SyntaxError: (\S.{0,500}?): .{1,500} \((\d{1,7}):\d{1,7}\)/.exec(message);
  const place = babel
    ? parseLocation(`${babel[1] ?? ''}:${babel[2] ?? ''}`)
    : lines
        .slice(Math.max(0, at - 6), at)
        .map(parseBarePlace)
        .find((found) => found !== undefined);
  return place && { message, file: place.file, line: place.line };
}

/** Bundlers name the file below their message: `File: /src/a.test.js:2:22`. */
function readUnparsed(lines: readonly string[]): FailureText | undefined {
  const named = lines.map((line) => /^\s{0,8}(?:At file|File): (\S{1,500}:\d{1,7}:\d{1,7})$/.exec(line)?.[1]);
  const place = parseLocation(named.find((found) => found !== undefined) ?? '');
  return place && { ...readFailure(lines), file: place.file, line: place.line };
}

/** One may be relative to another folder than the other. */
function isSameFile(one: string, other: string): boolean {
  const [left, right] = [one, other].map((file) => file.replace(/^\.\//, ''));
  return left === right || one.endsWith(`/${right}`) || other.endsWith(`/${left}`);
}
