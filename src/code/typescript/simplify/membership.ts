// `x === 'a' || x === 'b' || x === 'c'` becomes `['a', 'b', 'c'].includes(x)`.
import type ts from 'typescript';
import type { TextChange } from '../../../schema/index.js';
import { openStatement } from './change.js';
import { readKeyTest } from './key-test.js';
import { commentsIn, normalize, startOf, textOf } from './source.js';
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
    else for (const run of findRuns(source, operands)) collect(source, run, changes, pending);
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

function collect(source: Source, run: Run, changes: TextChange[], pending: ts.Expression[]): void {
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
  changes.push({ start, end: last.end, text: openStatement(source, first, writeTest(source, run, subject)) });
}

function writeTest(source: Source, { isOr, keys }: Run, subject: ts.Expression): string {
  const list = `[${[...new Set(keys.map((key) => textOf(source, key)))].join(', ')}]`;
  const value = textOf(source, subject);
  if (!source.style.es5) return `${isOr ? '' : '!'}${list}.includes(${value})`;
  return `${list}.indexOf(${value}) ${isOr ? '!==' : '==='} -1`;
}
