// Python text as logical lines: comments gone, strings emptied, continuations joined. Written by hand because the
// dependencies hold no Python parser; imports and declarations need no more than this.

export interface LogicalLine {
  /** First and last physical line, 1-based. */
  readonly start: number;
  readonly end: number;
  /** Columns of leading white space, a tab counting to the next multiple of eight as in Python. */
  readonly indent: number;
  /** The code on one line, trimmed; every string literal is `""`. */
  readonly code: string;
}

/** A map and not an object: tokens are names from the text, `constructor` among them. */
const DEPTH_CHANGE: ReadonlyMap<string, number> = new Map([
  ['(', 1],
  ['[', 1],
  ['{', 1],
  [')', -1],
  [']', -1],
  ['}', -1],
]);
const TOKEN = /#[^\n]*|"""|'''|["']|\\\r?\n|\r?\n|[([{]|[)\]}]|[^#"'\\\r\n()[\]{}]+|[\s\S]/y;

export function readLogicalLines(text: string): LogicalLine[] {
  const lines: LogicalLine[] = [];
  let code = '';
  let start = 1;
  let line = 1;
  let depth = 0;
  const finish = (): void => {
    const trimmed = code.trim();
    if (trimmed !== '') lines.push({ start, end: line, indent: measureIndent(code), code: trimmed });
    code = '';
    start = line + 1;
  };
  for (let offset = text.startsWith('\uFEFF') ? 1 : 0; offset < text.length;) {
    TOKEN.lastIndex = offset;
    const token = TOKEN.exec(text)?.[0] ?? '';
    const end = isQuote(token) ? findStringEnd(text, offset + token.length, token) : offset + token.length;
    depth = Math.max(0, depth + (DEPTH_CHANGE.get(token) ?? 0));
    if (depth === 0 && (token === '\n' || token === '\r\n')) finish();
    else code += toCode(token);
    line += countLines(text, offset, end);
    offset = end;
  }
  finish();
  return lines;
}

function isQuote(token: string): boolean {
  return token.startsWith('"') || token.startsWith("'");
}

/** The offset behind the closing quote; an unclosed plain string ends with its line. */
function findStringEnd(text: string, from: number, quote: string): number {
  for (let offset = from; offset < text.length; offset++) {
    if (text[offset] === '\\') offset++;
    else if (text.startsWith(quote, offset)) return offset + quote.length;
    else if (quote.length === 1 && text[offset] === '\n') return offset;
  }
  return text.length;
}

function toCode(token: string): string {
  if (token.startsWith('#')) return '';
  if (isQuote(token)) return '""';
  return token.endsWith('\n') ? ' ' : token;
}

function countLines(text: string, from: number, to: number): number {
  return text.slice(from, to).split('\n').length - 1;
}

function measureIndent(code: string): number {
  let columns = 0;
  for (const character of code) {
    if (character === ' ') columns++;
    else if (character === '\t') columns += 8 - (columns % 8);
    else break;
  }
  return columns;
}
