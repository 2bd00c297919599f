// What a failing Rust test printed: the panic with its place, the error it returned, or that it did not panic.
import type { TestCase } from '../../schema/index.js';
import { parseLocation } from '../location.js';
import { isAssertion, readMessage } from '../test-report.js';

const PANIC = /^thread '([^']{1,300})'(?: \(\d{1,12}\))? panicked at (.{1,1000})$/;

/** The first panic in the lines; else the error that the test returned. */
export function readRustFailure(lines: readonly string[]): Omit<TestCase, 'test'> {
  const at = lines.findIndex((line) => PANIC.test(line));
  if (at >= 0) return readPanic(PANIC.exec(lines[at] ?? '')?.[2] ?? '', lines.slice(at + 1, at + 6));
  const said = lines.find((line) => /^(?:Error: |note: test did not panic)/.test(line));
  if (said === undefined) return {};
  const place = parseLocation(/ at (\S{1,300}:\d{1,7}:\d{1,7})$/.exec(said)?.[1] ?? '');
  return {
    message: said.replace(/^note: /, ''),
    assertion: said.startsWith('note: '),
    ...(place && { file: place.file, line: place.line }),
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
