// What a run of statements amounts to for a reader.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { isElseIf } from './tally-of.js';
import type { Meaning } from './price.js';
import type { Entry, List } from './statement-list.js';

export function describePiece(
  compiler: TypeScript,
  list: List,
  entries: readonly Entry[],
): { readonly meaning: Meaning } {
  const statements = entries.map(({ statement }) => statement);
  if (statements.every((statement) => isReport(compiler, statement))) return { meaning: 'report' };
  const [only, second] = statements;
  const own = second === undefined && only !== undefined ? findOwnMeaning(compiler, only) : undefined;
  if (own !== undefined) return { meaning: own };
  const isTail = list.isBody && entries.at(-1) === list.entries.at(-1);
  if (mixes(compiler, statements, isTail)) return { meaning: 'mixed' };
  return { meaning: list.isBranch && entries.length === list.entries.length ? 'whole' : 'plain' };
}

/** Of a single statement; undefined when that depends on where it stands. */
function findOwnMeaning(compiler: TypeScript, statement: ts.Statement): Meaning | undefined {
  if (isResult(compiler, statement)) return 'result';
  if (isLone(compiler, statement)) return 'lone';
  return isLiteralChain(compiler, statement) ? 'chain' : undefined;
}

const REPORTS = /^(?:tell|log|print|debug|info|warn|trace|write|writeLine|emit|notify|report|say|progress)$/i;

/** Says what is going on: `console.log(…)`, `tell?.(…)`. */
function isReport(compiler: TypeScript, statement: ts.Statement): boolean {
  if (compiler.isIfStatement(statement))
    return statement.elseStatement === undefined && isReport(compiler, statement.thenStatement);
  if (compiler.isIterationStatement(statement, false)) return isReport(compiler, statement.statement);
  if (compiler.isBlock(statement)) return statement.statements.every((inner) => isReport(compiler, inner));
  if (!compiler.isExpressionStatement(statement) || !compiler.isCallExpression(statement.expression))
    return false;
  const { expression: callee } = statement.expression;
  const name = compiler.isPropertyAccessExpression(callee) ? callee.name : callee;
  return compiler.isIdentifier(name) && REPORTS.test(name.text);
}

/** One expression, whatever becomes of it. */
function isLone(compiler: TypeScript, statement: ts.Statement): boolean {
  return (
    compiler.isVariableStatement(statement) ||
    compiler.isExpressionStatement(statement) ||
    compiler.isReturnStatement(statement)
  );
}

/** An object, a list or a call that everything before it was done for. */
function isResult(compiler: TypeScript, statement: ts.Statement): boolean {
  if (!compiler.isReturnStatement(statement) || statement.expression === undefined) return false;
  const { expression } = statement;
  return (
    compiler.isObjectLiteralExpression(expression) ||
    compiler.isArrayLiteralExpression(expression) ||
    compiler.isCallExpression(expression)
  );
}

/** `if (x === 'a') n = 1; else if (x === 'b') n = 2;` */
function isLiteralChain(compiler: TypeScript, statement: ts.Statement): boolean {
  if (!compiler.isIfStatement(statement) || isElseIf(compiler, statement)) return false;
  const links: ts.IfStatement[] = [];
  for (let link: ts.Statement | undefined = statement; link !== undefined;) {
    if (!compiler.isIfStatement(link)) break;
    links.push(link);
    link = link.elseStatement;
  }
  const subjects = new Set(links.map(({ expression }) => readSubject(compiler, expression)));
  return (
    links.length > 2 &&
    subjects.size === 1 &&
    !subjects.has(undefined) &&
    links.every((link) => onlySets(compiler, link.thenStatement))
  );
}

/** `x` of `x === 'a'`. */
function readSubject(compiler: TypeScript, condition: ts.Expression): string | undefined {
  if (!compiler.isBinaryExpression(condition)) return undefined;
  const { operatorToken, left, right } = condition;
  const isTest = operatorToken.kind === compiler.SyntaxKind.EqualsEqualsEqualsToken;
  return isTest && compiler.isLiteralExpression(right) ? left.getText() : undefined;
}

function onlySets(compiler: TypeScript, statement: ts.Statement): boolean {
  if (compiler.isBlock(statement)) {
    const [only, second] = statement.statements;
    return only !== undefined && second === undefined && onlySets(compiler, only);
  }
  if (!compiler.isExpressionStatement(statement)) return false;
  const { expression } = statement;
  return compiler.isBinaryExpression(expression) || compiler.isPostfixUnaryExpression(expression);
}

/** Something is worked out or decided and then shown; at the end of a function, also saved. */
function mixes(compiler: TypeScript, statements: readonly ts.Statement[], isTail: boolean): boolean {
  const isOther = isTail ? isAct : isReport;
  const acts = statements.filter((statement) => isOther(compiler, statement)).length;
  return acts > 0 && acts < statements.length;
}

function isAct(compiler: TypeScript, statement: ts.Statement): boolean {
  if (isReport(compiler, statement)) return true;
  if (!compiler.isExpressionStatement(statement)) return false;
  const { expression } = statement;
  return compiler.isCallExpression(expression) || compiler.isAwaitExpression(expression);
}
