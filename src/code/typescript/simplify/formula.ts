// Conditions as text that can be negated and combined; operands are copied as they are written.
import type ts from 'typescript';
import { isBoolean, isBooleanLiteral, isSafeNumber } from './operand.js';
import { codeOf, commentsIn, endOfOperand, startOf } from './source.js';
import type { Source } from './source.js';

/** How tightly the outermost operator binds, from the loosest to the tightest. */
type Binding = 'sequence' | 'nullish' | 'or' | 'and' | 'binary' | 'unary';

export interface Formula {
  readonly text: string;
  readonly binding: Binding;
}

export function readFormula(source: Source, expression: ts.Expression): Formula {
  const inner = unwrap(source, expression);
  return { text: codeOf(source, inner), binding: findBinding(source, inner) };
}

/** Takes off parentheses around a whole expression, unless a comment in them would be lost. */
export function unwrap(source: Source, expression: ts.Expression): ts.Expression {
  let inner = expression;
  while (source.ts.isParenthesizedExpression(inner)) {
    const { expression: next } = inner;
    const before = commentsIn(source, inner.pos, startOf(source, next));
    const after = commentsIn(source, endOfOperand(source, next), inner.end);
    if (before.length + after.length > 0) return inner;
    inner = next;
  }
  return inner;
}

function findBinding(source: Source, expression: ts.Expression): Binding {
  const { ts: compiler } = source;
  if (compiler.isBinaryExpression(expression))
    return findOperatorBinding(source, expression.operatorToken.kind);
  if (compiler.isAsExpression(expression) || compiler.isSatisfiesExpression(expression)) return 'binary';
  const isLoose =
    compiler.isConditionalExpression(expression) ||
    compiler.isArrowFunction(expression) ||
    compiler.isYieldExpression(expression);
  return isLoose ? 'sequence' : 'unary';
}

function findOperatorBinding({ ts: { SyntaxKind } }: Source, kind: ts.SyntaxKind): Binding {
  const isAssignment = kind >= SyntaxKind.FirstAssignment && kind <= SyntaxKind.LastAssignment;
  if (isAssignment || kind === SyntaxKind.CommaToken) return 'sequence';
  if (kind === SyntaxKind.BarBarToken) return 'or';
  if (kind === SyntaxKind.AmpersandAmpersandToken) return 'and';
  return kind === SyntaxKind.QuestionQuestionToken ? 'nullish' : 'binary';
}

export function combine(operator: '&&' | '||', formulas: readonly Formula[]): Formula {
  const [only] = formulas;
  if (formulas.length === 1 && only !== undefined) return only;
  const texts = formulas.map((formula) => asOperand(operator, formula));
  return { text: texts.join(` ${operator} `), binding: operator === '&&' ? 'and' : 'or' };
}

/** Mixed operators get parentheses, as formatters write them. */
export function asOperand(operator: '&&' | '||', { text, binding }: Formula): string {
  const around = operator === '&&' ? 'and' : 'or';
  return binding === 'unary' || binding === 'binary' || binding === around ? text : `(${text})`;
}

/** What is truthy exactly when the expression is not, and does the same on the way. */
export function negate(source: Source, expression: ts.Expression): Formula {
  const { ts: compiler } = source;
  const inner = unwrap(source, expression);
  if (compiler.isPrefixUnaryExpression(inner) && inner.operator === compiler.SyntaxKind.ExclamationToken) {
    return readFormula(source, inner.operand);
  }
  const plain = prefix(readFormula(source, inner));
  if (!compiler.isBinaryExpression(inner)) return plain;
  const other = negateComparison(source, inner) ?? negateLogic(source, inner);
  return other !== undefined && other.text.length <= plain.text.length ? other : plain;
}

function prefix({ text, binding }: Formula): Formula {
  return { text: binding === 'unary' ? `!${text}` : `!(${text})`, binding: 'unary' };
}

function negateComparison(source: Source, node: ts.BinaryExpression): Formula | undefined {
  const operator = findOpposite(source, node);
  if (operator === undefined) return undefined;
  const flag = negateFlag(source, node);
  if (flag !== undefined) return flag;
  const { text } = source;
  const { left, operatorToken, right } = node;
  const before = text.slice(startOf(source, left), startOf(source, operatorToken));
  return {
    text: before + operator + text.slice(operatorToken.end, endOfOperand(source, right)),
    binding: 'binary',
  };
}

/** `ready === true` of a boolean becomes `!ready`, its opposite `ready`. */
function negateFlag(source: Source, node: ts.BinaryExpression): Formula | undefined {
  const { SyntaxKind } = source.ts;
  const { left, right, operatorToken } = node;
  if (!isBooleanLiteral(source, right) || !isBoolean(source, left)) return undefined;
  const isSame =
    operatorToken.kind === SyntaxKind.EqualsEqualsEqualsToken ||
    operatorToken.kind === SyntaxKind.EqualsEqualsToken;
  const meansTrue = (right.kind === SyntaxKind.TrueKeyword) === isSame;
  return meansTrue ? negate(source, left) : readFormula(source, left);
}

function findOpposite(source: Source, node: ts.BinaryExpression): string | undefined {
  const { SyntaxKind } = source.ts;
  const { kind } = node.operatorToken;
  const equalities = new Map<ts.SyntaxKind, string>([
    [SyntaxKind.EqualsEqualsEqualsToken, '!=='],
    [SyntaxKind.ExclamationEqualsEqualsToken, '==='],
    [SyntaxKind.EqualsEqualsToken, '!='],
    [SyntaxKind.ExclamationEqualsToken, '=='],
  ]);
  const orders = new Map<ts.SyntaxKind, string>([
    [SyntaxKind.LessThanToken, '>='],
    [SyntaxKind.GreaterThanEqualsToken, '<'],
    [SyntaxKind.GreaterThanToken, '<='],
    [SyntaxKind.LessThanEqualsToken, '>'],
  ]);
  // With NaN on either side both `<` and `>=` are false.
  const isOrdered = isSafeNumber(source, node.left) && isSafeNumber(source, node.right);
  return equalities.get(kind) ?? (isOrdered ? orders.get(kind) : undefined);
}

function negateLogic(source: Source, node: ts.BinaryExpression): Formula | undefined {
  const { SyntaxKind } = source.ts;
  const { left, operatorToken, right } = node;
  const isAnd = operatorToken.kind === SyntaxKind.AmpersandAmpersandToken;
  if (!isAnd && operatorToken.kind !== SyntaxKind.BarBarToken) return undefined;
  const opposite = isAnd ? '||' : '&&';
  const first = asOperand(opposite, negate(source, left));
  const second = asOperand(opposite, negate(source, right));
  const before = source.text.slice(endOfOperand(source, left), startOf(source, operatorToken));
  const after = source.text.slice(operatorToken.end, startOf(source, right));
  return { text: first + before + opposite + after + second, binding: isAnd ? 'or' : 'and' };
}
