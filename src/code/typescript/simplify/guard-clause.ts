// `if (c) { long }` at the end of a function, loop or case becomes `if (!c) return;` and the long part less deep.
import type ts from 'typescript';
import { keepComments, replaceStatements } from './change.js';
import { findExit, findList, findNext, isAbrupt, isJump } from './flow.js';
import { negate } from './formula.js';
import { dissolve, joinStatements, reindent, wrapInBlock, writeGuard } from './layout.js';
import { canDissolve } from './locals.js';
import { refuse } from '../extract/refusal.js';
import { rewrite } from './rewrite.js';
import type { Attempt } from './rewrite.js';
import { commentsIn, endOf, indentAt, startOf } from './source.js';
import type { Source } from './source.js';

const SUMMARY = 'turned the condition into a guard clause';

export function writeGuardClause(source: Source, node: ts.IfStatement): Attempt {
  if (node.elseStatement !== undefined || !hasStructure(source, node.thenStatement)) return undefined;
  return moveNextJump(source, node) ?? leaveEarly(source, node);
}

/** Whether anything in it would be nested less deeply; plain statements read the same either way. */
function hasStructure(source: Source, node: ts.Node): boolean {
  const { ts: compiler } = source;
  if (compiler.isFunctionLike(node) || compiler.isClassLike(node)) return false;
  const isStructure =
    compiler.isIfStatement(node) ||
    compiler.isIterationStatement(node, false) ||
    compiler.isSwitchStatement(node) ||
    compiler.isTryStatement(node) ||
    compiler.isConditionalExpression(node);
  return (
    isStructure || compiler.forEachChild(node, (child) => hasStructure(source, child) || undefined) === true
  );
}

/** `if (c) { long; return a; } return b;`: the short way out goes first. */
function moveNextJump(source: Source, node: ts.IfStatement): Attempt {
  const list = findList(source, node);
  const next = findNext(source, node);
  if (list === undefined || next === undefined || !isJump(source.ts, next)) return undefined;
  if (!isAbrupt(source, node.thenStatement) || list.statements.at(-1) !== next) return undefined;
  const size = (branch: ts.Node): number => branch.end - startOf(source, branch);
  if (size(next) >= size(node.thenStatement)) return undefined;
  const unsafe = findClash(source, node, list);
  if (unsafe !== undefined) return unsafe;
  const indent = indentAt(source, startOf(source, node));
  const start = commentsIn(source, node.end, startOf(source, next))[0]?.start ?? startOf(source, next);
  const jump = (depth: string): string => reindent(source, start, endOf(source, next), depth);
  const guard = writeGuard(source, negate(source, node.expression).text, jump, indent);
  const code = joinStatements(source, [guard, dissolve(source, node.thenStatement, indent)], indent);
  return rewrite(
    'guard_clause',
    [replaceStatements(source, startOf(source, node), endOf(source, next), code)],
    SUMMARY,
  );
}

function leaveEarly(source: Source, node: ts.IfStatement): Attempt {
  const exit = findExit(source, node);
  if (exit === undefined) return undefined;
  const list = findList(source, node);
  if (list === undefined) return leaveLoopBody(source, node, exit);
  const unsafe = findClash(source, node, list);
  if (unsafe !== undefined) return unsafe;
  const start = startOf(source, node);
  const code = writeGuarded(source, node, exit, indentAt(source, start));
  return rewrite('guard_clause', [replaceStatements(source, start, node.end, code)], SUMMARY);
}

function writeGuarded(source: Source, node: ts.IfStatement, exit: string, indent: string): string {
  const guard = writeGuard(source, negate(source, node.expression).text, exit, indent);
  return joinStatements(source, [guard, dissolve(source, node.thenStatement, indent)], indent);
}

/** The only statement of a loop without braces needs some now. */
function leaveLoopBody(source: Source, node: ts.IfStatement, exit: string): Attempt {
  const indent = indentAt(source, startOf(source, node.parent));
  const deeper = indent + source.style.indent;
  const span = { start: node.pos, end: node.end };
  const code = keepComments(source, span, writeGuarded(source, node, exit, deeper), deeper);
  return rewrite('guard_clause', [{ ...span, text: ` ${wrapInBlock(source, code, indent)}` }], SUMMARY);
}

export function findClash(source: Source, node: ts.IfStatement, list: ts.Node): Attempt {
  if (canDissolve(source, node.thenStatement, list)) return undefined;
  return refuse(
    'name_taken',
    'A name declared inside the condition means something else outside it.',
    'Rename one of the two first.',
  );
}
