// Programs that panicked: Go with its goroutines, Rust with or without a backtrace.
import type { Frame, TraceReport } from '../../schema/index.js';
import { findLineFrom } from '../find-line.js';
import type { Finding, Format } from '../format.js';
import { isOwnCode, parseLocation } from '../location.js';
import { readGoFrames } from './go-log.js';

export const panic: Format = {
  tool: 'panic',
  signs: ['panic: ', 'fatal error: ', ' panicked at '],
  parse({ lines }) {
    const found: { report: TraceReport; from: number; to: number }[] = [];
    for (let index = 0; index < lines.length; index += 1) {
      const trace = readGoPanic(lines, index) ?? readRustPanic(lines, index);
      if (!trace) continue;
      found.push(trace);
      index = trace.to;
    }
    return toFinding(found);
  },
};

const MAX_TRACES = 5;
const MAX_FRAME_LINES = 200;

interface Trace {
  readonly report: TraceReport;
  readonly from: number;
  readonly to: number;
}

/** Only with its goroutine below: `panic: ` alone is a word. */
function readGoPanic(lines: readonly string[], from: number): Trace | undefined {
  const line = lines[from] ?? '';
  const opens = line.startsWith('panic: ') || line.startsWith('fatal error: ');
  const head = opens ? /^(panic|fatal error): (\S.{0,2000})$/.exec(line) : null;
  if (!head) return undefined;
  const start = findLineFrom(lines, from + 1, (line) => line.startsWith('goroutine '), from + 12);
  if (!(lines[start] ?? '').startsWith('goroutine ')) return undefined;
  const end = findLineFrom(
    lines,
    start + 1,
    (line) => line === '' || line.startsWith('exit status '),
    start + MAX_FRAME_LINES,
  );
  const frames = readGoFrames(lines.slice(start + 1, end));
  // What the runtime does to raise the panic says nothing about the program.
  const own = frames.findIndex(({ file }) => isOwnCode(file));
  const message = (head[2] ?? '').replace(/ \[recovered\]$/, '');
  return {
    report: toTrace('go', head[1] ?? 'panic', message, frames.slice(Math.max(0, own))),
    from,
    to: end - 1,
  };
}

const RUST =
  /^thread '([^']{1,300})'(?: \(\d{1,12}\))? panicked at (?:'(.{0,800})', )?(\S.{0,500}?:\d{1,7}:\d{1,7}):?$/;

function readRustPanic(lines: readonly string[], from: number): Trace | undefined {
  const line = lines[from] ?? '';
  const head = line.startsWith("thread '") ? RUST.exec(line) : null;
  const place = parseLocation(head?.[3] ?? '');
  if (!head || !place) return undefined;
  const note = findLineFrom(
    lines,
    from + 1,
    (line) => line === '' || /^(?:note: |stack backtrace:)/.test(line),
    from + 20,
  );
  const said =
    head[2] ??
    lines
      .slice(from + 1, note)
      .map((line) => line.trim())
      .join(' ');
  const end =
    lines[note] === 'stack backtrace:'
      ? findLineFrom(lines, note + 1, (line) => !/^\s{1,20}(?:\d{1,5}: |at )/.test(line))
      : note;
  const frames = readRustFrames(lines.slice(note + 1, end));
  const thrown: Frame = { file: place.file, line: place.line };
  const rest = frames.filter(({ file, line }) => isOwnCode(file) && !isSame(file, line, place));
  return { report: toTrace('rust', 'panic', said, [thrown, ...rest]), from, to: end - 1 };
}

function readRustFrames(lines: readonly string[]): Frame[] {
  return lines.flatMap((line, index): Frame[] => {
    const place = parseLocation(/^\s{1,20}at (\S.{0,500})$/.exec(line)?.[1] ?? '');
    const name = /^\s{1,20}\d{1,5}: (\S.{0,500})$/.exec(lines[index - 1] ?? '')?.[1];
    return place
      ? [{ file: place.file, line: place.line, ...(name !== undefined && { function: name }) }]
      : [];
  });
}

/** A backtrace writes `./src/a.rs` for what the panic calls `src/a.rs`. */
function isSame(file: string, line: number, place: { file: string; line: number }): boolean {
  return line === place.line && file.endsWith(place.file);
}

function toTrace(tool: string, exception: string, message: string, frames: Frame[]): TraceReport {
  return { kind: 'trace', tool, exception, message, frames };
}

function toFinding(found: readonly Trace[]): Finding | undefined {
  if (found.length === 0) return undefined;
  return {
    reports: found.slice(0, MAX_TRACES).map(({ report }) => report),
    understood: found.map(({ from, to }) => ({ from, to })),
  };
}
