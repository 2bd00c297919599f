// Statements that do nothing but set one variable.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import type { Region } from './region.js';
import type { Variable } from './variable.js';

export interface Store {
  readonly statement: ts.Statement;
  readonly name: ts.Identifier;
  readonly value: ts.Expression;
}

/** `x = value;` */
export function readAssignment({ compiler }: Region, node: ts.Node): Store | undefined {
  if (!compiler.isExpressionStatement(node) || !compiler.isBinaryExpression(node.expression))
    return undefined;
  const { left, right, operatorToken } = node.expression;
  const plain = operatorToken.kind === compiler.SyntaxKind.EqualsToken && compiler.isIdentifier(left);
  return plain ? { statement: node, name: left, value: right } : undefined;
}

/** Whether a node is `… = value` for this value. */
export function isAssignmentTo(
  compiler: TypeScript,
  node: ts.Node,
  value: ts.Expression,
): node is ts.BinaryExpression {
  if (!compiler.isBinaryExpression(node) || node.right !== value) return false;
  return node.operatorToken.kind === compiler.SyntaxKind.EqualsToken;
}

/** `const x = value;`, a single variable without a type of its own. */
export function readDeclaration({ compiler }: Region, node: ts.Node): Store | undefined {
  if (!compiler.isVariableStatement(node)) return undefined;
  const [declaration, second] = node.declarationList.declarations;
  if (declaration === undefined || second !== undefined || declaration.type !== undefined) return undefined;
  const { name, initializer: value } = declaration;
  return value !== undefined && compiler.isIdentifier(name) ? { statement: node, name, value } : undefined;
}

export function isStoreOf(region: Region, store: Store | undefined, variable: Variable): store is Store {
  return store !== undefined && region.variables.find(store.name)?.variable === variable;
}
