// A selection between constants becomes a table that is looked up.
import type ts from 'typescript';
import type { TextChange } from '../../../schema/index.js';
import type { Refusal } from '../../refactoring.js';
import { replaceStatements } from './change.js';
import { findList, findNext } from './flow.js';
import { readFormula } from './formula.js';
import type { Formula } from './formula.js';
import { joinStatements, writeGuard, writeStatements } from './layout.js';
import { findFree, nameResult, nameTable, readLastName } from './names.js';
import { isConstant, isPath } from './operand.js';
import { findPlaceBefore } from './place.js';
import { refuse } from '../extract/refusal.js';
import { rewrite } from './rewrite.js';
import type { Attempt } from './rewrite.js';
import { canMove, readChain, readSwitch } from './selection.js';
import type { Arm, Selection } from './selection.js';
import { endOf, indentAt, textOf } from './source.js';
import type { Source } from './source.js';
import { findResultType, isExhaustive, needsLiterals, writeMapType } from './table-type.js';
import { writeMap, writeObject } from './table.js';
import type { Entry, Result, Table, TableDraft } from './table.js';

/** A table for two values is no easier to read. */
export const MIN_KEYS = 3;

interface Lookup {
  readonly selection: Selection;
  readonly result: Result;
  readonly table: Table;
  readonly indent: string;
  /** What happens to other values, when that is a value too. */
  readonly otherwise: ts.Expression | undefined;
  /** Whether a value is null. */
  readonly nullable: boolean;
}

export function tabulateChain(source: Source, node: ts.IfStatement): Attempt {
  return tabulate(source, readChain(source, node));
}

export function tabulateSwitch(source: Source, node: ts.SwitchStatement): Attempt {
  return tabulate(source, readSwitch(source, node));
}

function tabulate(source: Source, selection: Selection | Refusal | undefined): Attempt {
  if (selection === undefined || !('arms' in selection)) return selection;
  if (selection.arms.flatMap(({ keys }) => keys).length < MIN_KEYS) return undefined;
  const values = selection.arms.map((arm) => readValue(source, arm));
  const [first] = values;
  if (first === undefined) return undefined;
  const entries: Entry[] = [];
  for (const [index, arm] of selection.arms.entries()) {
    const value = values[index];
    if (value === undefined || !isConstant(source, value.expression) || !isSameTarget(source, first, value)) {
      return undefined;
    }
    entries.push({ arm, expression: value.expression, value: textOf(source, value.expression) });
  }
  return writeLookup(source, withNext(source, selection, first), first, entries);
}

interface Value extends Result {
  readonly expression: ts.Expression;
}

/** The value of a branch that only returns or assigns one. */
function readValue(source: Source, { statements }: Omit<Arm, 'keys'>): Value | undefined {
  const { ts: compiler } = source;
  const [only] = statements;
  if (only === undefined || statements.length !== 1) return undefined;
  if (compiler.isReturnStatement(only)) {
    return only.expression === undefined ? undefined : { target: undefined, expression: only.expression };
  }
  if (!compiler.isExpressionStatement(only) || !compiler.isBinaryExpression(only.expression))
    return undefined;
  const { left, operatorToken, right } = only.expression;
  const isPlain = operatorToken.kind === compiler.SyntaxKind.EqualsToken && isPath(source, left);
  return isPlain ? { target: left, expression: right } : undefined;
}

function isSameTarget(source: Source, a: Result, b: Result): boolean {
  if (a.target === undefined || b.target === undefined) return a.target === b.target;
  return textOf(source, a.target) === textOf(source, b.target);
}

/** A `return` right behind a selection that returns is what happens to other values. */
function withNext(source: Source, selection: Selection, result: Result): Selection {
  const next = findNext(source, selection.last);
  const isReturn = next !== undefined && source.ts.isReturnStatement(next) && next.expression !== undefined;
  if (selection.fallback !== undefined || result.target !== undefined || !isReturn) return selection;
  const span = { start: selection.end, end: next.end };
  return {
    ...selection,
    fallback: { statements: [next], scope: next.parent, span },
    end: endOf(source, next),
  };
}

function writeLookup(
  source: Source,
  selection: Selection,
  result: Result,
  entries: readonly Entry[],
): Attempt {
  const what = result.target === undefined ? nameResult(source) : readLastName(source, result.target);
  const isClosed = isExhaustive(source, selection, result) && isPlaced(source, selection, result);
  const draft = { selection, entries, name: nameTable(source, what, selection.subject) };
  const table = writeTable(source, draft, result, isClosed);
  if (table === undefined) {
    return refuse('unsupported', 'No table can tell such keys apart here.');
  }
  const otherwise = readOtherwise(source, selection, result);
  const indent = indentAt(source, selection.start);
  const lookup = { selection, result, table, indent, otherwise, nullable: hasNull(source, entries) };
  const code = isClosed ? give(source, result, table.get) : writeUse(source, lookup);
  if (typeof code !== 'string') return code;
  const changes = [
    insertTable(source, table),
    replaceStatements(source, selection.start, selection.end, code, table.code),
  ];
  return rewrite('lookup_table', changes, `looked ${what} up in a table of ${entries.length} entries`);
}

