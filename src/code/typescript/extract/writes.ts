// Whether a mention of a variable sets it, or changes what it holds.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';

const CHANGING = new Set([
  'push',
  'unshift',
  'add',
  'set',
  'delete',
  'append',
  'splice',
  'sort',
  'reverse',
  'fill',
  'pop',
  'shift',
  'clear',
]);

/** `list.push(1)`, `point.x = 2`, `delete map[key]`. */
export function isChanged(compiler: TypeScript, node: ts.Identifier): boolean {
  let part: ts.Node = node;
  let method: string | undefined;
  while (isAccessOf(compiler, part.parent, part)) {
    part = part.parent;
    method = compiler.isPropertyAccessExpression(part) ? part.name.text : undefined;
  }
  if (part === node) return false;
  const { parent } = part;
  const calls = compiler.isCallExpression(parent) && parent.expression === part;
  return calls
    ? CHANGING.has(method ?? '')
    : compiler.isDeleteExpression(parent) || isWritten(compiler, part);
}

function isAccessOf(compiler: TypeScript, parent: ts.Node, node: ts.Node): boolean {
  return (
    (compiler.isPropertyAccessExpression(parent) || compiler.isElementAccessExpression(parent)) &&
    parent.expression === node
  );
}

export function isWritten(compiler: TypeScript, node: ts.Node): boolean {
  let target = node;
  while (isPattern(compiler, target.parent)) target = target.parent;
  const { parent } = target;
  if (compiler.isBinaryExpression(parent)) {
    const { FirstAssignment, LastAssignment } = compiler.SyntaxKind;
    const { kind } = parent.operatorToken;
    return parent.left === target && kind >= FirstAssignment && kind <= LastAssignment;
  }
  if (compiler.isForInStatement(parent) || compiler.isForOfStatement(parent))
    return parent.initializer === target;
  if (compiler.isPostfixUnaryExpression(parent)) return true;
  const { PlusPlusToken, MinusMinusToken } = compiler.SyntaxKind;
  return (
    compiler.isPrefixUnaryExpression(parent) &&
    (parent.operator === PlusPlusToken || parent.operator === MinusMinusToken)
  );
}

/** Of a destructuring assignment: `[a, { b }] = pair`. */
function isPattern(compiler: TypeScript, node: ts.Node): boolean {
  return (
    compiler.isArrayLiteralExpression(node) ||
    compiler.isObjectLiteralExpression(node) ||
    compiler.isPropertyAssignment(node) ||
    compiler.isShorthandPropertyAssignment(node) ||
    compiler.isSpreadElement(node) ||
    compiler.isParenthesizedExpression(node)
  );
}
