// `if (!ready()) return false; return true;` at the end of a new function says no more than `return ready();`.
import type ts from 'typescript';
import type { TextChange } from '../../../schema/index.js';
import type { Jump } from './exits.js';
import { isTruth } from './is-truth.js';
import type { StatementPlan } from './plan.js';
import type { Region } from './region.js';
import type { FileStyle } from './style.js';

export interface BooleanEnding {
  readonly changes: readonly TextChange[];
  /** The jump that goes away. */
  readonly jump: Jump;
}

/** Undefined where the last condition is not certain to be `true` or `false`. */
export function endWithCondition(plan: StatementPlan, { semicolon }: FileStyle): BooleanEnding | undefined {
  const { region, exits, protocol } = plan;
  const { compiler, file, last } = region;
  if (protocol.kind !== 'flag' || !exits.falls || !compiler.isIfStatement(last)) return undefined;
  const jump = findOnlyJump(plan, last);
  const answer = jump === undefined ? undefined : readAnswer(plan, last, protocol.leaves);
  if (jump === undefined || answer === undefined) return undefined;
  return {
    jump,
    changes: [
      { start: last.getStart(file), end: answer.node.getStart(file), text: `return ${answer.sign}` },
      { start: answer.node.end, end: last.end, text: semicolon },
    ],
  };
}

interface Answer {
  readonly node: ts.Expression;
  readonly sign: '' | '!';
}

/** What is returned: the condition, or its opposite when it says when not to leave. */
function readAnswer(plan: StatementPlan, statement: ts.IfStatement, leaves: boolean): Answer | undefined {
  const { region, nodes } = plan;
  const { expression } = statement;
  const denied = readDenied(region, expression);
  const isCall = region.compiler.isCallExpression(denied ?? expression);
  // One of several guards looks like the others.
  if (hasComment(region.file, statement) || (!isCall && nodes.length > 1)) return undefined;
  // Taking off a `!` leaves what stands behind it.
  if (leaves || denied === undefined) return answerWith(region, expression, leaves ? '' : '!');
  return answerWith(region, denied, '');
}

function answerWith(region: Region, node: ts.Expression, sign: Answer['sign']): Answer | undefined {
  const isReadable = sign === '' || region.compiler.isCallExpression(node);
  return isReadable && isTruth(region, node) ? { node, sign } : undefined;
}

/** `x` of `!x`. */
function readDenied({ compiler }: Region, node: ts.Expression): ts.Expression | undefined {
  const denies =
    compiler.isPrefixUnaryExpression(node) && node.operator === compiler.SyntaxKind.ExclamationToken;
  return denies ? node.operand : undefined;
}

/** The one thing that is done when the condition holds. */
function findOnlyJump(
  { region: { compiler }, exits }: StatementPlan,
  { thenStatement, elseStatement }: ts.IfStatement,
): Jump | undefined {
  const [only, second] = compiler.isBlock(thenStatement) ? thenStatement.statements : [thenStatement];
  if (only === undefined || second !== undefined || elseStatement !== undefined) return undefined;
  return exits.special.flatMap(({ jumps }) => jumps).find((jump) => jump === only);
}

function hasComment(file: ts.SourceFile, { expression, end }: ts.IfStatement): boolean {
  return /\/[/*]/.test(
    file.text.slice(expression.pos, expression.getStart(file)) + file.text.slice(expression.end, end),
  );
}
