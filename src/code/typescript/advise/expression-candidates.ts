// Expressions that could become a function: conditions that deserve a name, nested choices, values full of branches.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { findOperandComment } from '../extract/operand-comment.js';
import { isType } from '../measure/list-functions.js';
import { isLogical } from '../measure/visit-logic.js';
import { isPartOfVerdict } from '../naming/from-condition.js';
import type { Candidate, Field } from './candidate.js';
import type { FunctionMetric } from './metric.js';
import { priceExpression } from './price.js';
import { tallyOf } from './tally-of.js';
import type { PieceTally } from './tally-of.js';
import { estimateFlow } from './usages.js';

const MAX_EXPRESSIONS = 200;

export function findExpressionCandidates(field: Field): Candidate[] {
  if (field.metric === 'nesting' || field.metric === 'function_lines') return [];
  const found: Candidate[] = [];
  for (const node of listExpressions(field)) {
    const candidate = toCandidate(field, node);
    if (candidate !== undefined) found.push(candidate);
  }
  return found;
}

function listExpressions(field: Field): ts.Expression[] {
  const { ts: compiler, target } = field.input;
  const found: ts.Expression[] = [];
  const pending: ts.Node[] = target.body === undefined ? [] : [target.body];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (compiler.isFunctionLike(node) || isType(compiler, node)) continue;
    if (isPromising(compiler, node)) found.push(node);
    compiler.forEachChild(node, (child) => void pending.push(child));
  }
  return found.sort((a, b) => a.pos - b.pos || b.end - a.end).slice(0, MAX_EXPRESSIONS);
}

function isPromising(compiler: TypeScript, node: ts.Node): node is ts.Expression {
  return (
    isLogical(compiler, node) ||
    compiler.isConditionalExpression(node) ||
    (isLargeValue(compiler, node) && !compiler.isExpressionStatement(node.parent))
  );
}

function isLargeValue(compiler: TypeScript, node: ts.Node): boolean {
  return (
    compiler.isObjectLiteralExpression(node) ||
    compiler.isArrayLiteralExpression(node) ||
    compiler.isTemplateExpression(node) ||
    compiler.isCallExpression(node) ||
    compiler.isJsxElement(node) ||
    compiler.isJsxSelfClosingElement(node) ||
    (compiler.isBinaryExpression(node) && node.operatorToken.kind === compiler.SyntaxKind.PlusToken)
  );
}

function toCandidate(field: Field, node: ts.Expression): Candidate | undefined {
  const { ts: compiler, file } = field.input;
  const tally = tallyOf(compiler, node);
  const isCondition = isLogical(compiler, node) && isAskedFor(field, node);
  if (tally.decisions < (isCondition ? 1 : field.minDecisions)) return undefined;
  const span = { start: node.getStart(file), end: node.end };
  const start = file.getLineAndCharacterOfPosition(span.start).line + 1;
  const end = file.getLineAndCharacterOfPosition(span.end).line + 1;
  const expression = file.text.slice(span.start, span.end);
  const lineStart = file.getPositionOfLineAndCharacter(start - 1, 0);
  if (file.text.indexOf(expression, lineStart) !== span.start) return undefined;
  const flow = estimateFlow(field.usages, span, undefined);
  if (flow.outputs.length > 0) return undefined;
  const cost = priceExpression({
    parameters: flow.inputs.length,
    decisions: tally.decisions,
    lines: end - start + 1,
    isCondition,
    isNamed: isNamed(compiler, node),
    isResult: !isCondition && compiler.isReturnStatement(node.parent),
  });
  return {
    kind: isCondition ? 'condition' : 'expression',
    parts: { action: 'extract_function', start, end, expression },
    nodes: [node],
    tally,
    ...forecast(field.metric, tally),
    parameters: flow.inputs.length,
    neededParameters: flow.needed.length,
    rewritten: 0,
    outputs: 0,
    cost:
      cost +
      (isPartOfChain(compiler, node) ? CHAIN_PRICE : 0) -
      (isCommented(field, node) ? COMMENT_PRICE : 0),
  };
}

/** What is written above it says what it is for, and becomes what is written above the new function. */
const COMMENT_PRICE = 2;

function isCommented({ input: { ts: compiler, file } }: Field, node: ts.Expression): boolean {
  return findOperandComment(compiler, file, node) !== undefined;
}

function forecast(metric: FunctionMetric, tally: PieceTally): Pick<Candidate, 'gain' | 'own'> {
  if (metric === 'cyclomatic') return { gain: tally.decisions, own: tally.decisions + 1 };
  return { gain: tally.cognitive, own: tally.cognitive };
}

/** `a && b` of `a && b && c`: the rest of the sentence stays behind. */
const CHAIN_PRICE = 3;

function isPartOfChain(compiler: TypeScript, node: ts.Expression): boolean {
  const { parent } = node;
  return (
    isLogical(compiler, node) &&
    isLogical(compiler, parent) &&
    parent.operatorToken.kind === node.operatorToken.kind
  );
}

/** `ready && !empty`. */
function isNamed(compiler: TypeScript, node: ts.Expression): boolean {
  if (compiler.isParenthesizedExpression(node)) return isNamed(compiler, node.expression);
  if (compiler.isPrefixUnaryExpression(node)) return isNamed(compiler, node.operand);
  if (isLogical(compiler, node)) return isNamed(compiler, node.left) && isNamed(compiler, node.right);
  return compiler.isIdentifier(node);
}

/** Whether only its truth matters. */
function isAskedFor(field: Field, node: ts.Expression): boolean {
  const { ts: compiler, checker, target } = field.input;
  if (isTested(compiler, node) || isPartOfVerdict(compiler, node, target)) return true;
  const type = checker.getTypeAtLocation(node);
  return (
    (type.flags & (compiler.TypeFlags.BooleanLike | compiler.TypeFlags.Boolean)) !== 0 ||
    isBooleanUnion(compiler, type)
  );
}

function isTested(compiler: TypeScript, node: ts.Expression): boolean {
  let value: ts.Node = node;
  while (compiler.isParenthesizedExpression(value.parent) || isLogical(compiler, value.parent))
    value = value.parent;
  const { parent } = value;
  if (compiler.isPrefixUnaryExpression(parent)) return true;
  if (compiler.isConditionalExpression(parent) || compiler.isForStatement(parent))
    return parent.condition === value;
  const tests =
    compiler.isIfStatement(parent) || compiler.isWhileStatement(parent) || compiler.isDoStatement(parent);
  return tests && parent.expression === value;
}

function isBooleanUnion(compiler: TypeScript, type: ts.Type): boolean {
  return type.isUnion() && type.types.every(({ flags }) => (flags & compiler.TypeFlags.BooleanLike) !== 0);
}
