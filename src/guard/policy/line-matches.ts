// Patterns over text, line by line: bounded time however long a line is, and only what differs is looked at.
import { MAX_RULE_LINE_CHARS } from '../../platform/index.js';

/** How many times a pattern occurs. */
export function countMatches(lines: readonly string[], source: string): number {
  const expression = expressionOf(source, 'gu');
  return lines.reduce((sum, line) => sum + countInLine(line, expression), 0);
}

export function hasMatch(text: string, source: string): boolean {
  const expression = expressionOf(source, 'u');
  return text
    .split(/\r\n|[\r\n]/)
    .some((line) => listWindows(line).some(({ text: part }) => expression.test(part)));
}

export interface ChangedLines {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Without the lines that both begin and end with: what is counted by lines does not change there. */
export function findChangedLines(before: string, after: string): ChangedLines {
  const [old, now] = [before.split(/\r\n|[\r\n]/), after.split(/\r\n|[\r\n]/)];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  return { before: old.slice(start, old.length - end), after: now.slice(start, now.length - end) };
}

const STRIDE = MAX_RULE_LINE_CHARS / 2;

interface LineWindow {
  readonly text: string;
  /** Matches that begin later belong to the next window. */
  readonly startsBefore: number;
}

/** A pattern is known to be quick on a line of bounded length; longer lines are looked at in overlapping windows. */
function listWindows(line: string): readonly LineWindow[] {
  if (line.length <= MAX_RULE_LINE_CHARS) return [{ text: line, startsBefore: Infinity }];
  return Array.from({ length: Math.ceil(line.length / STRIDE) }, (_, index) => ({
    text: line.slice(index * STRIDE, index * STRIDE + MAX_RULE_LINE_CHARS),
    startsBefore: STRIDE,
  }));
}

function countInLine(line: string, expression: RegExp): number {
  if (line === '') return 0;
  if (line.length <= MAX_RULE_LINE_CHARS) return line.match(expression)?.length ?? 0;
  return listWindows(line).reduce(
    (sum, { text, startsBefore }) =>
      sum + Array.from(text.matchAll(expression)).filter(({ index }) => index < startsBefore).length,
    0,
  );
}

const known = new Map<string, RegExp>();

/** Made once: a policy asks the same of every action. */
export function expressionOf(source: string, flags: 'gu' | 'u' | 'i' | ''): RegExp {
  const key = `${flags}/${source}`;
  const expression = known.get(key) ?? new RegExp(source, flags);
  known.set(key, expression);
  return expression;
}
