// Moves one expression of a function into a function that returns its value.
import type ts from 'typescript';
import type { TextChange } from '../../../schema/index.js';
import type { TypeScript } from '../../javascript/load-typescript.js';
import type { Refusal, Transformed } from '../../refactoring.js';
import type { TransformInput } from '../transform-input.js';
import { renderInvocation } from './assemble-call.js';
import { insertFunction } from './assemble-function.js';
import { inDeclarationOrder } from './data-flow.js';
import { checkName } from './file-names.js';
import { readIndentAt, renderMoved } from './moved-text.js';
import { isLogical } from '../measure/visit-logic.js';
import { findOperandComment } from './operand-comment.js';
import type { OperandComment } from './operand-comment.js';
import { planFunction } from './plan-function.js';
import type { FunctionPlan } from './plan.js';
import { refuse } from './refusal.js';
import { openRegion } from './region.js';
import { describeTruth, describeValue } from './return-type.js';
import { readSignature } from './signature.js';
import type { TextRange } from './statement-range.js';
import { readStyle } from './style.js';
import type { FileStyle } from './style.js';
import { isAssignmentOperator, isUpdate } from './syntax.js';

export function extractExpression(input: TransformInput, range: TextRange, name: string): Transformed {
  const { ts: compiler, file, target } = input;
  const expression = findNode(compiler, file, target, range);
  if (expression === undefined) return refuse('not_found', 'There is no such expression in the function.');
  const plan = planExpression(input, expression, name);
  return 'ok' in plan ? plan : writeExpression(plan, expression);
}

function findNode(
  compiler: TypeScript,
  file: ts.SourceFile,
  within: ts.Node,
  range: TextRange,
): ts.Expression | undefined {
  const visit = (node: ts.Node): ts.Expression | undefined => {
    if (node.pos > range.start || node.end < range.end) return undefined;
    if (compiler.isExpression(node) && node.getStart(file) === range.start && node.end === range.end)
      return node;
    return compiler.forEachChild(node, visit);
  };
  return visit(within);
}

function planExpression(
  input: TransformInput,
  expression: ts.Expression,
  name: string,
): FunctionPlan | Refusal {
  const { ts: compiler, file } = input;
  const region = openRegion(input, expression, expression);
  if (region === undefined) return refuse('unsupported', 'The expression is not in the body of a function.');
  const problem = checkName(compiler, file, name) ?? checkPosition(compiler, expression);
  if (problem !== undefined) return problem;
  const assigned = region.mentioned.find((variable) =>
    variable.references.some(
      ({ node, writes }) => writes && region.has(node) && !variable.declarations.includes(node),
    ),
  );
  if (assigned !== undefined) {
    return refuse(
      'too_many_outputs',
      `The expression assigns ${assigned.name}.`,
      'Extract the whole statement.',
    );
  }
  const plan = planFunction(region, [expression], name);
  if ('ok' in plan) return plan;
  // There is no statement that could declare them, so even variables without a value yet are handed over.
  return { ...plan, inputs: inDeclarationOrder([...plan.inputs, ...plan.flow.locals]) };
}

/** Some expressions are not values but part of what stands around them. */
function checkPosition(compiler: TypeScript, node: ts.Expression): Refusal | undefined {
  if (isFragment(compiler, node)) {
    return refuse(
      'partial_statement',
      'That is only a part of an expression.',
      'Choose the whole expression.',
    );
  }
  const { parent } = node;
  if (compiler.isParameter(parent) || compiler.findAncestor(node, compiler.isParameter) !== undefined) {
    return isInParameters(compiler, node)
      ? refuse('unsupported', 'The expression belongs to a parameter.')
      : undefined;
  }
  return undefined;
}

function isInParameters(compiler: TypeScript, node: ts.Node): boolean {
  for (let at = node; !compiler.isSourceFile(at); at = at.parent) {
    if (compiler.isParameter(at)) return true;
    if (compiler.isBlock(at)) return false;
  }
  return false;
}

function isFragment(compiler: TypeScript, node: ts.Expression): boolean {
  const { parent } = node;
  const { SyntaxKind } = compiler;
  if ([SyntaxKind.SpreadElement, SyntaxKind.OmittedExpression, SyntaxKind.SuperKeyword].includes(node.kind))
    return true;
  if ([SyntaxKind.TypeOfExpression, SyntaxKind.DeleteExpression].includes(parent.kind)) return true;
  return (
    isPartOfChain(compiler, node, parent) ||
    isCallee(compiler, node, parent) ||
    isTargetOrName(compiler, node, parent)
  );
}

