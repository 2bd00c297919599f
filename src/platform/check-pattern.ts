// Whether a pattern written by a person can take more than a bounded time on one line.
import { parsePattern } from './parse-pattern.js';
import type { Part } from './parse-pattern.js';

/** Longer lines are cut before a rule sees them. */
export const MAX_RULE_LINE_CHARS = 500;
/** One part that can end in many places, tried from every position of a line. */
const MAX_TRIES = MAX_RULE_LINE_CHARS * MAX_RULE_LINE_CHARS;

/** What is wrong with the pattern and what to do, or undefined when it is safe. */
export function findPatternProblem(source: string): string | undefined {
  try {
    new RegExp(source, 'u');
  } catch (cause) {
    return cause instanceof Error ? cause.message : 'it is not a regular expression';
  }
  const parsed = parsePattern(source);
  if ('problem' in parsed) return parsed.problem;
  const tries = parsed.parts.map((part, index) => countEnds(part, parsed.parts.slice(index + 1)));
  const starts = parsed.anchored ? 1 : MAX_RULE_LINE_CHARS;
  const all = tries.reduce((product, ends) => product * ends, starts);
  if (all <= MAX_TRIES) return undefined;
  const anchor = parsed.anchored ? '' : 'begin it with ^, and ';
  return `it could be tried in too many ways on one line: ${anchor}let repeated parts leave out what follows them, such as [^:]+ before a colon`;
}

/** In how many places a part can end and the rest still go on: many only where both fit the same character. */
function countEnds(part: Part, rest: readonly Part[]): number {
  const width = Math.min(part.max, MAX_RULE_LINE_CHARS) - part.min + 1;
  if (width <= 1) return 1;
  for (const next of rest) {
    // A part that takes any character has come to the end by itself.
    if (next.end === true) return part.chars.every(Boolean) ? 1 : width;
    if (next.chars.some((fits, index) => fits && part.chars[index] === true)) return width;
    if (next.min > 0) return 1;
  }
  return 1;
}
