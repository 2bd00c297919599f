// What a whole condition asserts: operands are read one by one, guards are dropped, the rest is joined.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { isLogical } from '../measure/visit-logic.js';
import { unwrap } from './describe-noun.js';
import { joinPredicates } from './join-predicates.js';
import { negate, renderPredicate } from './predicate.js';
import type { Predicate } from './predicate.js';
import { readComparison } from './read-comparison.js';
import { readPredicateCall } from './read-predicate-call.js';
import { readRange } from './read-range.js';
import { readTruth } from './read-truth.js';

export interface ConditionWords {
  readonly words: readonly string[];
  /** How much of the condition the words cover, from 0 to 1. */
  readonly coverage: number;
  /** The words of single operands, for when the whole is too long. */
  readonly parts: readonly (readonly string[])[];
}

interface Operand {
  readonly text: string;
  readonly predicate: Predicate | undefined;
}

export function readCondition(compiler: TypeScript, expression: ts.Expression): ConditionWords | undefined {
  const node = unwrap(compiler, expression);
  if (isNegation(compiler, node) && isLogical(compiler, unwrap(compiler, node.operand))) {
    return readLogical(compiler, unwrap(compiler, node.operand), true);
  }
  const range = compiler.isBinaryExpression(node) ? readRange(compiler, node) : undefined;
  if (range !== undefined) return { words: renderPredicate(range), coverage: 1, parts: [] };
  if (isLogical(compiler, node)) return readLogical(compiler, node, false);
  const predicate = readOperand(compiler, node);
  return predicate === undefined ? undefined : { words: renderPredicate(predicate), coverage: 1, parts: [] };
}

/** What a single operand asserts; of an operand that is a condition itself, only if it comes down to one thing. */
export function readOperand(compiler: TypeScript, expression: ts.Node): Predicate | undefined {
  const node = unwrap(compiler, expression);
  if (isNegation(compiler, node)) {
    const inner = readOperand(compiler, node.operand);
    return inner === undefined ? undefined : negate(inner);
  }
  if (isLogical(compiler, node)) {
    const range = readRange(compiler, node);
    if (range !== undefined) return range;
    const { predicates, missing } = readOperands(compiler, node);
    return missing === 0 && predicates.length === 1 ? predicates[0] : undefined;
  }
  if (compiler.isBinaryExpression(node)) return readComparison(compiler, node);
  return compiler.isCallExpression(node) ? readPredicateCall(compiler, node) : readTruth(compiler, node);
}

function isNegation(compiler: TypeScript, node: ts.Node): node is ts.PrefixUnaryExpression {
  return compiler.isPrefixUnaryExpression(node) && node.operator === compiler.SyntaxKind.ExclamationToken;
}

function readLogical(compiler: TypeScript, node: ts.Node, negated: boolean): ConditionWords | undefined {
  if (!isLogical(compiler, node)) return undefined;
  const { predicates, missing } = readOperands(compiler, node);
  if (predicates.length === 0) return undefined;
  const isOr = node.operatorToken.kind === compiler.SyntaxKind.BarBarToken;
  const asserted = negated ? predicates.map(negate) : predicates;
  const words = joinPredicates(asserted, isOr !== negated ? 'or' : 'and');
  const parts = asserted.slice(0, 3).map(renderPredicate);
  if (words === undefined) return { words: parts[0] ?? [], coverage: 0, parts };
  return { words, coverage: predicates.length / (predicates.length + missing), parts };
}

function readOperands(
  compiler: TypeScript,
  node: ts.BinaryExpression,
): { predicates: Predicate[]; missing: number } {
  const operands = flatten(compiler, node, node.operatorToken.kind).map((operand) => ({
    text: operand.getText(),
    predicate: readOperand(compiler, operand),
  }));
  const kept = operands.filter((operand) => !isGuard(operand, operands));
  const predicates = kept.flatMap(({ predicate }) => predicate ?? []);
  return { predicates, missing: kept.length - predicates.length };
}

function flatten(compiler: TypeScript, root: ts.BinaryExpression, operator: ts.SyntaxKind): ts.Node[] {
  const operands: ts.Node[] = [];
  let node: ts.Node = root;
  while (isLogical(compiler, node) && node.operatorToken.kind === operator) {
    operands.unshift(unwrap(compiler, node.right));
    node = unwrap(compiler, node.left);
  }
  return [node, ...operands];
}

/** `user` in `user && user.active` is only there so that the rest can be asked. */
function isGuard({ text, predicate }: Operand, operands: readonly Operand[]): boolean {
  const subject =
    /^!*\(?(?:typeof )?([\w$.[\]]+?)\)?(?: *[!=]==? *(?:null|undefined|void 0|'object'|"object"))?$/.exec(
      text,
    )?.[1];
  if (subject === undefined || (predicate !== undefined && !isPlainTest(text, predicate))) {
    return false;
  }
  return operands.some((other) => other.text !== text && usesPart(other.text, subject));
}

/** Only asks whether something is there. */
function isPlainTest(text: string, { kind, rest }: Predicate): boolean {
  return kind === 'has' || rest[0] === 'object' || /^!*[\w$.]+$/.test(text);
}

function usesPart(text: string, subject: string): boolean {
  if (text.startsWith(`typeof ${subject} `)) return true;
  const at = text.indexOf(subject);
  if (at < 0 || /[\w$.]/.test(text.charAt(at - 1))) return false;
  const rest = text.slice(at + subject.length);
  return /^(?:\??\.|\[|!\.)/.test(rest) || (/^[),]/.test(rest) && text.charAt(at - 1) === '(');
}
