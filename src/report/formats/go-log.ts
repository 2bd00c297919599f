// What a Go test logged: the first `file_test.go:12: message`, else the panic that ended it.
import type { Frame } from '../../schema/index.js';
import { findLineFrom } from '../find-line.js';
import { isOwnCode, parseLocation } from '../location.js';
import { readMessage } from '../test-report.js';
import type { FailureText } from '../test-report.js';

const LOGGED = /^\s{4,80}(\S{1,300}\.go:\d{1,7}):(?: (.{0,3000}))?$/;

export function readGoLog(lines: readonly string[]): FailureText {
  const index = lines.findIndex((line) => LOGGED.test(line.trimEnd()));
  const [, at = '', text = ''] = LOGGED.exec(lines[index]?.trimEnd() ?? '') ?? [];
  const place = parseLocation(at);
  if (!place) return readExample(lines) ?? readPanic(lines);
  const message = readLogged(text, lines.slice(index + 1));
  return {
    file: place.file,
    line: place.line,
    message: message === '' ? undefined : message,
    assertion: true,
  };
}

/** A message goes on further in; testify explains itself in labelled lines. */
function readLogged(text: string, after: readonly string[]): string {
  const end = findLineFrom(after, 0, (line) => !/^\s{8,80}\S/.test(line) || LOGGED.test(line), 20);
  const rest = after.slice(0, end).map((line) => line.trim());
  const told = rest
    .filter((line) => !/^(?:Error Trace|Test):/.test(line))
    .map((line) => line.replace(/^Error:\s{1,20}/, ''));
  const message = readMessage([text, ...told]);
  return message === text.trim() ? [message, ...told.slice(0, MAX_MORE)].join(' ') : message;
}

const MAX_MORE = 2;

/** An example that printed something else: `got:`, `want:` and what stands below them. */
function readExample(lines: readonly string[]): FailureText | undefined {
  const got = lines.findIndex((line) => line.trimEnd() === 'got:');
  const want = lines.findIndex((line, index) => index > got && line.trimEnd() === 'want:');
  if (got < 0 || want < 0) return undefined;
  const said = [...lines.slice(got, got + 2), ...lines.slice(want, want + 2)].map((line) => line.trim());
  return { message: said.join(' '), assertion: true };
}

function readPanic(lines: readonly string[]): FailureText {
  const message = readMessage(findPanics(lines)).replace(/ \[recovered\].{0,400}$/, '');
  const frame = readGoFrames(lines).find(({ file }) => isOwnCode(file));
  return {
    file: frame?.file,
    line: frame?.line,
    message: message === '' ? undefined : message,
    assertion: false,
  };
}

export function findPanics(lines: readonly string[]): string[] {
  return lines.filter((line) => line.startsWith('panic: '));
}

const PLACE = /^\t(\S.{0,500}\.\w{1,4}:\d{1,7})(?: \+0x[0-9a-f]{1,16})?$/;

/** A function call on one line, its place indented by a tab on the next; the innermost call comes first. */
export function readGoFrames(lines: readonly string[]): Frame[] {
  return lines.flatMap((line, index): Frame[] => {
    const place = parseLocation(PLACE.exec(line.trimEnd())?.[1] ?? '');
    const called = (lines[index - 1] ?? '').trimEnd();
    const name = called.endsWith(')') ? called.slice(0, called.lastIndexOf('(')) : '';
    return place ? [{ file: place.file, line: place.line, ...(name !== '' && { function: name }) }] : [];
  });
}
