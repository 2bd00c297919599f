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

/** The text itself, or the part of it from a line that opens a document to one that closes it. */
export function findJson(text: string): unknown {
  const trimmed = text.trim();
  const whole = parseJson(trimmed);
  if (whole !== undefined) return whole;
  for (const start of findStarts(trimmed)) {
    const found = findEnds(trimmed, start)
      .map((end) => parseJson(trimmed.slice(start, end + 1)))
      .find((value) => value !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

const MAX_STARTS = 4;

/** Lines such as `[exit code: 1]` open like a document too; behind a first `{` only more of the same would come. */
function findStarts(text: string): number[] {
  const starts: number[] = [];
  for (const { index } of text.matchAll(/^[[{]/gm)) {
    starts.push(index);
    if (text[index] === '{' || starts.length === MAX_STARTS) break;
  }
  return starts;
}

/** The last bracket of all, the last and the first at the beginning of a line, and the end of the line, unless each line is a document. */
function findEnds(text: string, start: number): number[] {
  const opening = text[start] ?? '';
  const bracket = opening === '[' ? ']' : '}';
  const newline = text.indexOf('\n', start);
  const ends = [
    Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')),
    text.lastIndexOf(`\n${bracket}`) + 1,
    text.indexOf(`\n${bracket}`, start) + 1,
    opening === '{' && text.includes('\n{', start) ? -1 : newline - 1,
  ];
  return [...new Set(ends)].filter((end) => end > start);
}
