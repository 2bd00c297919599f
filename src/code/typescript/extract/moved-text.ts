// The source text that moves: its limits, comments included, and its new indentation.
import type ts from 'typescript';
import type { TextChange } from '../../../schema/index.js';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { findCodeEnd } from './statement-range.js';
import type { TextRange } from './statement-range.js';

/** Comments right above the first statement and behind the last one belong to what moves. */
export function findMovedRange(
  compiler: TypeScript,
  file: ts.SourceFile,
  first: ts.Node,
  last: ts.Node,
): TextRange {
  const { text } = file;
  let start = first.getStart(file);
  const above = compiler.getLeadingCommentRanges(text, first.pos) ?? [];
  for (const comment of [...above].reverse()) {
    if (/\n[^\S\n]*\n/.test(text.slice(comment.end, start).replaceAll('\r', ''))) break;
    start = comment.pos;
  }
  // In code without semicolons one may stand before the statement, to part it from the line above.
  if (/\n[^\S\n]*;$/.test(text.slice(Math.max(0, start - 500), start))) start -= 1;
  return { start, end: findStatementEnd(compiler, file, last) };
}

/** Where a statement ends, with the comment behind it. */
function findStatementEnd(compiler: TypeScript, file: ts.SourceFile, node: ts.Node): number {
  return skipComments(compiler, file, findCodeEnd(file, node));
}

/** Behind a statement, and behind the needless semicolons of `function f() {};` as well. */
export function findPlaceBehind(compiler: TypeScript, file: ts.SourceFile, node: ts.Node): number {
  const end = findStatementEnd(compiler, file, node);
  const needless = /^(?:[^\S\r\n]*;)+/.exec(file.text.slice(end, end + 500));
  return needless === null ? end : skipComments(compiler, file, end + needless[0].length);
}

function skipComments(compiler: TypeScript, file: ts.SourceFile, end: number): number {
  return compiler.getTrailingCommentRanges(file.text, end)?.at(-1)?.end ?? end;
}

/** The white space that a line begins with. */
export function readIndentAt(file: ts.SourceFile, offset: number): string {
  const start = file.text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(file.text.slice(start, offset))?.[0] ?? '';
}

/** A part that comes from another indentation than the rest. */
export interface Outdent extends TextRange {
  readonly from: string;
}

export interface Move {
  /** The new indentation. */
  readonly indent: string;
  readonly changes?: readonly TextChange[];
  readonly outdents?: readonly Outdent[];
}

/** The text of a range with changes made to it, moved from one indentation to another. */
export function renderMoved(
  compiler: TypeScript,
  file: ts.SourceFile,
  range: TextRange,
  { indent, changes = [], outdents = [] }: Move,
): string {
  const common = readIndentAt(file, range.start);
  const findFrom = (offset: number): string =>
    outdents.find(({ start, end }) => offset >= start && offset < end)?.from ?? common;
  const shifts = listLineStarts(file, range)
    .filter((start) => !changes.some((change) => change.start < start && start < change.end))
    .filter((start) => !isInLiteral(compiler, file, start))
    .filter((start) => file.text.startsWith(findFrom(start), start) && !isBlankLine(file.text, start))
    .map((start): TextChange => ({ start, end: start + findFrom(start).length, text: indent }));
  return applyChanges(file.text, [...changes, ...shifts], range);
}

function isBlankLine(text: string, start: number): boolean {
  return /^[^\S\n]*(?:\n|$)/.test(text.slice(start, start + 500));
}

function listLineStarts(file: ts.SourceFile, range: TextRange): number[] {
  return file.getLineStarts().filter((start) => start > range.start && start < range.end);
}

/** Lines inside a template or a continued string keep their white space. */
function isInLiteral(compiler: TypeScript, file: ts.SourceFile, offset: number): boolean {
  const visit = (node: ts.Node): boolean | undefined => {
    if (node.pos > offset || node.end <= offset) return undefined;
    const literal =
      compiler.isStringLiteralLike(node) ||
      compiler.isTemplateHead(node) ||
      compiler.isTemplateMiddleOrTemplateTail(node);
    if (literal) return node.getStart(file) < offset;
    return compiler.forEachChild(node, visit);
  };
  return visit(file) === true;
}

/** Applies changes, which must not overlap, to a part of a text. */
export function applyChanges(
  text: string,
  changes: readonly TextChange[],
  range: TextRange = { start: 0, end: text.length },
): string {
  const sorted = [...changes].sort((a, b) => a.start - b.start || a.end - b.end);
  let result = '';
  let at = range.start;
  for (const change of sorted) {
    result += text.slice(at, change.start) + change.text;
    at = change.end;
  }
  return result + text.slice(at, range.end);
}
