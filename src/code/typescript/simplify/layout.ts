// Source text that moves to another depth: its lines follow, literals over several lines stay as they are.
import type ts from 'typescript';
import { beginsLine, commentsIn, endOf, indentAt, startOf } from './source.js';
import type { Source } from './source.js';

/** What can join the line before it when that has no semicolon. */
const CONTINUES = /^[([`+\-*/]/;
const COMMENTS_FIRST = /^(?:\s|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)+/;

/** The statements of a branch with their comments, for a place that is indented like this; no line break at its ends. */
export function dissolve(source: Source, branch: ts.Statement, indent: string): string {
  const { text } = source;
  const isBlock = source.ts.isBlock(branch);
  const from = isBlock ? branch.getStart(source.file) + 1 : branch.pos;
  const to = isBlock ? branch.end - 1 : branch.end;
  const start = from + (/^\s*/.exec(text.slice(from, to))?.[0].length ?? 0);
  return reindent(source, start, Math.max(start, from + text.slice(from, to).trimEnd().length), indent);
}

/** Statements of a list with the comments before the first and behind the last one. */
export function writeStatements(source: Source, statements: readonly ts.Statement[], indent: string): string {
  const [first] = statements;
  const last = statements.at(-1);
  if (first === undefined || last === undefined) return '';
  const start = commentsIn(source, first.pos, startOf(source, first)).find(
    (comment) => !isTrailing(source, first, comment.start),
  );
  return reindent(source, start?.start ?? startOf(source, first), endOf(source, last), indent);
}

/** A comment on the line of the statement before. */
function isTrailing(source: Source, statement: ts.Statement, position: number): boolean {
  return !/[\r\n]/.test(source.text.slice(statement.pos, position)) && source.text[statement.pos - 1] !== '{';
}

/** A branch as a block, whatever it was. */
export function toBlock(source: Source, branch: ts.Statement, indent: string): string {
  if (source.ts.isBlock(branch)) {
    return reindent(source, branch.getStart(source.file), branch.end, indent);
  }
  return wrapInBlock(source, dissolve(source, branch, indent + source.style.indent), indent);
}

/** `content` is already indented one step deeper than `indent`. */
export function wrapInBlock(source: Source, content: string, indent: string): string {
  const { newline, indent: indentUnit } = source.style;
  return `{${newline}${indent}${indentUnit}${content}${newline}${indent}}`;
}

/** A statement as the only thing a condition guards, in the file's own style. */
export function writeGuard(
  source: Source,
  condition: string,
  jump: string | ((indent: string) => string),
  indent: string,
): string {
  const write = typeof jump === 'string' ? () => jump : jump;
  const text = write(indent);
  const isBare = source.style.bareIf && !/[\r\n]/.test(condition + text) && !/^\/[/*]/.test(text);
  if (isBare) return `if (${condition}) ${text}`;
  return `if (${condition}) ${wrapInBlock(source, write(indent + source.style.indent), indent)}`;
}

export function reindent(source: Source, start: number, end: number, indent: string): string {
  const lines = splitLines(source, start, end);
  const base = findBase(source, lines);
  return lines
    .map((line, index) => {
      if (index === 0 || line.frozen || !line.text.startsWith(base)) return line.text + line.ending;
      return (line.text.trim() === '' ? '' : indent + line.text.slice(base.length)) + line.ending;
    })
    .join('');
}

interface Line {
  readonly text: string;
  readonly ending: string;
  readonly start: number;
  /** Begins inside a literal. */
  readonly frozen: boolean;
}

function splitLines(source: Source, start: number, end: number): Line[] {
  const lines: Line[] = [];
  for (const match of source.text.slice(start, end).matchAll(/([^\r\n]*)(\r\n|\n|\r|$)/g)) {
    const position = start + match.index;
    const frozen = source.lexis.frozen.some((span) => span.start < position && position < span.end);
    lines.push({ text: match[1] ?? '', ending: match[2] ?? '', start: position, frozen });
    if (match[2] === '') break;
  }
  return lines;
}

/** The indentation to take away: what all lines share, or that of the line a statement begins in the middle of. */
function findBase(source: Source, lines: readonly Line[]): string {
  const [first, ...rest] = lines;
  if (first === undefined) return '';
  const own = indentAt(source, first.start);
  const isAlone = beginsLine(source, first.start);
  if (!isAlone && !/^\/[/*]/.test(first.text)) return own;
  const indents = rest
    .filter((line) => !line.frozen && line.text.trim() !== '')
    .map((line) => /^[ \t]*/.exec(line.text)?.[0] ?? '');
  return [...(isAlone ? [own] : []), ...indents].reduce(sharedStart, indents[0] ?? own);
}

function sharedStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return a.slice(0, length);
}

/** Statements below each other; where semicolons are left out, none joins the one before it. */
export function joinStatements(source: Source, parts: readonly string[], indent: string): string {
  return parts
    .filter((part) => part !== '')
    .reduce((before, part) => {
      if (before === '') return part;
      const next = isOpenEnded(before) ? closeBefore(part) : part;
      return before + source.style.newline + indent + next;
    }, '');
}

/** Whether what follows could be read as part of it; a wrong yes costs an empty statement at most. */
export function isOpenEnded(code: string): boolean {
  let rest = code.trimEnd();
  for (;;) {
    const end = findLastComment(rest);
    if (end === undefined) return rest !== '' && !rest.endsWith(';') && !rest.endsWith('{');
    rest = rest.slice(0, end).trimEnd();
  }
}

/** Where the comment begins that code seems to end in. */
function findLastComment(code: string): number | undefined {
  const start = code.endsWith('*/') ? code.lastIndexOf('/*') : findLineComment(code);
  return start < 0 ? undefined : start;
}

function findLineComment(code: string): number {
  const line = Math.max(code.lastIndexOf('\n'), code.lastIndexOf('\r')) + 1;
  return code.indexOf('//', line);
}

export function endsInLineComment(code: string): boolean {
  return findLineComment(code) >= 0;
}

/** Whether code would be read as part of the line before it. */
export function continuesLine(code: string): boolean {
  return CONTINUES.test(code.slice(COMMENTS_FIRST.exec(code)?.[0].length ?? 0));
}

/** Puts a semicolon in front of code that would otherwise continue the line before it. */
export function closeBefore(code: string): string {
  const lead = COMMENTS_FIRST.exec(code)?.[0] ?? '';
  return continuesLine(code) ? `${lead};${code.slice(lead.length)}` : code;
}
