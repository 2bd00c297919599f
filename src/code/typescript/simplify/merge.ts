// Conditions that belong together: an `if` inside an `if`, an `if` alone in an `else`, guards and branches that do the same.
import type ts from 'typescript';
import { keepComments, replaceStatements } from './change.js';
import { findHead, findList, findNext, findOnly, isAbrupt } from './flow.js';
import { asOperand, combine, readFormula } from './formula.js';
import type { Formula } from './formula.js';
import type { Span } from './lexis.js';
import { dissolve, reindent, toBlock, wrapInBlock } from './layout.js';
import { canDissolve } from './locals.js';
import { isPure } from './operand.js';
import { refuse } from '../extract/refusal.js';
import { rewrite } from './rewrite.js';
import type { Attempt } from './rewrite.js';
import { commentsIn, indentAt, normalize, startOf } from './source.js';
import type { Source } from './source.js';

/** Longer lines are broken at the operators. */
const MAX_LINE = 100;

/** `if (a) { if (b) {…} }` becomes `if (a && b) {…}`, however deep. */
export function mergeNested(source: Source, node: ts.IfStatement): Attempt {
  const conditions = [readFormula(source, node.expression)];
  let inner = node;
  for (;;) {
    const next = findOnly(source, inner.thenStatement);
    if (next === undefined || !source.ts.isIfStatement(next) || !hasSameElse(source, node, next)) break;
    conditions.push(readFormula(source, next.expression));
    inner = next;
  }
  if (inner === node) return undefined;
  const start = startOf(source, node);
  const indent = indentAt(source, start);
  const head = writeHead(source, '&&', conditions, start);
  const then = writeThen(source, node, inner, indent);
  const otherwise =
    node.elseStatement === undefined ? '' : source.text.slice(node.thenStatement.end, node.elseStatement.end);
  const change = replaceStatements(source, start, node.end, head + then + otherwise);
  return rewrite('merge_nested', [change], `merged ${conditions.length} nested conditions`);
}

/** The branch of the inner one, with the comments that stood behind it. */
function writeThen(source: Source, outer: ts.IfStatement, inner: ts.IfStatement, indent: string): string {
  const { newline, indent: step } = source.style;
  const end = inner.elseStatement === undefined ? inner.end : inner.thenStatement.end;
  const comments = commentsIn(source, inner.end, outer.thenStatement.end);
  if (comments.length === 0) return toBlock(source, inner.thenStatement, indent);
  const deeper = indent + step;
  const lines = comments.map(({ start, end: stop }, index) => {
    const isBeside = index === 0 && !/[\r\n]/.test(source.text.slice(end, start));
    return (isBeside ? ' ' : newline + deeper) + source.text.slice(start, stop);
  });
  const code = dissolve(source, inner.thenStatement, deeper) + lines.join('');
  return wrapInBlock(source, code, indent);
}

/** No `else` on either, or the same one on both. */
function hasSameElse(source: Source, outer: ts.IfStatement, inner: ts.IfStatement): boolean {
  if (outer.elseStatement === undefined || inner.elseStatement === undefined) {
    return outer.elseStatement === inner.elseStatement;
  }
  return isSameCode(source, outer.elseStatement, inner.elseStatement);
}

function writeHead(
  source: Source,
  operator: '&&' | '||',
  conditions: readonly Formula[],
  start: number,
): string {
  const { text } = combine(operator, conditions);
  const indent = indentAt(source, start);
  const line = `if (${text}) `;
  if (indent.length + line.length <= MAX_LINE || /[\r\n]/.test(text)) return line;
  const { newline, indent: indentUnit } = source.style;
  const deeper = newline + indent + indentUnit;
  const lines = conditions.map((formula) => asOperand(operator, formula)).join(` ${operator}${deeper}`);
  return `if (${deeper}${lines}${newline}${indent}) `;
}

/** Whether two branches read the same; their comments aside. */
export function isSameCode(source: Source, a: ts.Statement, b: ts.Statement): boolean {
  return readBody(source, a) === readBody(source, b);
}

function readBody(source: Source, branch: ts.Statement): string {
  const text = normalize(source, startOf(source, branch), branch.end);
  const body = source.ts.isBlock(branch) ? text.slice(1, -1).trim() : text;
  return body.replace(/;$/, '');
}

