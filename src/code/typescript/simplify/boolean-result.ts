// `if (c) return true; return false;` and its relatives say no more than the condition itself.
import type ts from 'typescript';
import { replaceExpression, replaceStatements } from './change.js';
import { findHead, findList, findNext, findOnly } from './flow.js';
import { combine, negate, readFormula, unwrap } from './formula.js';
import type { Formula } from './formula.js';
import { readLocals } from './locals.js';
import { isShadowed } from './names.js';
import { isBoolean, isBooleanLiteral, isComparison, isPath, isPure } from './operand.js';
import { refuse } from '../extract/refusal.js';
import { rewrite } from './rewrite.js';
import type { Attempt } from './rewrite.js';
import { commentsIn, endOf, normalize, startOf, textOf } from './source.js';
import type { Source } from './source.js';

/** More of them in one expression are harder to read than the statements were. */
const MAX_CONDITIONS = 4;
const SUMMARY = 'returned the condition itself';

interface Answer {
  readonly condition: ts.Expression;
  readonly value: boolean;
}

/** One condition or several ones in a row, each of which decides between `true` and `false`. */
export function returnCondition(source: Source, node: ts.IfStatement): Attempt {
  if (findList(source, node) === undefined) return undefined;
  const { answers, last } = readAnswers(source, node);
  const value = readReturned(source, last);
  if (last === undefined || value === undefined || answers.length > MAX_CONDITIONS) return undefined;
  const formula = answer(source, answers, value);
  const start = startOf(source, node);
  const end = last.end <= node.end ? node.end : endOf(source, last);
  const hasComments = answers.length > 1 && commentsIn(source, start, end).length > 0;
  if (formula === undefined || hasComments) return undefined;
  const code = `return ${formula.text}${source.style.semicolon}`;
  return rewrite('boolean_result', [replaceStatements(source, start, end, code)], SUMMARY);
}

/** Conditions that return a boolean, and the statement that gets its turn when none of them holds. */
function readAnswers(
  source: Source,
  node: ts.IfStatement,
): { readonly answers: readonly Answer[]; readonly last: ts.Statement | undefined } {
  const answers: Answer[] = [];
  let last: ts.Statement | undefined = node;
  while (last !== undefined && source.ts.isIfStatement(last)) {
    const value = readReturned(source, last.thenStatement);
    if (value === undefined) return { answers, last: undefined };
    answers.push({ condition: last.expression, value });
    last = last.elseStatement ?? findNext(source, findHead(source, last));
  }
  return { answers, last };
}

function readReturned(source: Source, branch: ts.Statement | undefined): boolean | undefined {
  const only = findOnly(source, branch);
  if (only === undefined || !source.ts.isReturnStatement(only)) return undefined;
  return readLiteral(source, only.expression);
}

function readLiteral(source: Source, expression: ts.Expression | undefined): boolean | undefined {
  if (expression === undefined) return undefined;
  const inner = unwrap(source, expression);
  if (!isBooleanLiteral(source, inner)) return undefined;
  return inner.kind === source.ts.SyntaxKind.TrueKeyword;
}

/** The first condition that holds decides; undefined where the result would not be a boolean for certain. */
function answer(source: Source, answers: readonly Answer[], last: boolean): Formula | undefined {
  const [first, ...rest] = answers;
  if (first === undefined) return undefined;
  const { condition, value } = first;
  if (rest.length === 0) {
    if (value === last) return undefined;
    return value ? toBoolean(source, condition) : negateStrictly(source, condition);
  }
  const following = answer(source, rest, last);
  if (following === undefined) return undefined;
  if (!value) return combine('&&', [negateStrictly(source, condition), following]);
  return combine('||', [toBoolean(source, condition), following]);
}

/** A condition as `true` or `false`. */
export function toBoolean(source: Source, condition: ts.Expression): Formula {
  const formula = readFormula(source, condition);
  if (isBoolean(source, condition)) return formula;
  if (!isShadowed(source, 'Boolean')) return { text: `Boolean(${formula.text})`, binding: 'unary' };
  return {
    text: formula.binding === 'unary' ? `!!${formula.text}` : `!!(${formula.text})`,
    binding: 'unary',
  };
}

