// A selection between statements becomes functions of their own and a table that finds the right one.
import type ts from 'typescript';
import { parseSource } from '../../javascript/load-typescript.js';
import type { TextChange } from '../../../schema/index.js';
import type { Refusal } from '../../refactoring.js';
import { extractStatements } from '../extract/extract-statements.js';
import { listNames } from '../extract/file-names.js';
import { refuse } from '../extract/refusal.js';
import { contains } from '../extract/syntax.js';
import { walkNames } from '../extract/variables.js';
import { replaceStatements } from './change.js';
import { findList } from './flow.js';
import { joinStatements, wrapInBlock, writeGuard, writeStatements } from './layout.js';
import { readLocals } from './locals.js';
import { findFree, nameHandler, nameTable } from './names.js';
import { findPlaceBefore } from './place.js';
import type { Attempt } from './rewrite.js';
import { canMove, readChain, readSwitch } from './selection.js';
import type { Arm, Selection } from './selection.js';
import { indentAt, startOf, textOf } from './source.js';
import type { Source } from './source.js';
import { writeKeyType } from './table-type.js';
import { writeMap, writeObject } from './table.js';
import type { Table } from './table.js';

const MIN_ARMS = 3;
const MAX_PARAMETERS = 5;
const HINT = 'Extract the longest branch into a function instead.';

export function dispatchChain(source: Source, node: ts.IfStatement): Attempt {
  return dispatch(source, readChain(source, node));
}

export function dispatchSwitch(source: Source, node: ts.SwitchStatement): Attempt {
  return dispatch(source, readSwitch(source, node));
}

/** A branch as a function. */
interface Handler {
  readonly arm: Arm;
  readonly name: string;
  /** Whether what it gives is returned at once. */
  readonly returns: boolean;
  /** What it is given, by name, with types where there are any. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Comments in front of the function. */
  readonly lead: string;
  /** From behind the parameters on. */
  readonly body: string;
}

function dispatch(source: Source, selection: Selection | Refusal | undefined): Attempt {
  if (selection === undefined || !('arms' in selection)) return selection;
  const list = findList(source, selection.last);
  if (selection.arms.length < MIN_ARMS || list === undefined) return undefined;
  const obstacle = findObstacle(source, selection, list);
  if (obstacle !== undefined) return obstacle;
  const handlers: Handler[] = [];
  for (const arm of selection.arms) {
    const handler = readHandler(source, arm, handlers);
    if ('ok' in handler) return { hint: HINT, ...handler };
    handlers.push(handler);
  }
  if (handlers.some(({ returns }) => returns !== handlers[0]?.returns)) {
    return refuse('conditional_return', 'Some of the branches return and others do not.', HINT);
  }
  return writeDispatch(source, selection, handlers);
}

function findObstacle(
  source: Source,
  { isRepeatable, fallback, last, arms }: Selection,
  list: ts.Node,
): Refusal | undefined {
  if (source.style.es5 && !isRepeatable) {
    return refuse('order_of_effects', 'What is compared may change each time it is read.', HINT);
  }
  if (source.ts.isCaseOrDefaultClause(last.parent))
    return refuse('unsupported', 'A table inside a case needs a block.', HINT);
  const statements = arms.flatMap((arm) => arm.statements);
  if (statements.some((each) => hasJump(source, each))) {
    return refuse('jump_out', 'A branch jumps to a label.', HINT);
  }
  if (statements.some((each) => hasWrite(source, each))) {
    return refuse('captured_variable', 'A branch sets variables of the function.', HINT);
  }
  if (fallback === undefined || canMove(source, fallback.scope, fallback.statements, list)) return undefined;
  return refuse('jump_out', 'What happens to other values cannot stand outside the selection.', HINT);
}

