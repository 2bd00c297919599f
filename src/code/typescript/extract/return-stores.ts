// When setting the only output is the last thing that happens on some way, the value can be returned as it is.
import type ts from 'typescript';
import type { TextChange } from '../../../schema/index.js';
import { findDeclarator } from './declarators.js';
import { readAddition } from './growth.js';
import { readIndentAt } from './moved-text.js';
import type { Outdent } from './moved-text.js';
import type { StatementPlan } from './plan.js';
import type { Region } from './region.js';
import { isStoreOf, readAssignment, readDeclaration } from './stores.js';
import type { Store } from './stores.js';
import { readStyle } from './style.js';
import { isAssignmentOperator } from './syntax.js';
import type { Variable } from './variable.js';

export interface ReturnedStores {
  readonly variable: Variable;
  readonly changes: readonly TextChange[];
  readonly outdents: readonly Outdent[];
  /** Whether something is returned on every way. */
  readonly complete: boolean;
}

export function returnStores(plan: StatementPlan): ReturnedStores | undefined {
  const variable = findPlainOutput(plan);
  if (variable === undefined) return undefined;
  const { region } = plan;
  const growth = plan.growths.find((each) => each.variable === variable);
  const read = (node: ts.Node): Store | undefined =>
    growth === undefined ? readStore(region, node) : readAddition(region, growth, node);
  const search: Search = { region, variable, read };
  const { stores, complete } = findLastStores(search, region.last);
  const empty = findEmptyDeclaration(plan, variable);
  const rest = variable.references.filter(
    ({ node }) => region.has(node) && node !== empty?.name && !isNameOf(stores, node),
  );
  // What did not come in must not be needed any more.
  const isInput =
    growth !== undefined ||
    plan.flow.inputs.includes(variable) ||
    plan.starts.some((start) => start.variable === variable);
  const isDone = isInput ? rest.every(({ writes }) => !writes) : complete && rest.length === 0;
  if (stores.length === 0 || !isDone || !stores.every((store) => canReturn(region, store))) return undefined;
  const flat = flatten(plan, search);
  const changes = [...stores.map((store) => toReturn(region, store)), ...flat.changes];
  if (empty !== undefined) changes.push(empty.removal);
  return { variable, changes, outdents: flat.outdents, complete };
}

interface EmptyDeclaration {
  readonly name: ts.Node;
  readonly removal: TextChange;
}

/** `let x;` alone, in front of the rest. */
function findEmptyDeclaration(
  { region, nodes }: StatementPlan,
  variable: Variable,
): EmptyDeclaration | undefined {
  const { compiler, file } = region;
  const declarator = findDeclarator(compiler, variable);
  if (declarator === undefined || declarator.initializer !== undefined) return undefined;
  const { parent: statement, declarations } = declarator.parent;
  if (declarations.length > 1 || !nodes.includes(statement)) return undefined;
  const space = /^[^\S\n]*\r?\n\s*/.exec(file.text.slice(statement.end));
  if (space === null || /\/[/*]/.test(statement.getFullText(file))) return undefined;
  const start = statement.getStart(file);
  return { name: declarator.name, removal: { start, end: statement.end + space[0].length, text: '' } };
}

/** The one variable that comes out, when the end is the only way out. */
function findPlainOutput({ protocol, exits, flow }: StatementPlan): Variable | undefined {
  const [only, second] = flow.outputs;
  if (only === undefined || second !== undefined) return undefined;
  return protocol.kind === 'plain' && exits.falls && exits.completing.length === 0 ? only : undefined;
}

interface LastStores {
  readonly stores: readonly Store[];
  readonly complete: boolean;
}

const NONE: LastStores = { stores: [], complete: false };

interface Search {
  readonly region: Region;
  readonly variable: Variable;
  /** What a statement sets, if that is all it does. */
  readonly read: (node: ts.Node) => Store | undefined;
}

function readStore(region: Region, node: ts.Node): Store | undefined {
  return readAssignment(region, node) ?? (node === region.last ? readDeclaration(region, node) : undefined);
}

function findLastStores(search: Search, node: ts.Statement | ts.Node): LastStores {
  const { region, variable } = search;
  const { compiler } = region;
  if (compiler.isThrowStatement(node)) return { stores: [], complete: true };
  if (compiler.isBlock(node)) {
    const last = node.statements.at(-1);
    return last === undefined ? NONE : findLastStores(search, last);
  }
  if (compiler.isIfStatement(node)) {
    const then = findLastStores(search, node.thenStatement);
    const otherwise = node.elseStatement === undefined ? NONE : findLastStores(search, node.elseStatement);
    return {
      stores: [...then.stores, ...otherwise.stores],
      complete: then.complete && otherwise.complete,
    };
  }
  const store = search.read(node);
  return isStoreOf(region, store, variable) ? { stores: [store], complete: true } : NONE;
}

function isNameOf(stores: readonly Store[], node: ts.Node): boolean {
  return stores.some(({ name }) => name === node);
}

/** `return a = b` is more than a return. */
function canReturn({ compiler, file }: Region, { statement, value }: Store): boolean {
  const assigns =
    compiler.isBinaryExpression(value) && isAssignmentOperator(compiler, value.operatorToken.kind);
  return !assigns && !/\/[/*]/.test(file.text.slice(statement.getStart(file), value.getStart(file)));
}

function toReturn({ file }: Region, { statement, value }: Store): TextChange {
  return { start: statement.getStart(file), end: value.getStart(file), text: 'return ' };
}

interface Flattened {
  readonly changes: readonly TextChange[];
  readonly outdents: readonly Outdent[];
}

/** After a branch that returns no `else` is needed, along the chain that the code ends with. */
function flatten({ region, placement }: StatementPlan, search: Search): Flattened {
  const { compiler, file } = region;
  const style = readStyle(compiler, file);
  const line = style.newline + readIndentAt(file, placement.beside.getStart(file)) + style.indent;
  const changes: TextChange[] = [];
  const outdents: Outdent[] = [];
  let node: ts.Node = region.last;
  while (compiler.isIfStatement(node) && node.elseStatement !== undefined) {
    const { thenStatement, elseStatement }: ts.IfStatement = node;
    const gap = file.text.slice(thenStatement.end, elseStatement.getStart(file));
    const leaves = findLastStores(search, thenStatement).complete;
    if (!leaves || gap.trim() !== 'else') break;
    if (compiler.isBlock(elseStatement)) {
      const opened = openBlock(region, elseStatement, thenStatement.end, line);
      changes.push(...opened.changes);
      outdents.push(...opened.outdents);
    } else {
      changes.push({ start: thenStatement.end, end: elseStatement.getStart(file), text: line });
    }
    node = elseStatement;
  }
  return { changes, outdents };
}

/** Takes the braces of an `else` away, unless its names would get another scope. */
function openBlock(region: Region, block: ts.Block, start: number, line: string): Flattened {
  const { file } = region;
  const [first, last] = [block.statements[0], block.statements.at(-1)];
  const named = region.variables.listIn(block).length > 0;
  if (first === undefined || last === undefined || named) return { changes: [], outdents: [] };
  const open = block.getStart(file) + 1;
  const content = open + (/^\s*/.exec(file.text.slice(open))?.[0].length ?? 0);
  const end = file.text.slice(0, block.end - 1).trimEnd().length;
  const alone = file.text.slice(open, content).includes('\n');
  return {
    changes: [
      { start, end: content, text: line },
      { start: end, end: block.end, text: '' },
    ],
    outdents: alone ? [{ start: content, end, from: readIndentAt(file, content) }] : [],
  };
}
