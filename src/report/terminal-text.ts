// Terminal output → plain text and lines: colours, redraws, carriage returns and lines too long to match.

const MAX_LINE_CHARS = 4_000;

// Parameters are bounded so that a broken sequence cannot make the search quadratic.
const ESCAPES =
  /\x1b(?:\[[0-9;:?<=>]{0,64}[ -/]{0,4}[@-~]|\][^\x07\x1b]{0,2000}(?:\x07|\x1b\\)|[@-Z\\^_]|[()][0-9A-Za-z])/g;
const CURSOR_UP = /\x1b\[(\d{0,4})A/g;

export function stripAnsi(text: string): string {
  return text.includes('\x1b') ? text.replace(ESCAPES, '') : text;
}

/** The lines a terminal would be left with: a redrawn line or block counts once, as it was last. */
export function toLines(text: string): string[] {
  const lines: string[] = [];
  for (const raw of text.split('\n')) {
    if (raw.includes('\x1b[')) lines.length = Math.max(0, lines.length - countCursorUp(raw));
    lines.push(stripAnsi(takeLastRedraw(raw)).slice(0, MAX_LINE_CHARS).trimEnd());
  }
  return lines;
}

const TRUNCATION =
  /^\s{0,20}(?:\.{2,}|…|\[|<|-{2,}|\().{0,60}\b(?:lines?|characters|chars|bytes|output|log)\b.{0,40}\b(?:omitted|truncated|hidden|skipped|elided|clipped|removed|more)\b|^\s{0,20}[[<(.…-]{1,10} ?(?:output |log )?(?:truncated|clipped|omitted)\b/i;

/** `… 120 lines omitted` and its kin: what is missing between two lines cannot be held against the output. */
export function isTruncationMark(line: string): boolean {
  return line.length < 200 && TRUNCATION.test(line);
}

function countCursorUp(raw: string): number {
  let count = 0;
  for (const match of raw.matchAll(CURSOR_UP)) count += match[1] === '' ? 1 : Number(match[1]);
  return count;
}

function takeLastRedraw(raw: string): string {
  let end = raw.length;
  while (end > 0 && raw[end - 1] === '\r') end -= 1;
  const start = raw.lastIndexOf('\r', end - 1) + 1;
  return raw.slice(end === 0 ? 0 : start, end);
}

const INDENT = /^ *(?=\S)/gm;

/** How many blanks all lines begin with; stops at the first that begins with none. */
export function findCommonIndent(text: string): number {
  let least = Number.MAX_SAFE_INTEGER;
  for (const [blanks] of text.matchAll(INDENT)) {
    least = Math.min(least, blanks.length);
    if (least === 0) return 0;
  }
  return least === Number.MAX_SAFE_INTEGER ? 0 : least;
}

export function dropIndent(text: string, indent: number): string {
  const blanks = ' '.repeat(indent);
  return text
    .split('\n')
    .map((line) => (line.startsWith(blanks) ? line.slice(indent) : line))
    .join('\n');
}