/** A jump to a label or on in a loop, which no function can take over; quickly seen, unlike most else. */
function hasJump(source: Source, node: ts.Node): boolean {
  const { ts: compiler } = source;
  if (compiler.isContinueStatement(node) || compiler.isBreakStatement(node)) return node.label !== undefined;
  if (compiler.isFunctionLike(node) || compiler.isClassLike(node)) return false;
  return compiler.forEachChild(node, (child) => hasJump(source, child) || undefined) === true;
}

/** Sets a variable that is declared elsewhere. */
function hasWrite(source: Source, statement: ts.Statement): boolean {
  const locals = readLocals(source);
  let writes = false;
  walkNames(source.ts, statement, (name) => {
    const reference = locals.find(name);
    if (reference?.writes !== true) return;
    writes ||= !reference.variable.declarations.some((declaration) =>
      contains(statement.parent, declaration),
    );
  });
  return writes;
}

/** Uses the extraction of statements, which knows the hazards; all but a plain call with variables is refused. */
function readHandler(source: Source, arm: Arm, before: readonly Handler[]): Handler | Refusal {
  const [first, last] = [arm.statements[0], arm.statements.at(-1)];
  if (first === undefined || last === undefined) return refuse('unsupported', 'A branch does nothing.');
  const keys = arm.keys.map((key) => (source.ts.isStringLiteralLike(key) ? key.text : textOf(source, key)));
  const taken = before.map((handler) => handler.name);
  const name = nameHandler(source, keys, taken);
  const extracted = extractStatements(source, { start: startOf(source, first), end: last.end }, name);
  if (!extracted.ok) return extracted;
  const handler = readExtracted(source, extracted.changes, name);
  return 'ok' in handler ? handler : { arm, name, ...handler };
}

/** The function as it was extracted, if it takes variables and nothing else. */
function readExtracted(
  source: Source,
  changes: readonly TextChange[],
  name: string,
): Omit<Handler, 'arm' | 'name'> | Refusal {
  const created = changes.find(({ start, end }) => start === end)?.text ?? '';
  const call = changes.find(({ start, end }) => start !== end)?.text ?? '';
  const [, returns, callee] = /^(return )?([\w$]+)\([\w$, ]*\);?$/.exec(call) ?? [];
  if (callee !== name) {
    const reason = /\bthis\b/.test(call) ? 'this_binding' : 'jump_out';
    return refuse(reason, 'A plain call cannot do what a branch does.');
  }
  const parsed = readFunction(source, created);
  if (parsed === undefined) return refuse('type_not_nameable', 'A branch would become a generic function.');
  return { returns: returns !== undefined, ...parsed };
}

function readFunction(
  source: Source,
  text: string,
): Pick<Handler, 'parameters' | 'lead' | 'body'> | undefined {
  const { ts: compiler } = source;
  const file = parseSource(compiler, source.file.fileName, text, true);
  const [node] = file.statements;
  if (node === undefined || !compiler.isFunctionDeclaration(node) || node.typeParameters !== undefined)
    return undefined;
  const parameters = new Map(node.parameters.map((each) => [each.name.getText(file), each.getText(file)]));
  const lead = text.slice(0, node.getStart(file)).trimStart();
  return { parameters, lead, body: text.slice(text.indexOf(')', node.parameters.end) + 1) };
}

