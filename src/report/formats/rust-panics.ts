// What a failing Rust test printed: the panic with its place, the error it returned, or that it did not panic.
import type { TestCase } from '../../schema/index.js';
import { parseLocation } from '../location.js';
import { isAssertion, readMessage } from '../test-report.js';

const PANIC = /^thread '([^']{1,300})'(?: \(\d{1,12}\))? panicked at (.{1,1000})$/;

/** The first panic in the lines; else the error that the test returned. */
export function readRustFailure(lines: readonly string[]): Omit<TestCase, 'test'> {
  const at = lines.findIndex((line) => PANIC.test(line));
  const other = lines.findIndex((line) => line.startsWith('note: panic did not contain expected string'));
  if (at >= 0 && other >= 0) return readOtherPanic(lines, at, other);
  if (at >= 0) return readPanic(PANIC.exec(lines[at] ?? '')?.[2] ?? '', lines.slice(at + 1, at + 6));
  const said = lines.find((line) => /^(?:Error: |note: test did not panic)/.test(line));
  return said === undefined ? readUncompiled(lines) : readReturned(said);
}

/** The error that a test returned, or that it did not panic. */
function readReturned(said: string): Omit<TestCase, 'test'> {
  const place = parseLocation(/ at (\S{1,300}:\d{1,7}:\d{1,7})$/.exec(said)?.[1] ?? '');
  return {
    message: said.replace(/^note: /, ''),
    assertion: said.startsWith('note: '),
    ...(place && { file: place.file, line: place.line }),
  };
}

/** `should_panic(expected = …)` names both texts below its note. */
function readOtherPanic(lines: readonly string[], at: number, note: number): Omit<TestCase, 'test'> {
  const { file, line } = readPanic(PANIC.exec(lines[at] ?? '')?.[2] ?? '', []);
  const message = lines.slice(note, note + 3).map((next) => next.trim().replace(/^note: /, ''));
  return { ...(file !== undefined && { file, line }), message: message.join(' '), assertion: true };
}

/** An example in the documentation that does not compile. */
function readUncompiled(lines: readonly string[]): Omit<TestCase, 'test'> {
  const error = lines.findIndex((line) => /^error(?:\[E\d{4}\])?: /.test(line));
  if (error < 0) return {};
  const arrow = /^\s{0,8}--> (\S{1,300}:\d{1,7}:\d{1,7})$/;
  const place = parseLocation(arrow.exec(lines[error + 1] ?? '')?.[1] ?? '');
  return {
    ...(place && { file: place.file, line: place.line }),
    message: lines[error] ?? '',
    assertion: false,
  };
}

/** Where panics are not under a heading of their own, the thread has the name of the test. */
export function findPanics(lines: readonly string[]): Map<string, Omit<TestCase, 'test'>> {
  const panics = new Map<string, Omit<TestCase, 'test'>>();
  for (const [index, line] of lines.entries()) {
    const match = line.startsWith("thread '") ? PANIC.exec(line) : null;
    if (match && !panics.has(match[1] ?? ''))
      panics.set(match[1] ?? '', readPanic(match[2] ?? '', lines.slice(index + 1, index + 6)));
  }
  return panics;
}

/** Today `panicked at file:1:2:` with the message below; before 1.73 `panicked at 'message', file:1:2`. */
function readPanic(text: string, after: readonly string[]): Omit<TestCase, 'test'> {
  const old = /^'(.{0,800})', (\S{1,300})$/.exec(text);
  const place = parseLocation(old ? (old[2] ?? '') : text.replace(/:$/, ''));
  const message = readMessage(old ? [old[1] ?? ''] : after);
  return {
    ...(place && { file: place.file, line: place.line }),
    ...(message !== '' && { message, assertion: isAssertion(message) }),
  };
}
