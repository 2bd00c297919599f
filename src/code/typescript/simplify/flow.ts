// Where control goes after a statement.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { hasModifier } from '../extract/syntax.js';
import { isOwnCode } from './locals.js';
import { commentsIn, startOf, textOf } from './source.js';
import type { Source } from './source.js';

/** A node whose statements stand below each other. */
export type StatementList = ts.Block | ts.SourceFile | ts.ModuleBlock | ts.CaseOrDefaultClause;

/** Longer ones are not written twice. */
const SHORT_JUMP = 40;

export function findList(source: Source, statement: ts.Node): StatementList | undefined {
  const { ts: compiler } = source;
  const { parent } = statement;
  const isList =
    compiler.isBlock(parent) ||
    compiler.isSourceFile(parent) ||
    compiler.isModuleBlock(parent) ||
    (compiler.isCaseOrDefaultClause(parent) && !isLabel(source, statement));
  return isList ? parent : undefined;
}

function isLabel({ ts: compiler }: Source, node: ts.Node): boolean {
  return compiler.isCaseClause(node.parent) && node.parent.expression === node;
}

export function findNext(source: Source, statement: ts.Node): ts.Statement | undefined {
  const statements = findList(source, statement)?.statements;
  return statements?.[statements.findIndex((each) => each === statement) + 1];
}

export function isJump(compiler: TypeScript, node: ts.Node): boolean {
  return (
    compiler.isReturnStatement(node) ||
    compiler.isThrowStatement(node) ||
    compiler.isBreakOrContinueStatement(node)
  );
}

/** Whether control never reaches what follows the statement; false when in doubt. */
export function isAbrupt(source: Source, statement: ts.Statement | undefined): boolean {
  const { ts: compiler } = source;
  if (statement === undefined) return false;
  if (isJump(compiler, statement)) return true;
  if (compiler.isBlock(statement)) return isAbrupt(source, statement.statements.at(-1));
  return (
    compiler.isIfStatement(statement) &&
    isAbrupt(source, statement.thenStatement) &&
    isAbrupt(source, statement.elseStatement)
  );
}

/** The statement a branch consists of, if it is one. */
export function findOnly(source: Source, branch: ts.Statement | undefined): ts.Statement | undefined {
  if (branch === undefined || !source.ts.isBlock(branch)) return branch;
  return branch.statements.length === 1 ? branch.statements[0] : undefined;
}

/** A jump that does what reaching the end of this statement does; undefined where there is none. */
export function findExit(source: Source, statement: ts.Statement): string | undefined {
  const list = findList(source, statement);
  const next = findNext(source, statement);
  if (list === undefined) return findLoopExit(source, statement);
  if (next !== undefined) return readShortJump(source, next);
  return source.ts.isBlock(list) ? findBlockExit(source, list) : findClauseExit(source, list);
}

function readShortJump(source: Source, statement: ts.Statement): string | undefined {
  const { ts: compiler } = source;
  if (!isJump(compiler, statement) || compiler.isThrowStatement(statement)) return undefined;
  if (compiler.isReturnStatement(statement) && !isReadableTwice(source, statement.expression))
    return undefined;
  const text = textOf(source, statement);
  const isShort = text.length <= SHORT_JUMP && !/[\r\n]/.test(text);
  return isShort && commentsIn(source, startOf(source, statement), statement.end).length === 0
    ? text
    : undefined;
}

function isReadableTwice(source: Source, expression: ts.Expression | undefined): boolean {
  const { ts: compiler } = source;
  return (
    expression === undefined ||
    compiler.isIdentifier(expression) ||
    compiler.isPropertyAccessExpression(expression) ||
    compiler.isLiteralExpression(expression) ||
    compiler.isTokenKind(expression.kind)
  );
}

function findBlockExit(source: Source, block: ts.Block): string | undefined {
  const { ts: compiler } = source;
  const { parent } = block;
  if (parent === source.target) return writeReturn(source);
  if (compiler.isIfStatement(parent)) return findIfExit(source, parent);
  return compiler.isIterationStatement(parent, false) ? `continue${source.style.semicolon}` : undefined;
}

/** The `if` that a chain of `else if` begins with. */
export function findHead({ ts: compiler }: Source, node: ts.IfStatement): ts.IfStatement {
  let head = node;
  while (compiler.isIfStatement(head.parent) && head.parent.elseStatement === head) head = head.parent;
  return head;
}

/** The end of a branch is the end of the whole chain it belongs to. */
function findIfExit(source: Source, node: ts.IfStatement): string | undefined {
  const head = findHead(source, node);
  const next = findNext(source, head);
  // Between here and there a variable may have been declared anew.
  const namesValue = next !== undefined && source.ts.isReturnStatement(next) && next.expression !== undefined;
  return namesValue ? undefined : findExit(source, head);
}

function findLoopExit(source: Source, statement: ts.Statement): string | undefined {
  const { parent } = statement;
  const isBody = source.ts.isIterationStatement(parent, false) && parent.statement === statement;
  return isBody ? `continue${source.style.semicolon}` : undefined;
}

/** Only the last clause ends where the whole `switch` ends; the others fall into the next one. */
function findClauseExit(source: Source, list: StatementList): string | undefined {
  if (!source.ts.isCaseOrDefaultClause(list)) return undefined;
  return list.parent.clauses.at(-1) === list ? `break${source.style.semicolon}` : undefined;
}

/** Linters want either all of the returns to name a value or none. */
function writeReturn(source: Source): string {
  const { ts: compiler, target, style } = source;
  const isAsync = hasModifier(compiler, target, compiler.SyntaxKind.AsyncKeyword);
  // An async generator would wait for the value it returns.
  const mayName = !(isAsync && 'asteriskToken' in target && target.asteriskToken !== undefined);
  const word = mayName && returnsValue(source, target) ? 'return undefined' : 'return';
  return word + style.semicolon;
}

function returnsValue(source: Source, node: ts.Node): boolean {
  const { ts: compiler } = source;
  if (compiler.isReturnStatement(node) && isOwnCode(source, node)) return node.expression !== undefined;
  return compiler.forEachChild(node, (child) => returnsValue(source, child) || undefined) === true;
}
