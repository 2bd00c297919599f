// Stack traces of JavaScript engines, and others that print `at place` lines under an error.
import type { Frame, TraceReport } from '../../schema/index.js';
import { findLineFrom } from '../find-line.js';
import type { Format, LineRange } from '../format.js';
import { isOwnFrame, parseLocation, parseNodeFrame } from '../location.js';

export const nodeStack: Format = {
  tool: 'node',
  signs: ['   at ', '\n  at ', '\tat '],
  parse({ lines }) {
    const reports: TraceReport[] = [];
    const understood: LineRange[] = [];
    for (let index = 0; index < lines.length; index += 1) {
      const frame = findLineFrom(lines, index, isFrameLine);
      const error = findErrorLine(lines, frame, index);
      if (error < 0) {
        index = frame;
        continue;
      }
      const end = findLineFrom(lines, frame, (line) => !isFrameLine(line));
      const origin = findOrigin(lines, error);
      reports.push(readTrace(lines, { error, frame, end, origin: origin?.frame }));
      understood.push({ from: origin?.index ?? error, to: findTail(lines, end) });
      index = end - 1;
    }
    return reports.length === 0 ? undefined : { reports: reports.slice(0, MAX_TRACES), understood };
  },
};

/** Java's `... 12 more` stands for frames too. */
function isFrameLine(line: string): boolean {
  return /^(?:\t| {2})\s{0,80}(?:at \S|\.\.\. \d{1,6} more$)/.test(line);
}

const MAX_TRACES = 5;
const MAX_FIELDS = 60;
const ERROR =
  /^(?:Uncaught |Exception during run: |Exception in thread "[^"]{1,100}" |Unhandled exception\. |\[?Unhandled[^:]{0,60}: |Caused by: )?((?:[\w$]{1,80}\.){0,12}[A-Z][\w$]{0,80}(?:Error|Exception|Failure)|Error)(?: \[([A-Z_]{1,60})\])?(?::\s?(.{0,3000}))?$/;

/** A message can take several lines between its first and the frames. */
function findErrorLine(lines: readonly string[], frame: number, from: number): number {
  if (frame >= lines.length) return -1;
  for (let index = frame - 1; index >= Math.max(from, frame - 25); index -= 1) {
    if (ERROR.test((lines[index] ?? '').trim())) return index;
  }
  return -1;
}

/** Node prints `file:line`, the source line and a caret above an uncaught error. */
function findOrigin(lines: readonly string[], error: number): { frame: Frame; index: number } | undefined {
  for (let index = error - 1; index >= Math.max(0, error - 6); index -= 1) {
    const line = lines[index] ?? '';
    const named = /^(?:\s?Exception during run: )?((?:\/|file:|[A-Za-z]:\\|\.)\S{0,500}:\d{1,7})$/.exec(
      line,
    )?.[1];
    const place = parseLocation(named ?? '');
    if (place) return { frame: { file: place.file, line: place.line }, index };
  }
  return undefined;
}

function readTrace(
  lines: readonly string[],
  at: { error: number; frame: number; end: number; origin: Frame | undefined },
): TraceReport {
  const match = ERROR.exec((lines[at.error] ?? '').trim());
  const [, exception = 'Error', code, text = ''] = match ?? [];
  const frames = lines
    .slice(at.frame, at.end)
    .map(parseNodeFrame)
    .filter((frame): frame is Frame => frame !== undefined);
  const more = continueMessage(text, lines.slice(at.error + 1, at.frame));
  // A syntax error is thrown by the loader: the origin is the only place in the program.
  const lead = at.origin && !frames.some(isOwnFrame) ? [at.origin] : [];
  const name = code === undefined ? exception : `${exception} [${code}]`;
  return {
    kind: 'trace',
    tool: nameTool(frames),
    exception: name,
    message: `${text} ${more}`.trim(),
    frames: [...lead, ...frames],
  };
}

function nameTool(frames: readonly Frame[]): string {
  const file = frames[0]?.file ?? '';
  if (/\.(?:java|kt|scala|groovy)$/.test(file)) return 'java';
  return /\.(?:cs|fs|vb)$/.test(file) ? 'dotnet' : 'node';
}

/** Where the first line only announces the message, it stands in the next one that is not empty. */
function continueMessage(text: string, following: readonly string[]): string {
  if (text !== '' && !text.endsWith(':')) return '';
  return following.map((line) => line.trim()).find((line) => line !== '') ?? '';
}

/** The fields of the error object that node prints in braces after the frames. */
function findTail(lines: readonly string[], end: number): number {
  if (!(lines[end - 1] ?? '').endsWith('{')) return end - 1;
  const until = Math.min(end + MAX_FIELDS, lines.length);
  const close = findLineFrom(lines, end, (line) => /^\s{0,80}\}$/.test(line), until);
  return close < until ? close : end - 1;
}