/** Undefined when old JavaScript has no table for such keys. */
function writeTable(
  source: Source,
  draft: Omit<TableDraft, 'type'> & { readonly entries: readonly Entry[] },
  result: Result,
  isClosed: boolean,
): Table | undefined {
  const { selection, entries } = draft;
  if (isClosed || source.style.es5) {
    const type = needsLiterals(source, result, entries) ? ' as const' : '';
    return writeObject(source, { ...draft, type });
  }
  const type = writeMapType(source, selection, findResultType(source, result), entries);
  return writeMap(source, { ...draft, type });
}

/** What happens to other values, when that is a value which goes the same way. */
function readOtherwise(source: Source, { fallback }: Selection, result: Result): ts.Expression | undefined {
  const value = fallback === undefined ? undefined : readValue(source, fallback);
  return value !== undefined && isSameTarget(source, result, value) ? value.expression : undefined;
}

function writeUse(source: Source, lookup: Lookup): string | Refusal {
  const { selection, table, otherwise, result } = lookup;
  if (otherwise !== undefined) return writeChoice(source, lookup, otherwise);
  const isWhole = selection.fallback === undefined && table.isTotal && result.target === undefined;
  if (isWhole && isLast(source, selection)) return give(source, result, table.get);
  const hit = writeHit(source, lookup);
  if (hit === undefined) return refuseRepeated();
  if (selection.fallback === undefined) return hit;
  return writeFallback(source, lookup, hit, selection.fallback);
}

function give(source: Source, { target }: Result, value: string): string {
  const lead = target === undefined ? 'return' : `${textOf(source, target)} =`;
  return `${lead} ${value}${source.style.semicolon}`;
}

/** Assigned, or returned at the end of the function. */
function isPlaced(source: Source, selection: Selection, result: Result): boolean {
  return result.target !== undefined || isLast(source, selection);
}

/** Where falling off the end returns undefined. */
function isLast(source: Source, { last }: Selection): boolean {
  return last.parent.parent === source.target && findNext(source, last) === undefined;
}

function writeChoice(
  source: Source,
  { selection, result, table, nullable }: Lookup,
  otherwise: ts.Expression,
): string | Refusal {
  if (!selection.isRepeatable && (nullable || !source.recent || !table.isTotal)) return refuseRepeated();
  return give(source, result, writeValue(source, table, otherwise, nullable).text);
}

function refuseRepeated(): Refusal {
  return refuse('order_of_effects', 'What is compared may change each time it is read.');
}

/** What the table has, or else the other expression, which is evaluated only then. */
export function writeValue(
  source: Source,
  table: Table,
  otherwise: ts.Expression,
  nullable: boolean,
): Formula {
  const { text, binding } = readFormula(source, otherwise);
  if (table.isTotal && source.recent && !nullable) {
    const isTight = binding === 'unary' || binding === 'binary' || binding === 'nullish';
    return { text: `${table.get} ?? ${isTight ? text : `(${text})`}`, binding: 'nullish' };
  }
  const rest = binding === 'sequence' ? `(${text})` : text;
  return { text: `${table.has} ? ${table.get} : ${rest}`, binding: 'sequence' };
}

export function hasNull(source: Source, entries: readonly Entry[]): boolean {
  return entries.some(({ expression }) => expression.kind === source.ts.SyntaxKind.NullKeyword);
}

/** The table above the function that uses it. */
export function insertTable(source: Source, table: Table): TextChange {
  const { newline } = source.style;
  const { offset, indent } = findPlaceBefore(source);
  const text = table.code.replaceAll(newline, newline + indent) + newline + newline + indent;
  return { start: offset, end: offset, text };
}

/** Statements for a value the table has. */
function writeHit(source: Source, { selection, result, table, indent }: Lookup): string | undefined {
  const { style } = source;
  const isClause = source.ts.isCaseOrDefaultClause(selection.last.parent);
  if (table.isTotal && !isClause && (style.typescript || !selection.isRepeatable)) {
    const found = findFree(source, 'found');
    const line = `const ${found} = ${table.get}${style.semicolon}`;
    const guard = writeGuard(source, `${found} !== undefined`, give(source, result, found), indent);
    return joinStatements(source, [line, guard], indent);
  }
  if (!selection.isRepeatable) return undefined;
  return writeGuard(source, table.has, give(source, result, table.get), indent);
}

function writeFallback(
  source: Source,
  { selection, result, indent }: Lookup,
  hit: string,
  { scope, statements }: Omit<Arm, 'keys'>,
): string | Refusal {
  const list = findList(source, selection.last);
  const isSafe = list !== undefined && canMove(source, scope, statements, list);
  if (result.target !== undefined || !isSafe) {
    return refuse('unsupported', 'What happens to other values is more than a value.');
  }
  return joinStatements(source, [hit, writeStatements(source, statements, indent)], indent);
}
