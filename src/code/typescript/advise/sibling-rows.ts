// Which statements are alike, so that a cut between them would look arbitrary: `this.a = …; this.b = …`, one `if` after another about one thing.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { findRoot } from '../naming/from-subject.js';
import { isElseIf } from './tally-of.js';

/** What a statement has in common with those that are like it; undefined when nothing is. */
export function findRow(compiler: TypeScript, statement: ts.Statement): string | undefined {
  const settings = readSettings(compiler, statement);
  if (settings !== undefined) return settings;
  if (compiler.isIfStatement(statement) && !isElseIf(compiler, statement) && !statement.elseStatement) {
    const subject = readRoot(compiler, statement.expression);
    return subject === undefined ? undefined : `if ${subject} ${leaves(compiler, statement.thenStatement)}`;
  }
  return undefined;
}

/** `this.size = options.size || 10`, also behind an `if`: where it goes and where it comes from. */
function readSettings(compiler: TypeScript, statement: ts.Statement): string | undefined {
  const inner =
    compiler.isIfStatement(statement) && !statement.elseStatement ? findOnly(compiler, statement) : statement;
  if (inner === undefined || !compiler.isExpressionStatement(inner)) return undefined;
  const { expression } = inner;
  if (!compiler.isBinaryExpression(expression)) return undefined;
  const { left, right, operatorToken } = expression;
  const isPlain = operatorToken.kind === compiler.SyntaxKind.EqualsToken;
  if (!isPlain || !compiler.isPropertyAccessExpression(left)) return undefined;
  const source = readRoot(compiler, right);
  return source === undefined ? undefined : `${left.expression.getText()} from ${source}`;
}

function findOnly(compiler: TypeScript, { thenStatement }: ts.IfStatement): ts.Statement | undefined {
  if (!compiler.isBlock(thenStatement)) return thenStatement;
  return thenStatement.statements.length === 1 ? thenStatement.statements[0] : undefined;
}

/** Whether the last thing a branch does is to leave. */
function leaves(compiler: TypeScript, branch: ts.Statement): boolean {
  const last = compiler.isBlock(branch) ? branch.statements.at(-1) : branch;
  return (
    last !== undefined &&
    (compiler.isReturnStatement(last) ||
      compiler.isThrowStatement(last) ||
      compiler.isBreakOrContinueStatement(last))
  );
}

/** `order` of `order.size > 3 && …`, of `!isOpen(order)` and of `order.name || 'none'`. */
function readRoot(compiler: TypeScript, expression: ts.Expression): string | undefined {
  const root = findRoot(compiler, expression);
  if (root === undefined) return undefined;
  const isName = compiler.isIdentifier(root) || root.kind === compiler.SyntaxKind.ThisKeyword;
  return isName ? root.getText() : undefined;
}
