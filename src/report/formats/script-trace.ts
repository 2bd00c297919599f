// What Ruby, PHP and Elixir print when a program ends by an exception nobody caught.
import type { Frame, TraceReport } from '../../schema/index.js';
import { findLineFrom } from '../find-line.js';
import type { Format, LineRange } from '../format.js';

export const scriptTrace: Format = {
  tool: 'script-trace',
  signs: [':in `', ":in '", 'Uncaught ', '** ('],
  parse({ lines }) {
    const found: Found[] = [];
    for (let index = 0; index < lines.length; index += 1) {
      const line = lines[index] ?? '';
      const one = mayThrow(line)
        ? (readRuby(lines, index) ?? readPhp(lines, index) ?? readElixir(lines, index))
        : undefined;
      if (!one) continue;
      found.push(one);
      index = one.range.to;
    }
    if (found.length === 0) return undefined;
    const reports = found.slice(0, MAX_TRACES).map(({ report }) => report);
    return { reports, understood: found.map(({ range }) => range) };
  },
};

interface Found {
  readonly report: TraceReport;
  readonly range: LineRange;
}

const MAX_TRACES = 5;

/** One look that nearly all lines fail. */
function mayThrow(line: string): boolean {
  return line.includes(':in ') || /^(?:\*\* \(|(?:PHP )?Fatal error: |PHP |Uncaught )/.test(line);
}

const RUBY =
  /^(\S.{0,500}?):(\d{1,7}):in [`'](.{1,300}?)': (.{0,2000}) \(([A-Z]\w{0,80}(?:::\w{1,80}){0,8})\)$/;
const RUBY_FRAME = /^\s{1,12}(?:\d{1,5}: )?from (\S.{0,500}?):(\d{1,7})(?::in [`'](.{1,300})')?$/;

/** The place of the throw first, its callers below; Ruby 2 printed the callers above, for terminals. */
function readRuby(lines: readonly string[], index: number): Found | undefined {
  const [, file, number, name = '', message = '', exception] = RUBY.exec(lines[index] ?? '') ?? [];
  if (file === undefined || exception === undefined) return undefined;
  // The source line with a caret may stand between.
  const first = findLineFrom(
    lines,
    index + 1,
    (line) => RUBY_FRAME.test(line) || /^\S/.test(line),
    index + 8,
  );
  const end = findLineFrom(lines, first, (line) => !RUBY_FRAME.test(line));
  const start = findCallersAbove(lines, index);
  const above = lines.slice(start, index).reverse();
  const callers = [...lines.slice(first, end), ...above].map((line) => toFrame(RUBY_FRAME.exec(line)));
  const thrown = { file, line: Number(number), function: name };
  return {
    report: { kind: 'trace', tool: 'ruby', exception, message, frames: [thrown, ...callers] },
    range: { from: start, to: Math.max(index, (end > first ? end : index + 1) - 1) },
  };
}

function findCallersAbove(lines: readonly string[], index: number): number {
  let start = index;
  while (RUBY_FRAME.test(lines[start - 1] ?? '')) start -= 1;
  return /^Traceback \(most recent call last\):?$/.test(lines[start - 1] ?? '') ? start : index;
}

const PHP =
  /^(?:PHP )?(?:Fatal error: {1,2})?Uncaught ([A-Z]\w{0,80}(?:\\\w{1,80}){0,8})(?:: (.{0,2000}))? in (\S.{0,500}?):(\d{1,7})$/;
const PHP_FRAME = /^#\d{1,4} (\S.{0,500}?)\((\d{1,7})\): (.{1,300})$/;

function readPhp(lines: readonly string[], index: number): Found | undefined {
  const [, exception, message = '', file = '', number] = PHP.exec(lines[index] ?? '') ?? [];
  if (exception === undefined) return undefined;
  const end = findLineFrom(
    lines,
    index + 1,
    (line) => !/^(?:Stack trace:|#\d{1,4} |\s{1,4}thrown in )/.test(line),
  );
  const callers = lines.slice(index + 1, end).map((line) => PHP_FRAME.exec(line));
  const frames = callers.filter((match) => match !== null).map(toFrame);
  return {
    report: {
      kind: 'trace',
      tool: 'php',
      exception,
      message,
      frames: [{ file, line: Number(number) }, ...frames],
    },
    range: { from: index, to: end - 1 },
  };
}

const ELIXIR = /^\*\* \(([A-Z][\w.]{1,120})\) (.{1,2000})$/;
const ELIXIR_FRAME = /^\s{4,8}(?:\([^)]{1,80}\) )?(\S{1,300}\.(?:exs?|erl)):(\d{1,7}): (.{1,300})$/;

function readElixir(lines: readonly string[], index: number): Found | undefined {
  const [, exception, message = ''] = ELIXIR.exec(lines[index] ?? '') ?? [];
  const end = findLineFrom(lines, index + 1, (line) => !ELIXIR_FRAME.test(line));
  if (exception === undefined || end === index + 1) return undefined;
  const frames = lines.slice(index + 1, end).map((line) => toFrame(ELIXIR_FRAME.exec(line)));
  return {
    report: { kind: 'trace', tool: 'elixir', exception, message, frames },
    range: { from: index, to: end - 1 },
  };
}

function toFrame(match: RegExpExecArray | null): Frame {
  const [, file = '', number, name] = match ?? [];
  return { file, line: Number(number), ...(name !== undefined && { function: name }) };
}
