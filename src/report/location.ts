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
  '/usr/include/',
  '/include/c++/',
  '/usr/local/go/',
  '/sdk/go',
  '/pkg/mod/',
  '/hostedtoolcache/',
  '/usr/share/',
  '/gems/',
  'vendor/',
  'Program Files',
  '/dotnet/sdk/',
];
/** Java prints no path, only the class: these packages belong to the language, the build and the test libraries. */
const CLASSES_OF_OTHERS =
  /^(?:java\.base\/|app\/\/)?(?:javax?|jdk|sun|com\.sun|kotlinx?|scala|groovy|junit|org\.(?:junit|opentest4j|hamcrest|assertj|mockito|testng|gradle|apache\.maven|codehaus|springframework|spockframework)|System|Microsoft|Xunit|NUnit|FluentAssertions)\./;

/** `file:12` or `file:12:5`. */
export function parseLocation(text: string): Location | undefined {
  const match = LOCATION.exec(text.trim());
  if (!match) return undefined;
  const [, file = '', line, column] = match;
  return { file: toPath(file), line: Number(line), ...(column !== undefined && { column: Number(column) }) };
}

/** `tests/test_a.py:12: AssertionError` and `src/a.py:3: in f`, as pytest closes each frame. */
export function parsePlaceLine(line: string): Location | undefined {
  const match = /^(\S[^:]{0,500}:\d{1,7}(?::\d{1,7})?):(?: |$)/.exec(line);
  return match ? parseLocation(match[1] ?? '') : undefined;
}

const BARE_PLACE = /^(?:# )?((?:[A-Za-z]:)?[^\s:()]{1,500}\.[A-Za-z]\w{0,9}:\d{1,7})(?::in [`'].{0,300})?$/;

/** A place that is a whole line, as PHP prints it, and Ruby's `# ./a_spec.rb:7:in 'name'`. */
export function parseBarePlace(line: string): Location | undefined {
  const match = BARE_PLACE.exec(line.trim());
  return match ? parseLocation(match[1] ?? '') : undefined;
}

/** `at fn (file:1:2)`, `at file:1:2`, vitest's `❯ fn file:1:2` and .NET's `at Type.Method() in file:line 1`. */
export function parseNodeFrame(line: string): Frame | undefined {
  const text = line.trim();
  const start = text.startsWith('at ') ? 3 : text.startsWith('❯ ') ? 2 : 0;
  if (start === 0) return undefined;
  const net = text.lastIndexOf(':line ');
  if (net > 0) return parseNetFrame(text, net);
  const bracket = text.endsWith(')') ? text.lastIndexOf('(') : -1;
  const space = bracket > 0 ? bracket : text.lastIndexOf(' ') + 1;
  const location = parseLocation(bracket > 0 ? text.slice(bracket + 1, -1) : text.slice(space));
  if (!location) return undefined;
  const name = text
    .slice(start, Math.max(start, space))
    .replace(/^async /, '')
    // Mono puts an offset between the method and the file.
    .replace(/ \[0x[\da-f]{1,8}\] in ?$/, '')
    .trim();
  return { file: location.file, line: location.line, ...(name !== '' && { function: name }) };
}

function parseNetFrame(text: string, end: number): Frame | undefined {
  const split = text.lastIndexOf(' in ', end);
  const number = /^\d{1,7}$/.exec(text.slice(end + ':line '.length))?.[0];
  if (split < 0 || number === undefined) return undefined;
  return { file: text.slice(split + 4, end), line: Number(number), function: text.slice(3, split) };
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

/** The same for a frame, where the name of the function can tell more than the file. */
export function isOwnFrame({ file, function: name }: Frame): boolean {
  return isOwnCode(file) && (name === undefined || !CLASSES_OF_OTHERS.test(name));
}

/** The project's own frame nearest to where it was thrown, else the nearest of all. */
export function pickOwnFrame(frames: readonly Frame[]): Frame | undefined {
  return frames.find(isOwnFrame) ?? frames[0];
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
