// What a Go test logged: the first `file_test.go:12: message`, else the panic that ended it.
import { parseLocation } from '../location.js';
import { readMessage } from '../test-report.js';
import type { FailureText } from '../test-report.js';

const LOGGED = /^\s{4,80}(\S{1,300}\.go:\d{1,7}): (.{0,3000})$/;

export function readGoLog(lines: readonly string[]): FailureText {
  const index = lines.findIndex((line) => LOGGED.test(line.trimEnd()));
  const [, at = '', text = ''] = LOGGED.exec(lines[index]?.trimEnd() ?? '') ?? [];
  const place = parseLocation(at);
  const message = readMessage(place ? [text, ...lines.slice(index + 1)] : findPanics(lines));
  return {
    file: place?.file,
    line: place?.line,
    message: message === '' ? undefined : message,
    assertion: place !== undefined,
  };
}

export function findPanics(lines: readonly string[]): string[] {
  return lines.filter((line) => line.startsWith('panic: '));
}
