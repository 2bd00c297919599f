// Whether an expression is `true` or `false` and nothing else: by its form, by what a function of the file returns, or by its checked type.
import type ts from 'typescript';
import { knowsUndefined } from './never-undefined.js';
import type { Region } from './region.js';
import { isTypeScriptFile } from './syntax.js';

/** A function that asks another one that asks another one. */
const MAX_DEPTH = 3;

export function isTruth(region: Region, expression: ts.Expression, depth = 0): boolean {
  const { compiler } = region;
  const ask = (node: ts.Expression): boolean => isTruth(region, node, depth);
  if (compiler.isParenthesizedExpression(expression)) return ask(expression.expression);
  if (compiler.isConditionalExpression(expression))
    return ask(expression.whenTrue) && ask(expression.whenFalse);
  if (compiler.isBinaryExpression(expression)) return isTrueOperation(region, expression, ask);
  return (
    isTrueSyntax(region, expression) ||
    isTrueType(region, expression) ||
    (compiler.isCallExpression(expression) && returnsTruth(region, expression, depth))
  );
}

function isTrueSyntax({ compiler }: Region, node: ts.Expression): boolean {
  const { TrueKeyword, FalseKeyword, ExclamationToken } = compiler.SyntaxKind;
  if (compiler.isPrefixUnaryExpression(node)) return node.operator === ExclamationToken;
  return node.kind === TrueKeyword || node.kind === FalseKeyword;
}

function isTrueOperation(
  { compiler: { SyntaxKind } }: Region,
  { left, right, operatorToken: { kind } }: ts.BinaryExpression,
  ask: (node: ts.Expression) => boolean,
): boolean {
  if (kind === SyntaxKind.AmpersandAmpersandToken || kind === SyntaxKind.BarBarToken)
    return ask(left) && ask(right);
  return [
    SyntaxKind.EqualsEqualsEqualsToken,
    SyntaxKind.ExclamationEqualsEqualsToken,
    SyntaxKind.EqualsEqualsToken,
    SyntaxKind.ExclamationEqualsToken,
    SyntaxKind.LessThanToken,
    SyntaxKind.LessThanEqualsToken,
    SyntaxKind.GreaterThanToken,
    SyntaxKind.GreaterThanEqualsToken,
    SyntaxKind.InKeyword,
    SyntaxKind.InstanceOfKeyword,
  ].includes(kind);
}

/** Types are believed only where they are checked; an element may be missing whatever its type says. */
function isTrueType({ compiler, checker, file }: Region, node: ts.Expression): boolean {
  const isNamed = compiler.isIdentifier(node) || compiler.isCallExpression(node);
  if (!isTypeScriptFile(file) || !isNamed || !knowsUndefined(checker)) return false;
  return (checker.getTypeAtLocation(node).flags & compiler.TypeFlags.BooleanLike) !== 0;
}

/** `f(…)` and `f.call(this, …)` of a function of this file that nobody replaces. */
function returnsTruth(region: Region, { expression: callee }: ts.CallExpression, depth: number): boolean {
  const { compiler, checker } = region;
  const isCall = compiler.isPropertyAccessExpression(callee) && callee.name.text === 'call';
  const name = isCall ? callee.expression : callee;
  if (depth >= MAX_DEPTH || !compiler.isIdentifier(name)) return false;
  const [declaration, second] = checker.getSymbolAtLocation(name)?.declarations ?? [];
  const called = second === undefined ? findFunction(region, declaration) : undefined;
  return called !== undefined && answers(region, called, depth + 1);
}

function findFunction(
  region: Region,
  declaration: ts.Declaration | undefined,
): ts.FunctionLikeDeclaration | undefined {
  const { compiler, file } = region;
  if (declaration === undefined || declaration.getSourceFile() !== file) return undefined;
  if (compiler.isFunctionDeclaration(declaration)) return isReplaced(declaration) ? undefined : declaration;
  if (!compiler.isVariableDeclaration(declaration) || declaration.initializer === undefined) return undefined;
  const { initializer, parent } = declaration;
  const isFunction = compiler.isArrowFunction(initializer) || compiler.isFunctionExpression(initializer);
  return isFunction && (parent.flags & compiler.NodeFlags.Const) !== 0 ? initializer : undefined;
}

/** The name of a function can be given to another one. */
function isReplaced(declaration: ts.FunctionDeclaration): boolean {
  const name = declaration.name?.text.replaceAll('$', '\\$') ?? '';
  return new RegExp(`(?<![.\\w$])${name}\\s*=(?![=>])`).test(declaration.getSourceFile().text);
}

/** Every way out returns `true` or `false`. */
function answers(
  region: Region,
  { body, asteriskToken, modifiers }: ts.FunctionLikeDeclaration,
  depth: number,
): boolean {
  const { compiler } = region;
  const isAsync = modifiers?.some(({ kind }) => kind === compiler.SyntaxKind.AsyncKeyword) === true;
  if (body === undefined || asteriskToken !== undefined || isAsync) return false;
  if (!compiler.isBlock(body)) return isTruth(region, body, depth);
  const end = body.statements.at(-1);
  if (end === undefined || !(compiler.isReturnStatement(end) || compiler.isThrowStatement(end))) return false;
  return listReturns(region, body).every(
    ({ expression }) => expression !== undefined && isTruth(region, expression, depth),
  );
}

function listReturns({ compiler }: Region, body: ts.Node): ts.ReturnStatement[] {
  const found: ts.ReturnStatement[] = [];
  const visit = (node: ts.Node): void => {
    if (compiler.isReturnStatement(node)) found.push(node);
    if (!compiler.isFunctionLike(node) && !compiler.isClassLike(node)) compiler.forEachChild(node, visit);
  };
  visit(body);
  return found;
}
