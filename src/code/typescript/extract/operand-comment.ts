// A comment in front of one operand of a condition: it is about that operand, and goes where the operand goes.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { isLogical } from '../measure/visit-logic.js';
import { isBound } from './lead-comment.js';
import type { TextRange } from './statement-range.js';

export interface OperandComment extends TextRange {
  /** Up to where the text goes on, on the line below. */
  readonly next: number;
}

/** Undefined when there is none on lines of its own, or when it tells a tool what to do. */
export function findOperandComment(
  compiler: TypeScript,
  file: ts.SourceFile,
  expression: ts.Node,
): OperandComment | undefined {
  const operand = leaveParentheses(compiler, expression);
  const { parent } = operand;
  if (!isLogical(compiler, parent) || parent.right !== operand) return undefined;
  // Behind the operator that ends the line above, or in front of the one that begins the line.
  return (
    readComment(compiler, file, operand.pos, operand.getStart(file)) ??
    readComment(compiler, file, parent.operatorToken.pos, parent.operatorToken.getStart(file))
  );
}

function leaveParentheses(compiler: TypeScript, node: ts.Node): ts.Node {
  return compiler.isParenthesizedExpression(node.parent) ? leaveParentheses(compiler, node.parent) : node;
}

function readComment(
  compiler: TypeScript,
  { text }: ts.SourceFile,
  from: number,
  next: number,
): OperandComment | undefined {
  const comments = compiler.getLeadingCommentRanges(text, from) ?? [];
  const [first, last] = [comments[0], comments.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const isOwnLine =
    /\n[^\S\n]*$/.test(text.slice(from, first.pos)) && /^\s*\n/.test(text.slice(last.end, next));
  if (!isOwnLine || comments.some((comment) => isBound(text, comment))) return undefined;
  return { start: first.pos, end: last.end, next };
}