/** `else { if (b) {…} }` becomes `else if (b) {…}`. */
export function mergeElse(source: Source, node: ts.IfStatement): Attempt {
  const { elseStatement } = node;
  const inner = findOnlyIf(source, node);
  if (elseStatement === undefined || inner === undefined) return undefined;
  const span = { start: startOf(source, elseStatement), end: elseStatement.end };
  const indent = indentAt(source, startOf(source, findHead(source, node)));
  const deeper = indent + source.style.indent;
  const { thenStatement } = inner;
  const open = source.ts.isBlock(thenStatement) ? startOf(source, thenStatement) + 1 : undefined;
  const whole = reindent(source, startOf(source, inner), inner.end, indent);
  const comments = keepComments(source, span, whole, deeper).slice(0, -whole.length).trimEnd();
  if (comments === '') return writeElseIf(span, whole);
  // A comment before the inner condition goes into its branch.
  if (open === undefined) return refuse('comment_lost', 'A comment stands before the condition in the else.');
  const head = reindent(source, startOf(source, inner), open, indent);
  const rest = reindent(source, open, inner.end, indent);
  const next = /^[ \t]*[\r\n]/.test(rest) ? rest : source.style.newline + deeper + rest.trimStart();
  return writeElseIf(span, head + source.style.newline + deeper + comments + next);
}

/** The `if` that is alone between the braces of an `else`, unless it needs them. */
function findOnlyIf(source: Source, node: ts.IfStatement): ts.IfStatement | undefined {
  const inner = findOnly(source, node.elseStatement);
  if (inner === undefined || inner === node.elseStatement || !source.ts.isIfStatement(inner))
    return undefined;
  // Without braces, a chain that is not complete would take the else of a condition around it.
  const isOutermost = findList(source, findHead(source, node)) !== undefined;
  return isOutermost || isComplete(source, inner) ? inner : undefined;
}

function isComplete(source: Source, { elseStatement }: ts.IfStatement): boolean {
  if (elseStatement === undefined) return false;
  return !source.ts.isIfStatement(elseStatement) || isComplete(source, elseStatement);
}

function writeElseIf(span: Span, text: string): Attempt {
  return rewrite('merge_nested', [{ ...span, text }], 'turned an if inside an else into else if');
}

/** `if (a) return x; if (b) return x;` becomes `if (a || b) return x;`. */
export function mergeGuards(source: Source, node: ts.IfStatement): Attempt {
  if (findList(source, node) === undefined || !isGuard(source, node)) return undefined;
  const guards = [node];
  for (let next = findNext(source, node); next !== undefined; next = findNext(source, next)) {
    if (!isGuard(source, next) || !isSameCode(source, node.thenStatement, next.thenStatement)) break;
    guards.push(next);
  }
  const last = guards.at(-1);
  if (last === undefined || last === node) return undefined;
  return writeMerged(source, guards, last.end, 'merge_guards');
}

function isGuard(source: Source, statement: ts.Statement): statement is ts.IfStatement {
  return (
    source.ts.isIfStatement(statement) &&
    statement.elseStatement === undefined &&
    isAbrupt(source, statement.thenStatement)
  );
}

/** `if (a) x(); else if (b) x(); else y();` becomes `if (a || b) x(); else y();`. */
export function mergeBranches(source: Source, node: ts.IfStatement): Attempt {
  const links = [node];
  let { elseStatement } = node;
  while (elseStatement !== undefined && source.ts.isIfStatement(elseStatement)) {
    if (!isSameCode(source, node.thenStatement, elseStatement.thenStatement)) break;
    links.push(elseStatement);
    elseStatement = elseStatement.elseStatement;
  }
  if (elseStatement !== undefined && isSameCode(source, node.thenStatement, elseStatement)) {
    return dropCondition(source, node, links, elseStatement);
  }
  const last = links.at(-1);
  if (last === undefined || last === node) return undefined;
  return writeMerged(source, links, node.end, 'merge_branches');
}

/** All branches do the same. */
function dropCondition(
  source: Source,
  node: ts.IfStatement,
  links: readonly ts.IfStatement[],
  last: ts.Statement,
): Attempt {
  const list = findList(source, node);
  if (list === undefined || !canDissolve(source, last, list)) return undefined;
  if (!links.every(({ expression }) => isPure(source, expression))) {
    return refuse(
      'order_of_effects',
      'Both branches do the same, but the condition itself may do something.',
    );
  }
  const start = startOf(source, node);
  const code = dissolve(source, last, indentAt(source, start));
  const change = replaceStatements(source, start, node.end, code);
  return rewrite('merge_branches', [change], 'dropped a condition whose branches are the same');
}

function writeMerged(
  source: Source,
  links: readonly ts.IfStatement[],
  end: number,
  kind: 'merge_guards' | 'merge_branches',
): Attempt {
  const [first] = links;
  const last = links.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const start = startOf(source, first);
  const conditions = links.map(({ expression }) => readFormula(source, expression));
  const head = writeHead(source, '||', conditions, start);
  // The last branch and what follows it fit together as they are.
  const rest = source.text.slice(startOf(source, last.thenStatement), end);
  const change = replaceStatements(source, start, end, head + rest);
  const what = `merged ${links.length} conditions with the same result`;
  return rewrite(kind, [change], what);
}
