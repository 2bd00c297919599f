// Binary expressions: logical operators, logical assignments, and defaults inside destructuring assignments.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { queue } from './tally.js';
import type { Visit } from './tally.js';

export const visitBinary: Visit = (walk, node, scope) => {
  const { compiler } = walk;
  if (!compiler.isBinaryExpression(node)) return;
  if (isLogical(compiler, node)) {
    scope.cyclomatic.cyclomatic++;
    scope.cognitive.cognitive += countSequences(compiler, node);
  } else if (isLogicalAssignment(compiler, node) || isPatternDefault(compiler, node)) {
    scope.cyclomatic.cyclomatic++;
  }
  queue(walk, node.left, scope);
  queue(walk, node.right, scope);
};

/** `&&`, `||` and `??`. */
export function isLogical(compiler: TypeScript, node: ts.Node): node is ts.BinaryExpression {
  if (!compiler.isBinaryExpression(node)) return false;
  const { AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken } = compiler.SyntaxKind;
  const { kind } = node.operatorToken;
  return kind === AmpersandAmpersandToken || kind === BarBarToken || kind === QuestionQuestionToken;
}

function isLogicalAssignment(compiler: TypeScript, node: ts.BinaryExpression): boolean {
  const { AmpersandAmpersandEqualsToken, BarBarEqualsToken, QuestionQuestionEqualsToken } =
    compiler.SyntaxKind;
  const { kind } = node.operatorToken;
  return (
    kind === AmpersandAmpersandEqualsToken ||
    kind === BarBarEqualsToken ||
    kind === QuestionQuestionEqualsToken
  );
}

/** Runs of the same operator in a whole logical expression; none for one that is only part of another. */
function countSequences(compiler: TypeScript, node: ts.BinaryExpression): number {
  const holder = skipParenthesesUpwards(compiler, node);
  const isPart = isLogical(compiler, holder) && !isDefaultValue(compiler, holder);
  if (isPart || isDefaultValue(compiler, node)) return 0;
  const operators = listOperators(compiler, node);
  if (compiler.isJsxExpression(holder) && isShortCircuit(compiler, node, operators)) return 0;
  return operators.filter((operator, index) => operator !== operators[index - 1]).length;
}

/** The operators from left to right, through parentheses. */
function listOperators(compiler: TypeScript, root: ts.BinaryExpression): ts.SyntaxKind[] {
  const operators: ts.SyntaxKind[] = [];
  const entered: ts.BinaryExpression[] = [];
  let next: ts.Expression | undefined = root;
  while (next !== undefined || entered.length > 0) {
    const inner: ts.Expression | undefined = next && skipParentheses(compiler, next);
    if (inner !== undefined && isLogical(compiler, inner)) {
      entered.push(inner);
      next = inner.left;
      continue;
    }
    const last = entered.pop();
    if (last !== undefined) operators.push(last.operatorToken.kind);
    next = last?.right;
  }
  return operators;
}

/** `{ready && <Page />}` is how a page says "only when"; Sonar does not count it. */
function isShortCircuit(
  compiler: TypeScript,
  node: ts.BinaryExpression,
  operators: readonly ts.SyntaxKind[],
): boolean {
  if (operators.some((operator) => operator !== operators[0])) return false;
  let left: ts.Expression = node;
  while (isLogical(compiler, left)) {
    if (compiler.isConditionalExpression(skipParentheses(compiler, left.right))) return false;
    left = skipParentheses(compiler, left.left);
  }
  return !compiler.isConditionalExpression(left);
}

/** `const a = b || 'c'` and `a = a || 'c'`: a default, which Sonar does not count. */
function isDefaultValue(compiler: TypeScript, node: ts.BinaryExpression): boolean {
  if (node.operatorToken.kind === compiler.SyntaxKind.AmpersandAmpersandToken) return false;
  if (!isPlainValue(compiler, skipParentheses(compiler, node.right))) return false;
  const holder = skipParenthesesUpwards(compiler, node);
  if (compiler.isVariableDeclaration(holder)) return true;
  return (
    compiler.isBinaryExpression(holder) &&
    isAssignmentOperator(compiler, holder.operatorToken.kind) &&
    holder.left.getText() === skipParentheses(compiler, node.left).getText()
  );
}

function isAssignmentOperator(compiler: TypeScript, kind: ts.SyntaxKind): boolean {
  return kind >= compiler.SyntaxKind.FirstAssignment && kind <= compiler.SyntaxKind.LastAssignment;
}

function isPlainValue(compiler: TypeScript, node: ts.Expression): boolean {
  const { TrueKeyword, FalseKeyword, NullKeyword, NoSubstitutionTemplateLiteral } = compiler.SyntaxKind;
  if (compiler.isLiteralExpression(node)) return node.kind !== NoSubstitutionTemplateLiteral;
  return (
    compiler.isArrayLiteralExpression(node) ||
    compiler.isObjectLiteralExpression(node) ||
    node.kind === TrueKeyword ||
    node.kind === FalseKeyword ||
    node.kind === NullKeyword
  );
}

/** The `a = 1` in `[a = 1] = b` and `for ({ c: a = 1 } of b)` is no assignment of its own. */
function isPatternDefault(compiler: TypeScript, node: ts.BinaryExpression): boolean {
  if (node.operatorToken.kind !== compiler.SyntaxKind.EqualsToken) return false;
  let element: ts.Node = node;
  for (;;) {
    const literal = findLiteralAround(compiler, element);
    if (literal === undefined) return false;
    const { parent } = literal;
    if (compiler.isBinaryExpression(parent) && parent.left === literal) {
      return parent.operatorToken.kind === compiler.SyntaxKind.EqualsToken;
    }
    const loops = compiler.isForOfStatement(parent) || compiler.isForInStatement(parent);
    if (loops) return parent.initializer === literal;
    element = literal;
  }
}

/** The array or object literal that `element` is directly an element or a property value of. */
function findLiteralAround(compiler: TypeScript, element: ts.Node): ts.Node | undefined {
  const { parent } = element;
  if (compiler.isArrayLiteralExpression(parent)) return parent;
  const holds = compiler.isSpreadElement(parent) || compiler.isPropertyAssignment(parent);
  if (!holds) return undefined;
  const value = compiler.isPropertyAssignment(parent) ? parent.initializer : parent.expression;
  return value === element ? parent.parent : undefined;
}

function skipParentheses(compiler: TypeScript, node: ts.Expression): ts.Expression {
  let inner = node;
  while (compiler.isParenthesizedExpression(inner)) inner = inner.expression;
  return inner;
}

function skipParenthesesUpwards(compiler: TypeScript, node: ts.Node): ts.Node {
  let outer = node.parent;
  while (compiler.isParenthesizedExpression(outer)) outer = outer.parent;
  return outer;
}
