// What a statement or an expression would roughly count if it were the body of a function of its own.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { isType } from '../measure/list-functions.js';
import { isLogical } from '../measure/visit-logic.js';

export interface PieceTally {
  /** Branches: what moves from one function's cyclomatic complexity to the other's. */
  readonly decisions: number;
  readonly cognitive: number;
  readonly nesting: number;
}

export const NOTHING: PieceTally = { decisions: 0, cognitive: 0, nesting: 0 };

interface Place {
  readonly node: ts.Node;
  readonly level: number;
}

export function tallyOf(compiler: TypeScript, root: ts.Node): PieceTally {
  const tally = { decisions: 0, cognitive: 0, nesting: 0 };
  const pending: Place[] = [{ node: root, level: 0 }];
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    const { node } = place;
    if (compiler.isFunctionLike(node) || isType(compiler, node)) continue;
    const structure = isStructure(compiler, node);
    const level = place.level + (structure ? 1 : 0);
    if (structure) {
      tally.cognitive += level;
      tally.nesting = Math.max(tally.nesting, level);
    }
    if (isBranch(compiler, node)) tally.decisions++;
    if (isLogical(compiler, node) && !isLogical(compiler, node.parent)) tally.cognitive++;
    compiler.forEachChild(node, (child) => void pending.push({ node: child, level }));
  }
  return tally;
}

export function addTallies(a: PieceTally, b: PieceTally): PieceTally {
  return {
    decisions: a.decisions + b.decisions,
    cognitive: a.cognitive + b.cognitive,
    nesting: Math.max(a.nesting, b.nesting),
  };
}

function isStructure(compiler: TypeScript, node: ts.Node): boolean {
  if (compiler.isIfStatement(node)) return !isElseIf(compiler, node);
  return (
    compiler.isIterationStatement(node, false) ||
    compiler.isSwitchStatement(node) ||
    compiler.isCatchClause(node) ||
    compiler.isConditionalExpression(node)
  );
}

export function isElseIf(compiler: TypeScript, node: ts.IfStatement): boolean {
  return compiler.isIfStatement(node.parent) && node.parent.elseStatement === node;
}

/** What adds one to cyclomatic complexity. */
function isBranch(compiler: TypeScript, node: ts.Node): boolean {
  return (
    compiler.isIfStatement(node) ||
    compiler.isIterationStatement(node, false) ||
    compiler.isCaseClause(node) ||
    compiler.isCatchClause(node) ||
    compiler.isConditionalExpression(node) ||
    isLogical(compiler, node) ||
    isShortForm(compiler, node)
  );
}

/** `a?.b`, `a ??= b` and `{ a = 1 }` branch without a keyword. */
function isShortForm(compiler: TypeScript, node: ts.Node): boolean {
  if (compiler.isBindingElement(node)) return node.initializer !== undefined;
  if (compiler.isBinaryExpression(node)) {
    const { BarBarEqualsToken, QuestionQuestionEqualsToken } = compiler.SyntaxKind;
    const { kind } = node.operatorToken;
    return kind >= BarBarEqualsToken && kind <= QuestionQuestionEqualsToken;
  }
  const chains =
    compiler.isPropertyAccessExpression(node) ||
    compiler.isElementAccessExpression(node) ||
    compiler.isCallExpression(node);
  return chains && node.questionDotToken !== undefined;
}
