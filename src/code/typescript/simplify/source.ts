// The file a change is made to, together with how it is written.
import type ts from 'typescript';
import { readStyle } from '../extract/style.js';
import type { FileStyle } from '../extract/style.js';
import type { TransformInput } from '../transform-input.js';
import { readLexis } from './lexis.js';
import type { Lexis, Span } from './lexis.js';

export interface Source extends TransformInput {
  readonly text: string;
  readonly style: FileStyle;
  readonly lexis: Lexis;
  /** Whether `??` may be used. */
  readonly recent: boolean;
}

export function openSource(input: TransformInput): Source {
  const written = readStyle(input.ts, input.file);
  const style = { ...written, es5: written.es5 && !input.ts.isExternalModule(input.file) };
  const lexis = readLexis(input.ts, input.file);
  return { ...input, text: input.file.text, style, lexis, recent: style.typescript || lexis.recent };
}

export function startOf(source: Source, node: ts.Node): number {
  return node.getStart(source.file);
}

export function textOf(source: Source, node: ts.Node): string {
  return source.text.slice(startOf(source, node), node.end);
}

export function lineOf(source: Source, node: ts.Node): number {
  return source.file.getLineAndCharacterOfPosition(startOf(source, node)).line + 1;
}

export function commentsIn({ lexis: { comments } }: Source, start: number, end: number): Span[] {
  const found: Span[] = [];
  for (let index = findFirst(comments, start); index < comments.length; index++) {
    const comment = comments[index];
    if (comment === undefined || comment.start >= end) break;
    if (comment.end <= end) found.push(comment);
  }
  return found;
}

/** The index of the first span that begins at this position or later. */
function findFirst(spans: readonly Span[], position: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.start ?? position) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The comment behind a node with nothing but spaces in between. */
function findTrailing({ lexis, text }: Source, node: ts.Node): Span | undefined {
  const comment = lexis.comments[findFirst(lexis.comments, node.end)];
  if (comment === undefined || !/^[ \t]*$/.test(text.slice(node.end, comment.start))) return undefined;
  return comment;
}

/** The end of an operand, or of a block comment right behind it. */
export function endOfOperand(source: Source, node: ts.Node): number {
  const comment = findTrailing(source, node);
  if (comment === undefined) return node.end;
  const text = source.text.slice(comment.start, comment.end);
  return text.startsWith('/*') && !/[\r\n]/.test(text) ? comment.end : node.end;
}

/** An operand with the comment right behind it. */
export function codeOf(source: Source, node: ts.Node): string {
  return source.text.slice(startOf(source, node), endOfOperand(source, node));
}

/** Its end, or that of a comment behind it at the end of its line. */
export function endOf(source: Source, node: ts.Node): number {
  const comment = findTrailing(source, node);
  if (comment === undefined) return node.end;
  return /^[ \t]*(?:[\r\n]|$)/.test(source.text.slice(comment.end, comment.end + 200))
    ? comment.end
    : node.end;
}

/** The white space that the line of this position begins with. */
export function indentAt(source: Source, position: number): string {
  return /^[ \t]*/.exec(source.text.slice(lineStart(source.text, position)))?.[0] ?? '';
}

/** Whether only white space stands before it on its line. */
export function beginsLine(source: Source, position: number): boolean {
  return /^\s*$/.test(source.text.slice(lineStart(source.text, position), position));
}

function lineStart(text: string, position: number): number {
  return Math.max(text.lastIndexOf('\n', position - 1), text.lastIndexOf('\r', position - 1)) + 1;
}

/** Code without comments and indentation; equal for code that does the same in the same way. */
export function normalize(source: Source, start: number, end: number): string {
  const { text, lexis } = source;
  let normalized = '';
  let position = start;
  for (let index = findFirst(lexis.opaque, start); index < lexis.opaque.length; index++) {
    const span = lexis.opaque[index];
    if (span === undefined || span.start >= end) break;
    normalized += squeeze(text.slice(position, span.start));
    const inside = text.slice(span.start, span.end);
    const kept = span.isComment ? squeeze(inside).replace(/[^\n]/g, '') : inside;
    normalized = (span.isComment ? normalized.trimEnd() : normalized) + kept;
    position = span.end;
  }
  normalized += squeeze(text.slice(position, Math.max(position, end)));
  return normalized.trim();
}

/** A line break may end a statement, so that it is not the same as a space. */
function squeeze(text: string): string {
  return text.replace(/\s+/g, (space) => (/[\r\n]/.test(space) ? '\n' : ' '));
}