/** The opposite as `true` or `false`: taking off a `!` would leave whatever stands behind it. */
export function negateStrictly(source: Source, condition: ts.Expression): Formula {
  const { ts: compiler } = source;
  const inner = unwrap(source, condition);
  const isNegation =
    compiler.isPrefixUnaryExpression(inner) && inner.operator === compiler.SyntaxKind.ExclamationToken;
  if (isNegation) return toBoolean(source, inner.operand);
  if (compiler.isBinaryExpression(inner) && isComparison(source, inner)) return negate(source, inner);
  const { text, binding } = readFormula(source, inner);
  return { text: binding === 'unary' ? `!${text}` : `!(${text})`, binding: 'unary' };
}

/** `if (c) x = true; else x = false;` becomes `x = c;`. */
export function assignCondition(source: Source, node: ts.IfStatement): Attempt {
  const [first, second] = [node.thenStatement, node.elseStatement].map((branch) =>
    readAssigned(source, branch),
  );
  if (first === undefined || second === undefined || first.value === second.value) return undefined;
  if (textOf(source, first.target) !== textOf(source, second.target)) return undefined;
  if (findList(source, node) === undefined) return undefined;
  if (!isSettled(source, first.target) && !isPure(source, node.expression))
    return refuse('order_of_effects', 'The condition may change what is assigned to.');
  const { text } = first.value ? toBoolean(source, node.expression) : negateStrictly(source, node.expression);
  const code = `${textOf(source, first.target)} = ${text}${source.style.semicolon}`;
  const change = replaceStatements(source, startOf(source, node), node.end, code);
  return rewrite('boolean_result', [change], 'assigned the condition itself');
}

/** Whether nothing a condition does can change where the value goes. */
function isSettled(source: Source, target: ts.Expression): boolean {
  const { ts: compiler } = source;
  if (compiler.isIdentifier(target)) return true;
  if (!compiler.isPropertyAccessExpression(target)) return false;
  const owner = target.expression;
  if (owner.kind === compiler.SyntaxKind.ThisKeyword) return true;
  const variable = compiler.isIdentifier(owner) ? readLocals(source).find(owner)?.variable : undefined;
  return (
    variable?.references.every(({ node, writes }) => !writes || variable.declarations.includes(node)) === true
  );
}

function readAssigned(
  source: Source,
  branch: ts.Statement | undefined,
): { target: ts.Expression; value: boolean } | undefined {
  const { ts: compiler } = source;
  const only = findOnly(source, branch);
  if (only === undefined || !compiler.isExpressionStatement(only)) return undefined;
  const { expression } = only;
  if (!compiler.isBinaryExpression(expression)) return undefined;
  if (expression.operatorToken.kind !== compiler.SyntaxKind.EqualsToken) return undefined;
  const value = readLiteral(source, expression.right);
  return value === undefined || !isPath(source, expression.left)
    ? undefined
    : { target: expression.left, value };
}

/** `c ? true : false` becomes `c`; `c ? x : x` becomes `x` when asking does nothing. */
export function simplifyChoice(source: Source, node: ts.ConditionalExpression): Attempt {
  const formula = choose(source, node);
  if (formula === undefined) return undefined;
  const change = replaceExpression(source, node, wrapFor(source, node, formula));
  if (change === undefined) return refuse('comment_lost', 'A comment stands inside the expression.');
  return rewrite('boolean_result', [change], 'replaced a choice between true and false by its condition');
}

function choose(source: Source, node: ts.ConditionalExpression): Formula | undefined {
  const { condition, whenTrue, whenFalse } = node;
  const first = readLiteral(source, whenTrue);
  const second = readLiteral(source, whenFalse);
  if (first !== undefined && second !== undefined && first !== second) {
    return first ? toBoolean(source, condition) : negateStrictly(source, condition);
  }
  const isSame =
    normalize(source, startOf(source, whenTrue), whenTrue.end) ===
    normalize(source, startOf(source, whenFalse), whenFalse.end);
  return isSame && isPure(source, condition) ? readFormula(source, whenTrue) : undefined;
}

/** In parentheses where the place of the expression may bind more tightly. */
export function wrapFor({ ts: compiler }: Source, node: ts.Expression, { text, binding }: Formula): string {
  const { parent } = node;
  const isLoose =
    compiler.isReturnStatement(parent) ||
    compiler.isParenthesizedExpression(parent) ||
    compiler.isVariableDeclaration(parent) ||
    compiler.isIfStatement(parent) ||
    compiler.isExpressionStatement(parent) ||
    compiler.isPropertyAssignment(parent) ||
    (compiler.isArrowFunction(parent) && !text.startsWith('{'));
  return isLoose || binding === 'unary' ? text : `(${text})`;
}
