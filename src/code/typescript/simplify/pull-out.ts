// Statements that both branches begin or end with, taken out of them.
import type ts from 'typescript';
import { contains, findClosure } from '../extract/syntax.js';
import { walkNames } from '../extract/variables.js';
import { replaceStatements } from './change.js';
import { findList } from './flow.js';
import { negate, readFormula } from './formula.js';
import { joinStatements, wrapInBlock, writeStatements } from './layout.js';
import { readLocals } from './locals.js';
import { isSameCode } from './merge.js';
import { isPure } from './operand.js';
import { refuse } from '../extract/refusal.js';
import { rewrite } from './rewrite.js';
import type { Attempt } from './rewrite.js';
import { indentAt, startOf } from './source.js';
import type { Source } from './source.js';

interface Shared {
  readonly first: readonly ts.Statement[];
  readonly second: readonly ts.Statement[];
  readonly leading: number;
  readonly trailing: number;
}

export function pullOut(source: Source, node: ts.IfStatement): Attempt {
  const shared = findList(source, node) === undefined ? undefined : findShared(source, node);
  if (shared === undefined) return undefined;
  const { first, second, trailing } = shared;
  if (trailing === first.length || trailing === second.length) return undefined;
  const leading = isIndependent(source, node.expression, first.slice(0, shared.leading)) ? shared.leading : 0;
  if (trailing === 0 && leading === 0) {
    return refuse('order_of_effects', 'What both branches begin with may change the condition.');
  }
  return writePulled(source, node, { ...shared, leading });
}

/** Undefined when the branches have nothing in common. */
function findShared(
  source: Source,
  { thenStatement: then, elseStatement: otherwise }: ts.IfStatement,
): Shared | undefined {
  const { ts: compiler } = source;
  if (otherwise === undefined || !compiler.isBlock(then) || !compiler.isBlock(otherwise)) return undefined;
  const first = [...then.statements];
  const second = [...otherwise.statements];
  const isShared = (a: ts.Statement | undefined, b: ts.Statement | undefined): boolean =>
    a !== undefined &&
    b !== undefined &&
    isSameCode(source, a, b) &&
    canLeave(source, a, then) &&
    canLeave(source, b, otherwise);
  let trailing = 0;
  while (isShared(first.at(-1 - trailing), second.at(-1 - trailing))) trailing++;
  const most = Math.min(first.length, second.length) - trailing;
  let leading = 0;
  while (leading < most && isShared(first[leading], second[leading])) leading++;
  return leading + trailing === 0 ? undefined : { first, second, leading, trailing };
}

/** Declares nothing, and uses nothing that its branch declares. */
function canLeave(source: Source, statement: ts.Statement, branch: ts.Block): boolean {
  const { ts: compiler } = source;
  if (declares(source, statement)) return false;
  const locals = readLocals(source);
  let free = true;
  walkNames(compiler, statement, (name) => {
    const declarations = locals.find(name)?.variable.declarations ?? [];
    free &&= declarations.every((node) => !contains(branch, node) || contains(statement, node));
  });
  return free;
}

function declares({ ts: compiler }: Source, statement: ts.Statement): boolean {
  return (
    compiler.isVariableStatement(statement) ||
    compiler.isFunctionDeclaration(statement) ||
    compiler.isClassDeclaration(statement) ||
    compiler.isEnumDeclaration(statement)
  );
}

/** Whether the condition is the same after these statements as before them, and does nothing to them. */
function isIndependent(
  source: Source,
  condition: ts.Expression,
  statements: readonly ts.Statement[],
): boolean {
  if (!isPure(source, condition)) return false;
  const locals = readLocals(source);
  const home = findClosure(source.ts, condition);
  let independent = true;
  walkNames(source.ts, condition, (name) => {
    const references = locals.find(name)?.variable.references ?? [];
    independent &&= references.every(
      ({ node, writes }) =>
        !writes ||
        (findClosure(source.ts, node) === home && !statements.some((statement) => contains(statement, node))),
    );
  });
  return independent;
}

function writePulled(
  source: Source,
  node: ts.IfStatement,
  { first, second, leading, trailing }: Shared,
): Attempt {
  const start = startOf(source, node);
  const indent = indentAt(source, start);
  const write = (statements: readonly ts.Statement[], depth = indent): string =>
    writeStatements(source, statements, depth);
  const deeper = indent + source.style.indent;
  const then = first.slice(leading, first.length - trailing);
  const otherwise = second.slice(leading, second.length - trailing);
  const isInverted = then.length === 0;
  const condition = isInverted ? negate(source, node.expression) : readFormula(source, node.expression);
  const [main, rest] = isInverted ? [otherwise, then] : [then, otherwise];
  const tail = rest.length === 0 ? '' : ` else ${wrapInBlock(source, write(rest, deeper), indent)}`;
  const branch = `if (${condition.text}) ${wrapInBlock(source, write(main, deeper), indent)}${tail}`;
  const after = write(first.slice(first.length - trailing));
  const code = joinStatements(source, [write(first.slice(0, leading)), branch, after], indent);
  const change = replaceStatements(source, start, node.end, code);
  return rewrite('pull_out', [change], 'took out of both branches what they share');
}