function writeDispatch(source: Source, selection: Selection, handlers: readonly Handler[]): Attempt {
  const parameters = orderParameters(handlers);
  if (parameters === undefined) {
    return refuse('type_not_nameable', 'The branches see the same variable with different types.', HINT);
  }
  if (parameters.size > MAX_PARAMETERS) {
    return refuse(
      'captured_variable',
      `The branches share ${parameters.size} variables with the function.`,
      HINT,
    );
  }
  const { newline } = source.style;
  const name = nameTable(source, 'handler', selection.subject);
  // Comments went with the code they stood beside.
  const span = { start: selection.start, end: selection.start };
  const entries = handlers.map((handler) => ({ arm: { ...handler.arm, span }, value: handler.name }));
  const draft = { selection, entries, name };
  const returns = handlers[0]?.returns === true;
  const table = source.style.es5
    ? writeObject(source, { ...draft, type: '' })
    : writeMap(source, { ...draft, type: writeType(source, selection, parameters, returns) });
  if (table === undefined) return refuse('unsupported', 'No table can tell such keys apart here.');
  const place = findPlaceBefore(source);
  const functions = handlers.map(
    (handler) => writeHandler(source, handler, parameters) + newline + newline + place.indent,
  );
  const declaration =
    table.code.replaceAll(newline, newline + place.indent) + newline + newline + place.indent;
  const added = functions.join('') + declaration;
  const code = writeUse(source, { selection, table, returns, values: [...parameters.keys()].join(', ') });
  return {
    ok: true,
    kind: 'dispatch_table',
    changes: [
      { start: place.offset, end: place.offset, text: added },
      replaceStatements(source, selection.start, selection.end, code, added),
    ],
    created: handlers.map((handler) => handler.name),
    summary: `moved ${handlers.length} branches into functions that a table selects`,
  };
}

/** Those most branches use come first, so that few functions are given what they do not need. */
function orderParameters(handlers: readonly Handler[]): Map<string, string> | undefined {
  const uses = new Map<string, { text: string; count: number }>();
  for (const [name, text] of handlers.flatMap(({ parameters }) => [...parameters])) {
    const use = uses.get(name) ?? { text, count: 0 };
    if (use.text !== text) return undefined;
    uses.set(name, { text, count: use.count + 1 });
  }
  const sorted = [...uses].sort(([, a], [, b]) => b.count - a.count);
  return new Map(sorted.map(([name, { text }]) => [name, text]));
}

/** Trailing parameters it does not use are left out, others get an underscore. */
function writeHandler(source: Source, handler: Handler, shared: ReadonlyMap<string, string>): string {
  const entries = [...shared];
  const last = entries.findLastIndex(([name]) => handler.parameters.has(name));
  const names = listNames(source.ts, source.file);
  const parameters = entries.slice(0, last + 1).map(([name, text]) => {
    const isUnused = !handler.parameters.has(name) && !names.has(`_${name}`);
    return isUnused ? `_${text}` : text;
  });
  return `${handler.lead}function ${handler.name}(${parameters.join(', ')})${handler.body}`;
}

/** `<K, (a: A) => R>`, where the compiler cannot find a common type by itself. */
function writeType(
  source: Source,
  selection: Selection,
  parameters: ReadonlyMap<string, string>,
  returns: boolean,
): string {
  if (!source.style.typescript) return '';
  const annotation = source.target.type === undefined ? undefined : textOf(source, source.target.type);
  const result = returns ? annotation : 'void';
  if (result === undefined) return '';
  return `<${writeKeyType(source, selection)}, (${[...parameters.values()].join(', ')}) => ${result}>`;
}

interface Use {
  readonly selection: Selection;
  readonly table: Table;
  readonly returns: boolean;
  /** What every function is given. */
  readonly values: string;
}

function writeUse(source: Source, { selection, table, returns, values }: Use): string {
  const { es5, semicolon } = source.style;
  const indent = indentAt(source, selection.start);
  const handler = findFree(source, 'handler');
  const call = `${es5 ? table.get : handler}(${values})${semicolon}`;
  const line = es5 ? '' : `const ${handler} = ${table.get}${semicolon}`;
  const condition = es5 ? table.has : handler;
  const statements = selection.fallback?.statements ?? [];
  if (returns || statements.length === 0) {
    const guard = writeGuard(source, condition, returns ? `return ${call}` : call, indent);
    return joinStatements(source, [line, guard, writeStatements(source, statements, indent)], indent);
  }
  const deeper = indent + source.style.indent;
  const otherwise = wrapInBlock(source, writeStatements(source, statements, deeper), indent);
  const choice = `if (${condition}) ${wrapInBlock(source, call, indent)} else ${otherwise}`;
  return joinStatements(source, [line, choice], indent);
}
