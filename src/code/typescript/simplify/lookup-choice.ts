// `kind === 'a' ? 1 : kind === 'b' ? 2 : kind === 'c' ? 3 : 4` becomes a table that is looked up.
import type ts from 'typescript';
import { refuse } from '../extract/refusal.js';
import { wrapFor } from './boolean-result.js';
import { replaceExpression } from './change.js';
import { unwrap } from './formula.js';
import { MIN_KEYS, hasNull, insertTable, writeValue } from './lookup-table.js';
import { nameResult, nameTable } from './names.js';
import { isConstant } from './operand.js';
import { rewrite } from './rewrite.js';
import type { Attempt } from './rewrite.js';
import { readTest, toSelection } from './selection.js';
import type { Arm, Selection } from './selection.js';
import { normalize, startOf, textOf } from './source.js';
import type { Source } from './source.js';
import { writeMapType } from './table-type.js';
import { writeMap, writeObject } from './table.js';
import type { Entry } from './table.js';

export function tabulateChoice(source: Source, node: ts.ConditionalExpression): Attempt {
  const { checker, style } = source;
  const { selection, entries, otherwise } = readChoices(source, node);
  if (selection === undefined || selection.arms.flatMap(({ keys }) => keys).length < MIN_KEYS)
    return undefined;
  const what = nameResult(source);
  const name = nameTable(source, what, selection.subject);
  const type = checker.getContextualType(node) ?? checker.getTypeAtLocation(node);
  const table = style.es5
    ? writeObject(source, { selection, entries, name, type: '' })
    : writeMap(source, { selection, entries, name, type: writeMapType(source, selection, type, entries) });
  if (table === undefined) return undefined;
  const value = writeValue(source, table, otherwise, hasNull(source, entries));
  const change = replaceExpression(source, node, wrapFor(source, node, value), table.code);
  if (change === undefined) return refuse('comment_lost', 'A comment stands inside the expression.');
  const changes = [insertTable(source, table), change];
  return rewrite('lookup_table', changes, `looked ${what} up in a table of ${entries.length} entries`);
}

interface Choices {
  readonly selection: Selection | undefined;
  readonly entries: readonly Entry[];
  readonly otherwise: ts.Expression;
}

function readChoices(source: Source, node: ts.ConditionalExpression): Choices {
  const entries: Entry[] = [];
  let subject: ts.Expression | undefined;
  let otherwise: ts.Expression = node;
  while (source.ts.isConditionalExpression(otherwise)) {
    const test = readTest(source, otherwise.condition);
    const isKnown =
      test !== undefined && (subject === undefined || read(source, subject) === read(source, test.subject));
    if (!isKnown || !isConstant(source, otherwise.whenTrue)) break;
    subject ??= test.subject;
    const span = { start: startOf(source, otherwise), end: otherwise.whenTrue.end };
    const arm: Arm = { keys: test.keys, statements: [], scope: otherwise, span };
    entries.push({ arm, expression: otherwise.whenTrue, value: textOf(source, otherwise.whenTrue) });
    otherwise = unwrap(source, otherwise.whenFalse);
  }
  const selection = subject === undefined ? undefined : select(source, node, subject, entries);
  return { selection, entries, otherwise };
}

function select(
  source: Source,
  node: ts.Node,
  subject: ts.Expression,
  entries: readonly Entry[],
): Selection | undefined {
  const arms = entries.map(({ arm }) => arm);
  return toSelection(source, {
    subject,
    isRepeatable: true,
    arms,
    fallback: undefined,
    last: node,
    start: startOf(source, node),
    end: node.end,
  });
}

function read(source: Source, node: ts.Node): string {
  return normalize(source, startOf(source, node), node.end);
}
