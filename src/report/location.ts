// Where in a file something happened, read from the ways tools print it.
import type { Frame } from '../schema/index.js';

export interface Location {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
}

const LOCATION = /^(.{1,1000}?):(\d{1,7})(?::(\d{1,7}))?$/;
const CODE_OF_OTHERS = [
  'node_modules/',
  'site-packages/',
  'dist-packages/',
  '/lib/python',
  '/rustc/',
  '/.cargo/registry/',
  '/usr/lib/',
  '/usr/local/go/',
  '/sdk/go',
];

/** `file:12` or `file:12:5`. */
export function parseLocation(text: string): Location | undefined {
  const match = LOCATION.exec(text.trim());
  if (!match) return undefined;
  const [, file = '', line, column] = match;
  return { file: toPath(file), line: Number(line), ...(column !== undefined && { column: Number(column) }) };
}

/** `tests/test_a.py:12: AssertionError` and `src/a.py:3: in f`, as pytest closes each frame. */
export function parsePlaceLine(line: string): Location | undefined {
  const match = /^(\S[^:]{0,500}:\d{1,7}):(?: |$)/.exec(line);
  return match ? parseLocation(match[1] ?? '') : undefined;
}

/** `at fn (file:1:2)`, `at file:1:2` and vitest's `❯ fn file:1:2`. */
export function parseNodeFrame(line: string): Frame | undefined {
  const text = line.trim();
  const start = text.startsWith('at ') ? 3 : text.startsWith('❯ ') ? 2 : 0;
  if (start === 0) return undefined;
  const bracket = text.endsWith(')') ? text.lastIndexOf('(') : -1;
  const space = bracket > 0 ? bracket : text.lastIndexOf(' ') + 1;
  const location = parseLocation(bracket > 0 ? text.slice(bracket + 1, -1) : text.slice(space));
  if (!location) return undefined;
  const name = text
    .slice(start, Math.max(start, space))
    .replace(/^async /, '')
    .trim();
  return { file: location.file, line: location.line, ...(name !== '' && { function: name }) };
}

const PYTHON_FRAME = /^\s*File "([^"]{1,1000})", line (\d{1,7})(?:, in (.{1,300}))?$/;

/** `File "x.py", line 3, in f`. */
export function parsePythonFrame(line: string): Frame | undefined {
  const match = PYTHON_FRAME.exec(line);
  if (!match) return undefined;
  const [, file = '', number, name] = match;
  return { file, line: Number(number), ...(name !== undefined && { function: name }) };
}

/** Code of the project, as opposed to that of a library or the runtime. */
export function isOwnCode(file: string): boolean {
  return !/^(?:node:|<|\[|internal\/)/.test(file) && !CODE_OF_OTHERS.some((part) => file.includes(part));
}

/** The project's own frame nearest to where it was thrown, else the nearest of all. */
export function pickOwnFrame(frames: readonly Frame[]): Frame | undefined {
  return frames.find((frame) => isOwnCode(frame.file)) ?? frames[0];
}

function toPath(file: string): string {
  return file.startsWith('file://') ? decodePath(file.slice('file://'.length)) : file;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