/** `a.b` in `a?.b.c`, where what follows depends on it. */
function isPartOfChain(compiler: TypeScript, node: ts.Expression, parent: ts.Node): boolean {
  if (compiler.isPropertyAccessExpression(parent))
    return parent.name === node || compiler.isOptionalChain(parent);
  return (
    compiler.isElementAccessExpression(parent) &&
    parent.expression === node &&
    compiler.isOptionalChain(parent)
  );
}

function isCallee(compiler: TypeScript, node: ts.Expression, parent: ts.Node): boolean {
  if (compiler.isTaggedTemplateExpression(parent)) return true;
  const called = compiler.isCallExpression(parent) || compiler.isNewExpression(parent);
  return called && parent.expression === node;
}

function isTargetOrName(compiler: TypeScript, node: ts.Expression, parent: ts.Node): boolean {
  if (compiler.isBinaryExpression(parent)) {
    return parent.left === node && isAssignmentOperator(compiler, parent.operatorToken.kind);
  }
  if (isUpdate(compiler, parent)) return true;
  if (compiler.isForInStatement(parent) || compiler.isForOfStatement(parent))
    return parent.initializer === node;
  const whole =
    compiler.isShorthandPropertyAssignment(parent) || compiler.isExpressionWithTypeArguments(parent);
  return whole || ('name' in parent && parent.name === node);
}

function writeExpression(plan: FunctionPlan, expression: ts.Expression): Transformed {
  const { region, placement, name } = plan;
  const { compiler, file } = region;
  const isWrapped = isOnlyAsked(plan, expression);
  const signature = readSignature(plan, isWrapped ? describeTruth(plan) : describeValue(plan, expression));
  if (!signature.ok) return signature;
  const style = readStyle(compiler, file);
  const range = { start: expression.getStart(file), end: expression.end };
  const inner = readIndentAt(file, placement.beside.getStart(file)) + style.indent;
  const indent = isAligned(file, range) ? inner + style.indent : inner;
  const value = renderMoved(compiler, file, range, { indent: isWrapped ? indent + style.indent : indent });
  const result = isWrapped
    ? wrapInBoolean(value, inner, style)
    : wrapInParentheses(plan, expression, value, inner);
  const lines = [...signature.prologue, `return ${result}${style.semicolon}`].map((line) => inner + line);
  const remark = signature.comment.length > 0 ? undefined : findOperandComment(compiler, file, expression);
  const comment = remark === undefined ? signature.comment : renderComment(plan, remark);
  const created = insertFunction(plan, { ...signature, comment }, lines);
  const call = renderInvocation(plan);
  const replaced = leaveParentheses(plan, expression);
  const text = plan.uses.awaits && bindsTighter(compiler, replaced.parent) ? `(${call})` : call;
  const change = { ...findPlace(plan, replaced, text), text };
  return {
    ok: true,
    changes: [change, created, ...signature.imports, ...dropComment(remark)],
    created: [name],
    summary: `moved an expression into ${name}`,
  };
}

function renderComment({ region: { compiler, file } }: FunctionPlan, comment: TextRange): string[] {
  return renderMoved(compiler, file, comment, { indent: '' }).split(/\r?\n/);
}

function dropComment(comment: OperandComment | undefined): TextChange[] {
  return comment === undefined ? [] : [{ start: comment.start, end: comment.next, text: '' }];
}

