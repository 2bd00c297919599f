// Whether an expression can be told apart from undefined, whatever happens.
import type ts from 'typescript';
import type { Region } from './region.js';
import { isTypeScriptFile } from './syntax.js';

export function isNeverUndefined(region: Region, node: ts.Expression | undefined): boolean {
  if (node === undefined) return false;
  const { compiler } = region;
  if (compiler.isParenthesizedExpression(node) || compiler.isAsExpression(node)) {
    return isNeverUndefined(region, node.expression);
  }
  if (compiler.isConditionalExpression(node)) {
    return isNeverUndefined(region, node.whenTrue) && isNeverUndefined(region, node.whenFalse);
  }
  if (compiler.isBinaryExpression(node)) return isDefinedOperation(region, node);
  return isDefinedSyntax(region, node) || isDefinedType(region, node);
}

function isDefinedOperation(region: Region, node: ts.BinaryExpression): boolean {
  const { SyntaxKind } = region.compiler;
  switch (node.operatorToken.kind) {
    case SyntaxKind.BarBarToken:
    case SyntaxKind.QuestionQuestionToken:
    case SyntaxKind.CommaToken:
    case SyntaxKind.EqualsToken:
      return isNeverUndefined(region, node.right);
    case SyntaxKind.AmpersandAmpersandToken:
      return isNeverUndefined(region, node.left) && isNeverUndefined(region, node.right);
    case SyntaxKind.BarBarEqualsToken:
    case SyntaxKind.AmpersandAmpersandEqualsToken:
    case SyntaxKind.QuestionQuestionEqualsToken:
      return false;
    default:
      // Arithmetic and comparisons give numbers, strings and booleans.
      return true;
  }
}

function isDefinedSyntax({ compiler }: Region, node: ts.Expression): boolean {
  const { SyntaxKind } = compiler;
  if (compiler.isLiteralExpression(node)) return true;
  return [
    SyntaxKind.TrueKeyword,
    SyntaxKind.FalseKeyword,
    SyntaxKind.NullKeyword,
    SyntaxKind.TemplateExpression,
    SyntaxKind.PrefixUnaryExpression,
    SyntaxKind.PostfixUnaryExpression,
    SyntaxKind.ObjectLiteralExpression,
    SyntaxKind.ArrayLiteralExpression,
    SyntaxKind.FunctionExpression,
    SyntaxKind.ArrowFunction,
    SyntaxKind.NewExpression,
    SyntaxKind.TypeOfExpression,
    SyntaxKind.JsxElement,
    SyntaxKind.JsxSelfClosingElement,
  ].includes(node.kind);
}

/** Types are believed only where they are checked. */
function isDefinedType({ compiler, checker, file }: Region, node: ts.Expression): boolean {
  if (!isTypeScriptFile(file)) return false;
  const type = checker.getTypeAtLocation(node);
  const { TypeFlags } = compiler;
  const unsure =
    TypeFlags.Any |
    TypeFlags.Unknown |
    TypeFlags.Undefined |
    TypeFlags.Void |
    TypeFlags.TypeParameter |
    TypeFlags.IndexedAccess |
    TypeFlags.Conditional;
  const parts = type.isUnion() ? type.types : [type];
  return knowsUndefined(checker) && parts.every((part) => (part.flags & unsure) === 0);
}

/** Without strict null checks every type may hide undefined. */
export function knowsUndefined(checker: ts.TypeChecker): boolean {
  return !checker.isTypeAssignableTo(checker.getUndefinedType(), checker.getStringType());
}
