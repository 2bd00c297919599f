// The statements of every block and case of a function, with what matters about each.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import type { Field } from './candidate.js';
import { findExits } from './exits.js';
import type { Exits } from './exits.js';
import { findRow } from './sibling-rows.js';
import { tallyOf } from './tally-of.js';
import type { PieceTally } from './tally-of.js';
import type { Span } from './usages.js';

/** The statements of one block or case, with what matters about each. */
export interface List {
  readonly entries: readonly Entry[];
  readonly level: number;
  readonly loop: Span | undefined;
  /** Where the block begins. */
  readonly block: number;
  readonly isBody: boolean;
  /** The block is a branch, a case or the body of a loop. */
  readonly isBranch: boolean;
}

export interface Entry {
  readonly statement: ts.Statement;
  readonly start: number;
  readonly end: number;
  /** The variables it declares itself. */
  readonly declared: readonly string[];
  readonly tally: PieceTally;
  readonly exits: Exits;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly startsUnit: boolean;
  readonly commented: boolean;
  /** What makes it one of a row of statements that are alike. */
  readonly row: string | undefined;
  /** Nothing else is on its first and last line. */
  readonly alone: boolean;
}

export function findLists(field: Field): List[] {
  const { ts: compiler, target } = field.input;
  const lists: List[] = [];
  const visit = (node: ts.Node, level: number, loop: Span | undefined): void => {
    if (compiler.isFunctionLike(node) || compiler.isClassLike(node)) return;
    const entries = isHolder(compiler, node) ? describeEntries(field, node, node.statements) : [];
    const isBody = node === target.body;
    if (entries.length > 0)
      lists.push({
        entries,
        level,
        loop,
        block: node.pos,
        isBody,
        isBranch: !isBody && isBranch(compiler, node),
      });
    const looping = compiler.isIterationStatement(node, false);
    const around = loop ?? (looping ? { start: node.getStart(), end: node.end } : undefined);
    const deeper = level + (isNest(compiler, node) ? 1 : 0);
    compiler.forEachChild(node, (child) => visit(child, deeper, around));
  };
  if (target.body !== undefined) visit(target.body, 0, undefined);
  return lists;
}

function isHolder(compiler: TypeScript, node: ts.Node): node is ts.Block | ts.CaseOrDefaultClause {
  return compiler.isBlock(node) || compiler.isCaseOrDefaultClause(node);
}

function isBranch(compiler: TypeScript, node: ts.Node): boolean {
  return (
    compiler.isCaseOrDefaultClause(node) ||
    isNest(compiler, node.parent) ||
    compiler.isTryStatement(node.parent)
  );
}

function isNest(compiler: TypeScript, node: ts.Node): boolean {
  return (
    compiler.isIterationStatement(node, false) ||
    compiler.isIfStatement(node) ||
    compiler.isSwitchStatement(node)
  );
}

function describeEntries(field: Field, holder: ts.Node, statements: readonly ts.Statement[]): Entry[] {
  const { ts: compiler, file } = field.input;
  const lineOf = (offset: number): number => file.getLineAndCharacterOfPosition(offset).line + 1;
  return statements.map((statement, index) => {
    const start = statement.getStart(file);
    const comments = compiler.getLeadingCommentRanges(file.text, statement.getFullStart()) ?? [];
    const commented = comments.length > 0;
    return {
      statement,
      start,
      end: statement.end,
      declared: listDeclared(compiler, statement),
      tally: tallyOf(compiler, statement),
      exits: findExits(compiler, statement),
      firstLine: lineOf(start),
      lastLine: lineOf(statement.end),
      commented,
      row: findRow(compiler, statement),
      startsUnit: index === 0 || commented || hasBlankLine(file.text, statement, file),
      alone: isAlone(field, holder, statements, index),
    };
  });
}

/** Nothing else is on its first and last line. */
function isAlone(
  { input: { ts: compiler, file } }: Field,
  holder: ts.Node,
  statements: readonly ts.Statement[],
  index: number,
): boolean {
  const lineOf = (offset: number): number => file.getLineAndCharacterOfPosition(offset).line;
  const statement = statements[index];
  if (statement === undefined) return false;
  const next = statements[index + 1];
  const before = statements[index - 1]?.end ?? Math.max(statement.getFullStart() - 1, holder.getStart(file));
  if (lineOf(before) >= lineOf(statement.getStart(file))) return false;
  if (next === undefined && compiler.isCaseOrDefaultClause(holder)) return true;
  return lineOf(next?.getStart(file) ?? holder.end) > lineOf(statement.end);
}

function listDeclared(compiler: TypeScript, statement: ts.Statement): string[] {
  if (!compiler.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name }) => listNames(compiler, name));
}

function listNames(compiler: TypeScript, name: ts.BindingName): string[] {
  if (compiler.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) =>
    compiler.isBindingElement(element) ? listNames(compiler, element.name) : [],
  );
}

function hasBlankLine(text: string, statement: ts.Statement, file: ts.SourceFile): boolean {
  return /\n[ \t]*\r?\n/.test(text.slice(statement.getFullStart(), statement.getStart(file)));
}
