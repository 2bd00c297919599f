// What can be said for certain about the value of an expression.
import type ts from 'typescript';
import { findClosure } from '../extract/syntax.js';
import { findDeclaredEnd, readLocals } from './locals.js';
import type { Source } from './source.js';

/** Whether it is `true` or `false` and nothing else: by its syntax, or by its type in strict TypeScript. */
export function isBoolean(source: Source, expression: ts.Expression): boolean {
  const { ts: compiler } = source;
  if (compiler.isParenthesizedExpression(expression)) return isBoolean(source, expression.expression);
  if (isBooleanLiteral(source, expression) || isComparison(source, expression)) return true;
  if (compiler.isPrefixUnaryExpression(expression)) {
    return expression.operator === compiler.SyntaxKind.ExclamationToken;
  }
  if (compiler.isConditionalExpression(expression)) {
    return isBoolean(source, expression.whenTrue) && isBoolean(source, expression.whenFalse);
  }
  if (isAndOr(source, expression)) {
    return isBoolean(source, expression.left) && isBoolean(source, expression.right);
  }
  return isBooleanCall(source, expression) || isBooleanByType(source, expression);
}

export function isBooleanLiteral(source: Source, expression: ts.Expression): boolean {
  const { TrueKeyword, FalseKeyword } = source.ts.SyntaxKind;
  return expression.kind === TrueKeyword || expression.kind === FalseKeyword;
}

export function isComparison(source: Source, expression: ts.Expression): boolean {
  const { ts: compiler } = source;
  if (compiler.isDeleteExpression(expression)) return true;
  if (!compiler.isBinaryExpression(expression)) return false;
  const { SyntaxKind } = compiler;
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
  ].includes(expression.operatorToken.kind);
}

export function isAndOr(source: Source, expression: ts.Expression): expression is ts.BinaryExpression {
  const { ts: compiler } = source;
  if (!compiler.isBinaryExpression(expression)) return false;
  const { kind } = expression.operatorToken;
  return kind === compiler.SyntaxKind.AmpersandAmpersandToken || kind === compiler.SyntaxKind.BarBarToken;
}

/** `Boolean(…)`, `Array.isArray(…)`, `Object.hasOwn(…)` and others whose owners nobody replaces. */
function isBooleanCall(source: Source, expression: ts.Expression): boolean {
  if (!source.ts.isCallExpression(expression)) return false;
  const callee = expression.expression.getText(source.file);
  if (!isForeign(source, expression.expression)) return false;
  return ['Boolean', 'Array.isArray', 'Object.hasOwn', 'Number.isNaN', 'Number.isInteger'].includes(callee);
}

/** Whether the first name of a path is not declared in this file. */
function isForeign(source: Source, path: ts.Expression): boolean {
  const root = source.ts.isPropertyAccessExpression(path) ? path.expression : path;
  const declarations = source.checker.getSymbolAtLocation(root)?.declarations ?? [];
  return declarations.every((declaration) => declaration.getSourceFile() !== source.file);
}

function isBooleanByType(source: Source, expression: ts.Expression): boolean {
  if (!source.style.typescript || !hasDeclaredType(source, expression) || !isNullChecked(source))
    return false;
  const { flags } = source.checker.getTypeAtLocation(expression);
  return (flags & source.ts.TypeFlags.BooleanLike) !== 0;
}

/** An element of an array or an index signature may be missing whatever its type says. */
function hasDeclaredType(source: Source, expression: ts.Expression): boolean {
  const { ts: compiler, checker } = source;
  if (compiler.isPropertyAccessExpression(expression)) {
    return checker.getSymbolAtLocation(expression.name)?.valueDeclaration !== undefined;
  }
  return compiler.isIdentifier(expression) || compiler.isCallExpression(expression);
}

function isNullChecked({ checker }: Source): boolean {
  return !checker.isTypeAssignableTo(checker.getUndefinedType(), checker.getBooleanType());
}

/** A number that cannot be NaN: a literal, or the length of a string or array in TypeScript. */
export function isSafeNumber(source: Source, expression: ts.Expression): boolean {
  const { ts: compiler, checker } = source;
  if (compiler.isNumericLiteral(expression)) return true;
  if (!source.style.typescript || !compiler.isPropertyAccessExpression(expression)) return false;
  if (expression.name.text !== 'length' || expression.questionDotToken !== undefined) return false;
  const type = checker.getTypeAtLocation(expression.expression);
  const isString = (type.flags & compiler.TypeFlags.StringLike) !== 0;
  return isString || checker.isArrayType(type) || checker.isTupleType(type);
}

/** A value that is the same every time: a string, number, `true`, `false` or `null`. */
export function isConstant(source: Source, expression: ts.Expression): boolean {
  const { ts: compiler } = source;
  if (compiler.isStringLiteral(expression) || compiler.isNoSubstitutionTemplateLiteral(expression))
    return true;
  if (expression.kind === compiler.SyntaxKind.NullKeyword) return true;
  return isBooleanLiteral(source, expression) || isNumber(source, expression);
}

function isNumber(source: Source, expression: ts.Expression): boolean {
  const { ts: compiler } = source;
  if (!compiler.isPrefixUnaryExpression(expression)) return compiler.isNumericLiteral(expression);
  return (
    expression.operator === compiler.SyntaxKind.MinusToken && compiler.isNumericLiteral(expression.operand)
  );
}

/** A variable, or a property of a property of one: reading it again gives the same and does nothing else. */
export function isPath(source: Source, expression: ts.Expression): boolean {
  const { ts: compiler } = source;
  let node = expression;
  while (compiler.isPropertyAccessExpression(node) && node.questionDotToken === undefined) {
    node = node.expression;
  }
  return compiler.isIdentifier(node) || node.kind === compiler.SyntaxKind.ThisKeyword;
}

/** Whether evaluating it, or not, makes no difference to anything. */
export function isPure(source: Source, expression: ts.Expression): boolean {
  const { ts: compiler } = source;
  if (isConstant(source, expression)) return true;
  if (compiler.isIdentifier(expression)) return isInitialized(source, expression);
  if (compiler.isParenthesizedExpression(expression) || compiler.isTypeOfExpression(expression)) {
    return isPure(source, expression.expression);
  }
  if (compiler.isPrefixUnaryExpression(expression)) {
    return expression.operator === compiler.SyntaxKind.ExclamationToken && isPure(source, expression.operand);
  }
  return compiler.isBinaryExpression(expression) && isPureOperation(source, expression);
}

/** Operators that never call anything to convert their operands. */
function isPureOperation(source: Source, { left, operatorToken, right }: ts.BinaryExpression): boolean {
  const { SyntaxKind } = source.ts;
  const pure = [
    SyntaxKind.EqualsEqualsEqualsToken,
    SyntaxKind.ExclamationEqualsEqualsToken,
    SyntaxKind.AmpersandAmpersandToken,
    SyntaxKind.BarBarToken,
  ];
  return pure.includes(operatorToken.kind) && isPure(source, left) && isPure(source, right);
}

/** A parameter, a `var`, or a variable whose declaration has been executed when this is. */
function isInitialized(source: Source, name: ts.Identifier): boolean {
  const variable = readLocals(source).find(name)?.variable;
  if (variable === undefined) return false;
  if (variable.kind === 'parameter' || variable.kind === 'var' || variable.kind === 'function') return true;
  const closure = findClosure(source.ts, name);
  return variable.declarations.every(
    (declaration) =>
      findDeclaredEnd(source, declaration) <= name.pos && findClosure(source.ts, declaration) === closure,
  );
}
