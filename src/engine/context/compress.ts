// Makes text fit a number of tokens. Every compressor returns something smaller than it was given, or the same.
import { countTokens } from '../../model/index.js';

export interface Fitted {
  readonly text: string;
  readonly tokens: number;
  /** What was left out, in words. */
  readonly cut?: string;
}

/** No tokenizer needs more than this many characters for a token worth keeping: cut to bytes before counting. */
const MAX_CHARS_PER_TOKEN = 8;

export interface LineFocus {
  /** Lines that were left out before. */
  readonly omitted?: number | undefined;
  /** The line, from 0, around which lines are kept; without it the first and last ones are. */
  readonly focus?: number | undefined;
}

/** Keeps the first and last lines, or those around one; what is left out becomes a line that says how many are missing. */
export function fitLines(text: string, maxTokens: number, { omitted = 0, focus }: LineFocus = {}): Fitted {
  const whole = omitted === 0 ? tryWhole(text, maxTokens) : undefined;
  if (whole) return whole;
  const lines = text.split('\n').map((line) => (line.length > 400 ? `${line.slice(0, 399)}…` : line));
  const render = (kept: number): string =>
    focus === undefined ? keepEnds(lines, kept, omitted) : keepAround(lines, kept, focus);
  const kept = largest(Math.min(lines.length - 1, maxTokens), (count) => fits(render(count), maxTokens));
  const cut = `${lines.length - kept + omitted} of ${lines.length + omitted} lines left out`;
  return shorten(text, render(kept), { maxTokens, kept, cut });
}

function keepEnds(lines: readonly string[], kept: number, omitted: number): string {
  const head = Math.ceil((kept * 2) / 3);
  const tail = kept - head;
  const marker = markOmitted(lines.length - kept + omitted);
  return [...lines.slice(0, head), ...marker, ...(tail > 0 ? lines.slice(-tail) : [])].join('\n');
}

function keepAround(lines: readonly string[], kept: number, focus: number): string {
  const start = Math.max(0, Math.min(focus - Math.floor(kept / 2), lines.length - kept));
  const after = lines.length - start - kept;
  return [...markOmitted(start), ...lines.slice(start, start + kept), ...markOmitted(after)].join('\n');
}

function markOmitted(count: number): string[] {
  return count === 0 ? [] : [`# ... ${count} lines omitted ...`];
}

/** Keeps the first items; the rest becomes `and N more`. */
export function fitList(items: readonly string[], maxTokens: number): Fitted {
  const text = items.join('\n');
  const whole = tryWhole(text, maxTokens);
  if (whole) return whole;
  const render = (kept: number): string =>
    [...items.slice(0, kept), `and ${items.length - kept} more`].join('\n');
  const kept = largest(Math.min(items.length - 1, maxTokens), (count) => fits(render(count), maxTokens));
  return shorten(text, render(kept), {
    maxTokens,
    kept,
    cut: `${items.length - kept} of ${items.length} items left out`,
  });
}

/** Keeps the last items: of what happened, the newest matters most. */
export function fitNewest(items: readonly string[], maxTokens: number): Fitted {
  const whole = tryWhole(items.join('\n'), maxTokens);
  if (whole) return whole;
  const render = (kept: number): string => items.slice(items.length - kept).join('\n');
  const kept = largest(Math.min(items.length - 1, maxTokens), (count) => fits(render(count), maxTokens));
  const { text, tokens } = fitStart(render(Math.max(1, kept)), maxTokens);
  return { text, tokens, cut: `${items.length - Math.max(0, kept)} of ${items.length} items left out` };
}

/** Keeps the beginning. */
export function fitStart(text: string, maxTokens: number): Fitted {
  const whole = tryWhole(text, maxTokens);
  if (whole) return whole;
  if (maxTokens < 1) return { text: '', tokens: 0, cut: 'all of it left out' };
  const limit = Math.min(text.length - 1, maxTokens * MAX_CHARS_PER_TOKEN);
  const render = (length: number): string => `${wellFormed(text.slice(0, length))}…`;
  const length = Math.max(
    0,
    largest(limit, (count) => countTokens(render(count)) <= maxTokens),
  );
  const kept = length === 0 ? '' : render(length);
  return {
    text: kept,
    tokens: countTokens(kept),
    cut: `${text.length - length} of ${text.length} characters left out`,
  };
}

function tryWhole(text: string, maxTokens: number): Fitted | undefined {
  return fits(text, maxTokens) ? { text, tokens: countTokens(text) } : undefined;
}

function fits(text: string, maxTokens: number): boolean {
  return text.length <= maxTokens * MAX_CHARS_PER_TOKEN && countTokens(text) <= maxTokens;
}

/** Where saying what is missing would take more room than what is missing, the beginning is kept instead. */
function shorten(
  text: string,
  rendered: string,
  { maxTokens, kept, cut }: { maxTokens: number; kept: number; cut: string },
): Fitted {
  if (kept <= 0 || rendered.length > text.length) return fitStart(text, maxTokens);
  return { text: rendered, tokens: countTokens(rendered), cut };
}

function wellFormed(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}

/** The largest count in 0..max for which `fits` holds, assuming it holds for all smaller ones; -1 when it never does. */
function largest(max: number, fits: (count: number) => boolean): number {
  let low = -1;
  let high = max;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