/** Where types are written, what is only asked whether it holds is true or false, and not `true | undefined`. */
function isOnlyAsked({ region, uses }: FunctionPlan, expression: ts.Expression): boolean {
  const { compiler, checker, typing, file } = region;
  if (typing !== 'annotations' || uses.awaits || !isTested(compiler, expression)) return false;
  const type = checker.getTypeAtLocation(expression);
  const isTrueOrFalse = (part: ts.Type): boolean => (part.flags & compiler.TypeFlags.BooleanLike) !== 0;
  const isBoolean = type.isUnion() ? type.types.every(isTrueOrFalse) : isTrueOrFalse(type);
  return !isBoolean && !/\b(?:class|function|const|let|var|import)\s+\{?\s*Boolean\b/.test(file.text);
}

/** Stands where only true or false matters. */
function isTested(compiler: TypeScript, expression: ts.Expression): boolean {
  const { parent } = expression;
  if (compiler.isParenthesizedExpression(parent)) return isTested(compiler, parent);
  if (compiler.isPrefixUnaryExpression(parent))
    return parent.operator === compiler.SyntaxKind.ExclamationToken;
  if (isLogical(compiler, parent))
    return (
      parent.operatorToken.kind !== compiler.SyntaxKind.QuestionQuestionToken && isTested(compiler, parent)
    );
  if (compiler.isConditionalExpression(parent) || compiler.isForStatement(parent))
    return parent.condition === expression;
  const tests =
    compiler.isIfStatement(parent) || compiler.isWhileStatement(parent) || compiler.isDoStatement(parent);
  return tests && parent.expression === expression;
}

function wrapInBoolean(
  value: string,
  indent: string,
  { newline, indent: step, trailingComma }: FileStyle,
): string {
  if (!value.includes('\n')) return `Boolean(${value})`;
  return `Boolean(${newline}${indent}${step}${value}${trailingComma ? ',' : ''}${newline}${indent})`;
}

/** Where that is how several lines are returned; a call, an object or a list has brackets of its own. */
function wrapInParentheses(
  { region: { compiler, file } }: FunctionPlan,
  expression: ts.Expression,
  value: string,
  indent: string,
): string {
  const style = readStyle(compiler, file);
  const isOpen = compiler.isBinaryExpression(expression) || compiler.isConditionalExpression(expression);
  if (!style.wrapsReturn || !isOpen || !value.includes('\n') || /`/.test(value)) return value;
  const { newline, indent: step } = style;
  // Lines below the first stand one step in already.
  const isAligned = value
    .split('\n')
    .slice(1)
    .every((line) => line.startsWith(indent + step));
  return isAligned ? `(${newline}${indent}${step}${value}${newline}${indent})` : value;
}

/** A condition that filled several lines is written on one when the call fits there. */
function findPlace({ region }: FunctionPlan, replaced: ts.Expression, text: string): TextRange {
  const { compiler, file } = region;
  const range = { start: replaced.getStart(file), end: replaced.end };
  const { parent } = replaced;
  if (!compiler.isIfStatement(parent) && !compiler.isWhileStatement(parent)) return range;
  const before = /\(\s*$/.exec(file.text.slice(parent.getStart(file), range.start));
  const after = /^(\s*)\)([^\n]*)/.exec(file.text.slice(range.end));
  if (before === null || after === null) return range;
  const lead = before[0].length - 1;
  const head = readIndentAt(file, parent.getStart(file)).length + 'while ('.length;
  const isShort = head + text.length + (after[2]?.length ?? 0) < readStyle(compiler, file).width;
  return isShort ? { start: range.start - lead, end: range.end + (after[1]?.length ?? 0) } : range;
}

/** A call needs none of those that its expression stood in. */
function leaveParentheses(plan: FunctionPlan, expression: ts.Expression): ts.Expression {
  const { compiler, file } = plan.region;
  const { parent } = expression;
  if (plan.uses.awaits || !compiler.isParenthesizedExpression(parent)) return expression;
  if (compiler.isNewExpression(parent.parent) && parent.parent.expression === parent) return expression;
  const inside = file.text.slice(parent.getStart(file) + 1, parent.end - 1);
  const bare = inside.trim() === expression.getText(file);
  return bare ? leaveParentheses(plan, parent) : expression;
}

/** Where `await` would take in more, or less, than the call. */
function bindsTighter(compiler: TypeScript, parent: ts.Node): boolean {
  const { SyntaxKind } = compiler;
  if (compiler.isBinaryExpression(parent))
    return parent.operatorToken.kind === SyntaxKind.AsteriskAsteriskToken;
  return [
    SyntaxKind.PropertyAccessExpression,
    SyntaxKind.ElementAccessExpression,
    SyntaxKind.NonNullExpression,
  ].includes(parent.kind);
}

/** When other lines begin below the first one, they must be told apart from the statement. */
function isAligned(file: ts.SourceFile, { start, end }: TextRange): boolean {
  const indent = readIndentAt(file, start);
  const [, ...others] = file.text.slice(start, end).split('\n');
  return others.some((line) => line.trim() !== '' && line.search(/\S/) <= indent.length);
}
