// Whether code that sees a variable with a narrowed type would do with the type that it was declared with.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import type { Region } from './region.js';
import { isAssignmentOperator } from './syntax.js';
import type { Variable } from './variable.js';

export function isAccepted(region: Region, variable: Variable, declared: ts.Type): boolean {
  const uses = variable.references.filter(({ node }) => region.has(node));
  return uses.every(({ node, writes }) => !writes && isUseAccepted(region, node, declared));
}

/** As a whole where so much is expected, or for a property that is the same with either type. */
export function isUseAccepted(
  { compiler, checker }: Region,
  node: ts.Expression,
  declared: ts.Type,
): boolean {
  const { parent } = node;
  if (compiler.isPropertyAccessExpression(parent) && parent.expression === node) {
    const property = checker.getPropertyOfType(declared, parent.name.text);
    if (property === undefined) return false;
    const type = checker.getTypeOfSymbolAtLocation(property, parent);
    return (
      isCompared(compiler, parent) || checker.isTypeAssignableTo(type, checker.getTypeAtLocation(parent))
    );
  }
  if (compiler.isShorthandPropertyAssignment(parent)) return false;
  if (isPrimitive(compiler, declared) && isNeutral(compiler, node)) return true;
  const expected = checker.getContextualType(node);
  if (expected === undefined || (expected.flags & compiler.TypeFlags.TypeParameter) !== 0) return false;
  return checker.isTypeAssignableTo(declared, expected);
}

/** With a constant, for which a wider type will do. */
function isCompared(compiler: TypeScript, { parent }: ts.Node): boolean {
  if (!compiler.isBinaryExpression(parent)) return false;
  const { EqualsEqualsEqualsToken, ExclamationEqualsEqualsToken } = compiler.SyntaxKind;
  const { kind } = parent.operatorToken;
  return kind === EqualsEqualsEqualsToken || kind === ExclamationEqualsEqualsToken;
}

function isPrimitive({ TypeFlags }: TypeScript, type: ts.Type): boolean {
  const parts = type.isUnion() ? type.types : [type];
  const plain = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BooleanLike | TypeFlags.BigIntLike;
  return parts.every(({ flags }) => (flags & plain) !== 0);
}

/** Compared, calculated with, tested or put into a text: no more is asked than what kind of value it is. */
function isNeutral(compiler: TypeScript, node: ts.Expression): boolean {
  const { parent } = node;
  if (compiler.isBinaryExpression(parent)) return isCalculation(compiler, parent);
  return (
    compiler.isTemplateSpan(parent) ||
    compiler.isPrefixUnaryExpression(parent) ||
    compiler.isIfStatement(parent) ||
    (compiler.isConditionalExpression(parent) && parent.condition === node)
  );
}

function isCalculation(compiler: TypeScript, { operatorToken: { kind } }: ts.BinaryExpression): boolean {
  const { BarBarToken, AmpersandAmpersandToken, QuestionQuestionToken, CommaToken } = compiler.SyntaxKind;
  const givesOperand = [BarBarToken, AmpersandAmpersandToken, QuestionQuestionToken, CommaToken];
  return !isAssignmentOperator(compiler, kind) && !givesOperand.some((each) => each === kind);
}
