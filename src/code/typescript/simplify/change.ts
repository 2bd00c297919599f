// Text changes that keep every comment and stay a sequence of statements.
import type ts from 'typescript';
import type { TextChange } from '../../../schema/index.js';
import { closeBefore, continuesLine, endsInLineComment, isOpenEnded } from './layout.js';
import type { Span } from './lexis.js';
import { commentsIn, indentAt, startOf } from './source.js';
import type { Source } from './source.js';

/** Far enough to see past the comments next to a statement. */
const NEIGHBOURHOOD = 5_000;

/** Statements from `start` to `end` become `code`; comments that neither it nor `elsewhere` has are put in front of it. */
export function replaceStatements(
  source: Source,
  start: number,
  end: number,
  code: string,
  elsewhere = '',
): TextChange {
  const indent = indentAt(source, start);
  const lines = keepComments(source, { start, end }, code, indent, elsewhere);
  const opened = isOpenEnded(source.text.slice(Math.max(0, start - NEIGHBOURHOOD), start))
    ? closeBefore(lines)
    : lines;
  return { start, end, text: opened + closeAfter(source, end, opened, indent) };
}

/** The code with the comments of the span in front that neither it nor `elsewhere` has. */
export function keepComments(
  source: Source,
  { start, end }: Span,
  code: string,
  indent: string,
  elsewhere = '',
): string {
  const { newline } = source.style;
  const lost = findLostComments(source, start, end, code + newline + elsewhere);
  return [...lost.map((comment) => comment + newline + indent), code].join('');
}

/** Undefined when a comment would be lost. */
export function replaceExpression(
  source: Source,
  node: ts.Node,
  code: string,
  elsewhere = '',
): TextChange | undefined {
  const start = startOf(source, node);
  if (findLostComments(source, start, node.end, `${code}\n${elsewhere}`).length > 0) return undefined;
  return { start, end: node.end, text: openStatement(source, node, code) };
}

/** Code in the place of an expression; where that begins a statement, it must not continue the line before it. */
export function openStatement(source: Source, node: ts.Node, code: string): string {
  const start = startOf(source, node);
  let outer = node;
  while (!source.ts.isStatement(outer) && startOf(source, outer.parent) === start) outer = outer.parent;
  if (!source.ts.isExpressionStatement(outer)) return code;
  const before = source.text.slice(Math.max(0, start - NEIGHBOURHOOD), start);
  return isOpenEnded(before) ? closeBefore(code) : code;
}

function findLostComments(source: Source, start: number, end: number, code: string): string[] {
  let rest = collapse(code);
  return commentsIn(source, start, end)
    .map((comment) => source.text.slice(comment.start, comment.end))
    .filter((comment) => {
      const text = collapse(comment);
      const index = findComment(rest, text);
      if (index < 0) return true;
      rest = rest.slice(0, index) + rest.slice(index + text.length);
      return false;
    });
}

/** A comment to the end of the line must end where the line does: `// a` is no part of `// ab`. */
function findComment(code: string, comment: string): number {
  let index = code.indexOf(comment);
  while (index >= 0 && comment.startsWith('//') && !/^(?:\n|$)/.test(code.slice(index + comment.length))) {
    index = code.indexOf(comment, index + 1);
  }
  return index;
}

/** Text without its indentation, which changes when it moves. */
function collapse(text: string): string {
  return text.replace(/[ \t]*(?:\r\n|\n|\r)\s*/g, '\n').trim();
}

/** What has to stand between new code and the text after it. */
function closeAfter(source: Source, end: number, code: string, indent: string): string {
  const after = source.text.slice(end, end + NEIGHBOURHOOD);
  const line = /^[^\r\n]*/.exec(after)?.[0].trim() ?? '';
  if (line !== '' && endsInLineComment(code)) return source.style.newline + indent;
  if (!isOpenEnded(code)) return '';
  const isFollowed = line !== '' && !/^(?:\}|\/\/|\/\*|;)/.test(line);
  return isFollowed || continuesLine(after) ? ';' : '';
}
