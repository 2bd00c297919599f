// `x === 'a' || x === 'b' || x === 'c'` becomes `['a', 'b', 'c'].includes(x)`.
import type ts from 'typescript';
import type { TextChange } from '../../../schema/index.js';
import { openStatement } from './change.js';
import { readKeyTest } from './key-test.js';
import { commentsIn, indentAt, normalize, startOf, textOf } from './source.js';
import type { Source } from './source.js';
import { rewrite } from './rewrite.js';
import type { Attempt } from './rewrite.js';

/** For two values a list is no easier to read. */
const MIN_VALUES = 3;

/** Looks through the whole condition of an `if`, a loop or a conditional expression. */
export function testMembership(source: Source, condition: ts.Expression): Attempt {
  const changes: TextChange[] = [];
  const pending: ts.Expression[] = [condition];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const operands = listOperands(source, node);
    if (operands === undefined) pending.push(...listInner(source, node));
    else {
      const whole = operands.operands.length;
      for (const run of findRuns(source, operands)) collect(source, run, { changes, pending, whole });
    }
  }
  if (changes.length === 0) return undefined;
  return rewrite(
    'membership',
    changes.sort((a, b) => a.start - b.start),
    'compared with a list of values instead of one after the other',
  );
}

interface Operands {
  readonly isOr: boolean;
  readonly operands: readonly ts.Expression[];
}

/** The operands of a whole chain of `||` or of `&&`. */
function listOperands({ ts: compiler }: Source, node: ts.Expression): Operands | undefined {
  const { BarBarToken, AmpersandAmpersandToken } = compiler.SyntaxKind;
  if (!compiler.isBinaryExpression(node)) return undefined;
  const { kind } = node.operatorToken;
  if (kind !== BarBarToken && kind !== AmpersandAmpersandToken) return undefined;
  const operands: ts.Expression[] = [];
  let left: ts.Expression = node;
  while (compiler.isBinaryExpression(left) && left.operatorToken.kind === kind) {
    operands.unshift(left.right);
    left = left.left;
  }
  return { isOr: kind === BarBarToken, operands: [left, ...operands] };
}

function listInner({ ts: compiler }: Source, node: ts.Expression): ts.Expression[] {
  if (compiler.isParenthesizedExpression(node)) return [node.expression];
  return compiler.isPrefixUnaryExpression(node) ? [node.operand] : [];
}

interface Run {
  readonly isOr: boolean;
  /** Undefined for operands that are something else than a comparison. */
  readonly subject: ts.Expression | undefined;
  readonly operands: ts.Expression[];
  readonly keys: ts.Expression[];
}

interface Collected {
  readonly changes: TextChange[];
  readonly pending: ts.Expression[];
  /** Operands of the chain. */
  readonly whole: number;
}

/** Neighbours that compare the same thing. */
function findRuns(source: Source, { isOr, operands }: Operands): Run[] {
  const runs: Run[] = [];
  for (const operand of operands) {
    const test = readKeyTest(source, operand, isOr);
    const last = runs.at(-1);
    const isSame =
      test !== undefined &&
      last?.subject !== undefined &&
      read(source, last.subject) === read(source, test.subject);
    if (isSame) {
      last.operands.push(operand);
      last.keys.push(test.key);
    } else {
      runs.push({
        isOr,
        subject: test?.subject,
        operands: [operand],
        keys: test === undefined ? [] : [test.key],
      });
    }
  }
  return runs;
}

function read(source: Source, node: ts.Node): string {
  return normalize(source, startOf(source, node), node.end);
}

function collect(source: Source, run: Run, { changes, pending, whole }: Collected): void {
  const { subject, operands, keys } = run;
  const [first] = operands;
  const last = operands.at(-1);
  if (first === undefined || last === undefined) return;
  if (subject === undefined) {
    pending.push(...operands);
    return;
  }
  const start = startOf(source, first);
  if (keys.length < MIN_VALUES || commentsIn(source, start, last.end).length > 0) return;
  const text = openStatement(source, first, writeTest(source, run, subject));
  const isAll = operands.length === whole;
  changes.push(
    isAll ? { ...closeGaps(source, start, last.end, text), text } : { start, end: last.end, text },
  );
}

/** A condition that filled several lines is written on one when it fits there. */
function closeGaps(source: Source, start: number, end: number, text: string): { start: number; end: number } {
  const before = /(?:if|while) ?\(\s*$/.exec(source.text.slice(Math.max(0, start - 200), start))?.[0];
  const after = /^(\s*)\)([^\n]*)/.exec(source.text.slice(end, end + 500));
  if (before === undefined || after === null) return { start, end };
  const [, gap = '', rest = ''] = after;
  const head = before.trimEnd();
  const room = source.style.width - indentAt(source, start - before.length).length;
  if (head.length + text.length + 1 + rest.length > room) return { start, end };
  return { start: start - (before.length - head.length), end: end + gap.length };
}

function writeTest(source: Source, { isOr, keys, operands }: Run, subject: ts.Expression): string {
  const [first] = operands;
  const list = writeList(source, keys, first === undefined ? 0 : startOf(source, first));
  const value = textOf(source, subject);
  if (!source.style.es5) return `${isOr ? '' : '!'}${list}.includes(${value})`;
  return `${list}.indexOf(${value}) ${isOr ? '!==' : '==='} -1`;
}

/** On one line if that is not too long, else each value on its own. */
function writeList(source: Source, keys: readonly ts.Expression[], start: number): string {
  const { width, newline, indent: step, es5 } = source.style;
  const values = [...new Set(keys.map((key) => textOf(source, key)))];
  const flat = `[${values.join(', ')}]`;
  const indent = indentAt(source, start);
  if (indent.length + flat.length <= width) return flat;
  const body = values.map((value) => newline + indent + step + value).join(',');
  return `[${body}${es5 ? '' : ','}${newline}${indent}]`;
}
