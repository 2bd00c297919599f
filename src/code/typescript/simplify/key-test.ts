// A comparison of something that stays the same with a constant: `kind === 'circle'`.
import type ts from 'typescript';
import { unwrap } from './formula.js';
import { isConstant, isPath } from './operand.js';
import type { Source } from './source.js';

export interface KeyTest {
  readonly subject: ts.Expression;
  readonly key: ts.Expression;
}

/** With `===` when asked whether they are the same, with `!==` otherwise. */
export function readKeyTest(source: Source, expression: ts.Expression, same: boolean): KeyTest | undefined {
  const { ts: compiler } = source;
  const node = unwrap(source, expression);
  if (!compiler.isBinaryExpression(node)) return undefined;
  const { EqualsEqualsEqualsToken, ExclamationEqualsEqualsToken } = compiler.SyntaxKind;
  if (node.operatorToken.kind !== (same ? EqualsEqualsEqualsToken : ExclamationEqualsEqualsToken))
    return undefined;
  const { left, right } = node;
  if (isSubject(source, left) && isConstant(source, right)) return { subject: left, key: right };
  return isSubject(source, right) && isConstant(source, left) ? { subject: right, key: left } : undefined;
}

/** A variable or property, or what `typeof` says about one. */
function isSubject(source: Source, expression: ts.Expression): boolean {
  const { ts: compiler } = source;
  const inner = compiler.isTypeOfExpression(expression) ? expression.expression : expression;
  return isPath(source, inner) && !isConstant(source, inner);
}
