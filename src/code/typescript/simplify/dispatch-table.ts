// A selection between statements becomes functions of their own and a table that finds the right one.
import type ts from 'typescript';
import type { Refusal } from '../../refactoring.js';
import { refuse } from '../extract/refusal.js';
import { contains } from '../extract/syntax.js';
import { walkNames } from '../extract/variables.js';
import { replaceStatements } from './change.js';
import { findList } from './flow.js';
import { joinStatements, wrapInBlock, writeGuard, writeStatements } from './layout.js';
import { readLocals } from './locals.js';
import { orderParameters, readHandler, writeHandler } from './handler.js';
import type { Handler } from './handler.js';
import { findFree, nameTable } from './names.js';
import { findReadyHandler } from './ready-handler.js';
import { findPlaceBefore } from './place.js';
import type { Attempt } from './rewrite.js';
import { canMove, readChain, readSwitch } from './selection.js';
import type { Arm, Selection } from './selection.js';
import { indentAt, textOf } from './source.js';
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

function dispatch(source: Source, selection: Selection | Refusal | undefined): Attempt {
  if (selection === undefined || !('arms' in selection)) return selection;
  const list = findList(source, selection.last);
  if (selection.arms.length < MIN_ARMS || list === undefined) return undefined;
  const obstacle = findObstacle(source, selection, list);
  if (obstacle !== undefined) return obstacle;
  const ready = readHandlers(source, selection, true);
  // Functions that want the variables in another order are called by new ones.
  const isOrdered = 'ok' in ready || orderParameters(source, ready) !== undefined;
  const handlers = isOrdered ? ready : readHandlers(source, selection, false);
  if ('ok' in handlers) return { hint: HINT, ...handlers };
  if (handlers.some(({ returns }) => returns !== handlers[0]?.returns)) {
    return refuse('conditional_return', 'Some of the branches return and others do not.', HINT);
  }
  return writeDispatch(source, selection, handlers);
}

function readHandlers(source: Source, { arms }: Selection, useReady: boolean): Handler[] | Refusal {
  const handlers: Handler[] = [];
  for (const arm of arms) {
    const ready = useReady ? findReadyHandler(source, arm) : undefined;
    const handler = ready ?? readHandler(source, arm, handlers);
    if ('ok' in handler) return handler;
    handlers.push(handler);
  }
  return handlers;
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
  const passing = arms.filter((arm) => !isReturning(source, arm)).flatMap((arm) => arm.statements);
  if (statements.some((each) => hasJump(source, each))) {
    return refuse('jump_out', 'A branch jumps to a label.', HINT);
  }
  if (passing.some((each) => hasWrite(source, each))) {
    return refuse('captured_variable', 'A branch sets variables of the function.', HINT);
  }
  if (fallback === undefined || canMove(source, fallback.scope, fallback.statements, list)) return undefined;
  return refuse('jump_out', 'What happens to other values cannot stand outside the selection.', HINT);
}

/** What such a branch sets nobody sees afterwards. */
function isReturning({ ts: compiler }: Source, { statements }: Arm): boolean {
  const last = statements.at(-1);
  return last !== undefined && compiler.isReturnStatement(last);
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

function writeDispatch(source: Source, selection: Selection, handlers: readonly Handler[]): Attempt {
  const parameters = orderParameters(source, handlers);
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
  const entries = handlers.map(({ arm, name: value, code }) => ({
    arm: code === undefined ? arm : { ...arm, span },
    value,
  }));
  const fresh = handlers.filter(({ code }) => code !== undefined);
  const draft = { selection, entries, name };
  const returns = handlers[0]?.returns === true;
  const table = source.style.es5
    ? writeObject(source, { ...draft, type: '' })
    : writeMap(source, { ...draft, type: writeType(source, selection, parameters, returns) });
  if (table === undefined) return refuse('unsupported', 'No table can tell such keys apart here.');
  const place = findPlaceBefore(source);
  const functions = fresh.map(
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
    created: fresh.map((handler) => handler.name),
    summary: `moved ${handlers.length} branches into functions that a table selects`,
  };
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
