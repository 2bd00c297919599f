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
  const lost = findLostComments(source, start, end, code + elsewhere);
  const lines = [...lost.map((comment) => comment + source.style.newline + indent), code].join('');
  const opened = isOpenEnded(source.text.slice(Math.max(0, start - NEIGHBOURHOOD), start))
    ? closeBefore(lines)
    : lines;
  return { start, end, text: opened + closeAfter(source, end, opened, indent) };
}

/** The code with the comments of the span in front that it leaves out. */
export function keepComments(source: Source, { start, end }: Span, code: string, indent: string): string {
  const lost = findLostComments(source, start, end, code);
  return [...lost.map((comment) => comment + source.style.newline + indent), code].join('');
}

/** Undefined when a comment would be lost. */
export function replaceExpression(
  source: Source,
  node: ts.Node,
  code: string,
  elsewhere = '',
): TextChange | undefined {
  const start = startOf(source, node);
  if (findLostComments(source, start, node.end, code + elsewhere).length > 0) return undefined;
  return { start, end: node.end, text: code };
}

function findLostComments(source: Source, start: number, end: number, code: string): string[] {
  let rest = squeeze(code);
  return commentsIn(source, start, end)
    .map((comment) => source.text.slice(comment.start, comment.end))
    .filter((comment) => {
      const index = rest.indexOf(squeeze(comment));
      if (index < 0) return true;
      rest = rest.slice(0, index) + rest.slice(index + squeeze(comment).length);
      return false;
    });
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
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
