// Builds the view of an output that formats work on.
import { parseJson } from '../platform/index.js';
import { collectLines } from './find-line.js';
import type { LineRange, Output, OutputHint } from './format.js';
import { stripAnsi, toLines } from './terminal-text.js';

export function toOutput(raw: string, hint: OutputHint): Output & { readonly lines: string[] } {
  const text = stripAnsi(raw.startsWith('\uFEFF') ? raw.slice(1) : raw);
  let json: { value: unknown } | undefined;
  return {
    text,
    lines: toLines(raw),
    json: () => (json ??= { value: findJson(text) }).value,
    hint,
  };
}

/** In place: a log has hundreds of thousands of lines, and each of many formats may understand a few. */
export function blankOut(lines: string[], ranges: readonly LineRange[]): void {
  for (const { from, to } of ranges) lines.fill('', from, to + 1);
}

/** The line of each offset; offsets must not go back. */
export function createLineCounter(text: string): (offset: number) => number {
  let line = 0;
  let next = text.indexOf('\n');
  return (offset) => {
    for (; next >= 0 && next < offset; next = text.indexOf('\n', next + 1)) line += 1;
    return line;
  };
}

/** A range for each line that passes. */
export function findLines(lines: readonly string[], passes: (line: string) => boolean): LineRange[] {
  return collectLines(lines, (line, index) => (passes(line) ? { from: index, to: index } : undefined));
}

/** The whole output as one range. */
export function everyLine(output: Output): LineRange {
  return { from: 0, to: output.lines.length - 1 };
}

/** The text itself, or the part of it from the first line that opens a document to the last that closes one. */
export function findJson(text: string): unknown {
  const trimmed = text.trim();
  const whole = parseJson(trimmed);
  if (whole !== undefined) return whole;
  const start = trimmed.search(/^[[{]/m);
  const end = Math.max(trimmed.lastIndexOf('}'), trimmed.lastIndexOf(']'));
  return start < 0 || end <= start ? undefined : parseJson(trimmed.slice(start, end + 1));
}
