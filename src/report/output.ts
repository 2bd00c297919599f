// Builds the view of an output that formats work on.
import { parseJson } from '../platform/index.js';
import type { LineRange, Output, OutputHint } from './format.js';
import { stripAnsi, toLines } from './terminal-text.js';

export function toOutput(raw: string, hint: OutputHint): Output {
  const text = stripAnsi(raw.startsWith('\uFEFF') ? raw.slice(1) : raw);
  let json: { value: unknown } | undefined;
  return {
    text,
    lines: toLines(raw),
    json: () => (json ??= { value: findJson(text) }).value,
    hint,
  };
}

export function blankOut(output: Output, ranges: readonly LineRange[]): Output {
  if (ranges.length === 0) return output;
  const lines = [...output.lines];
  for (const { from, to } of ranges) lines.fill('', from, to + 1);
  return { ...output, lines };
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
