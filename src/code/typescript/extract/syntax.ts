// Small questions about syntax that several parts of an extraction ask.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';

/** Code in one of these runs at another time than the code around it. */
export type Closure =
  | ts.FunctionLikeDeclaration
  | ts.ClassStaticBlockDeclaration
  | (ts.PropertyDeclaration & { readonly initializer: ts.Expression });

export function isClosure(compiler: TypeScript, node: ts.Node): node is Closure {
  if (compiler.isPropertyDeclaration(node)) return node.initializer !== undefined;
  if (compiler.isClassStaticBlockDeclaration(node)) return true;
  return compiler.isFunctionLike(node) && 'body' in node;
}

/** The closure whose own code `node` is; undefined at the top of a file. */
export function findClosure(compiler: TypeScript, node: ts.Node): Closure | undefined {
  let child: ts.Node = node;
  for (let parent = node.parent; !compiler.isSourceFile(child); child = parent, parent = parent.parent) {
    if (parent === undefined) return undefined;
    if (isClosure(compiler, parent) && runsInside(compiler, parent, child)) return parent;
  }
  return undefined;
}

/** Names and decorators of a member belong to the code around it. */
export function runsInside(compiler: TypeScript, closure: Closure, child: ts.Node): boolean {
  if (compiler.isDecorator(child)) return false;
  if (compiler.isPropertyDeclaration(closure)) return child === closure.initializer;
  return compiler.isClassStaticBlockDeclaration(closure) || child !== closure.name;
}

export function contains(outer: ts.Node, inner: ts.Node): boolean {
  return outer.pos <= inner.pos && inner.end <= outer.end;
}

export function isAssignmentOperator(compiler: TypeScript, kind: ts.SyntaxKind): boolean {
  return kind >= compiler.SyntaxKind.FirstAssignment && kind <= compiler.SyntaxKind.LastAssignment;
}

export function isLogicalAssignment(compiler: TypeScript, kind: ts.SyntaxKind): boolean {
  const { SyntaxKind } = compiler;
  return (
    kind === SyntaxKind.BarBarEqualsToken ||
    kind === SyntaxKind.AmpersandAmpersandEqualsToken ||
    kind === SyntaxKind.QuestionQuestionEqualsToken
  );
}

export function isShortCircuit(compiler: TypeScript, kind: ts.SyntaxKind): boolean {
  const { SyntaxKind } = compiler;
  return (
    kind === SyntaxKind.BarBarToken ||
    kind === SyntaxKind.AmpersandAmpersandToken ||
    kind === SyntaxKind.QuestionQuestionToken
  );
}

export function hasModifier(compiler: TypeScript, node: ts.Node, kind: ts.SyntaxKind): boolean {
  const modifiers = compiler.canHaveModifiers(node) ? compiler.getModifiers(node) : undefined;
  return modifiers?.some((modifier) => modifier.kind === kind) === true;
}

export function isGenerator(node: ts.Node): boolean {
  return 'asteriskToken' in node && node.asteriskToken !== undefined;
}

export function isTypeScriptFile(file: ts.SourceFile): boolean {
  return /\.[cm]?tsx?$/.test(file.fileName);
}

/** Strict mode decides where functions in blocks are visible. */
export function isStrict(compiler: TypeScript, node: ts.Node): boolean {
  for (let at: ts.Node | undefined = node; at !== undefined; at = at.parent) {
    if (isStrictHere(compiler, at)) return true;
  }
  return false;
}

function isStrictHere(compiler: TypeScript, node: ts.Node): boolean {
  if (compiler.isClassLike(node)) return true;
  if (compiler.isSourceFile(node)) {
    const isModule = compiler.isExternalModule(node) || isTypeScriptFile(node);
    return isModule || hasStrictDirective(compiler, node.statements);
  }
  const body = compiler.isFunctionLike(node) && 'body' in node ? node.body : undefined;
  return body !== undefined && compiler.isBlock(body) && hasStrictDirective(compiler, body.statements);
}

/** `x++` and the like. */
export function isUpdate(
  compiler: TypeScript,
  node: ts.Node,
): node is ts.PrefixUnaryExpression | ts.PostfixUnaryExpression {
  if (!compiler.isPrefixUnaryExpression(node) && !compiler.isPostfixUnaryExpression(node)) return false;
  const { PlusPlusToken, MinusMinusToken } = compiler.SyntaxKind;
  return node.operator === PlusPlusToken || node.operator === MinusMinusToken;
}

export function hasStrictDirective(compiler: TypeScript, statements: readonly ts.Statement[]): boolean {
  for (const statement of statements) {
    if (!isDirective(compiler, statement)) return false;
    if (/^(['"])use strict\1$/.test(statement.expression.getText())) return true;
  }
  return false;
}

export function isDirective(compiler: TypeScript, node: ts.Statement): node is ts.ExpressionStatement {
  return compiler.isExpressionStatement(node) && compiler.isStringLiteral(node.expression);
}

/** A literal, or a list or object written in place. */
export function isPlainValue(compiler: TypeScript, node: ts.Expression): boolean {
  return (
    compiler.isLiteralExpression(node) ||
    compiler.isArrayLiteralExpression(node) ||
    compiler.isObjectLiteralExpression(node) ||
    compiler.isTokenKind(node.kind)
  );
}
