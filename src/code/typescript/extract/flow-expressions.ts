// Adds the events of expressions to a flow graph, in the order of evaluation.
import type ts from 'typescript';
import { emit, link, routeTo } from './flow-graph.js';
import type { FlowBuilder } from './flow-graph.js';
import {
  isPattern,
  isPropertyNameOf,
  storeInto,
  visitBranches,
  visitName,
  visitTargetParts,
} from './flow-patterns.js';
import { isAssignmentOperator, isClosure, isLogicalAssignment, isShortCircuit, isUpdate } from './syntax.js';
import type { Closure } from './syntax.js';
import type { Variable } from './variable.js';
import { walkNames } from './variables.js';

export function visitExpression(builder: FlowBuilder, node: ts.Node): void {
  const { compiler } = builder;
  if (compiler.isTypeNode(node) && !compiler.isExpressionWithTypeArguments(node)) return;
  if (compiler.isIdentifier(node)) visitIdentifier(builder, node);
  else if (isClosure(compiler, node)) visitClosure(builder, node);
  else if (compiler.isClassLike(node)) visitClass(builder, node);
  else visitOperation(builder, node);
}

function visitOperation(builder: FlowBuilder, node: ts.Node): void {
  const { compiler } = builder;
  if (compiler.isBinaryExpression(node)) visitBinary(builder, node);
  else if (compiler.isConditionalExpression(node)) visitConditional(builder, node);
  else if (compiler.isPrefixUnaryExpression(node)) visitUnary(builder, node);
  else if (compiler.isPostfixUnaryExpression(node)) visitUnary(builder, node);
  else if (isOptionalLink(builder, node)) visitOptional(builder, node);
  else visitOther(builder, node);
}

function visitIdentifier(builder: FlowBuilder, node: ts.Identifier): void {
  const reference = builder.variables.find(node);
  if (reference !== undefined) emit(builder, node, { reads: [reference.variable] });
  // A name from outside may be missing, or be a getter of the global object.
  else emit(builder, node, { throws: true });
}

export function visitClosure(builder: FlowBuilder, node: Closure): void {
  const { compiler } = builder;
  if (compiler.isObjectLiteralElement(node) && node.name !== undefined) visitName(builder, node.name);
  const reads = listCaptured(builder, node);
  builder.creations.set(node, emit(builder, node, { reads, creates: node }));
}

function listCaptured(builder: FlowBuilder, closure: Closure): Variable[] {
  const captured = new Set<Variable>();
  walkNames(builder.compiler, closure, (name) => {
    const reference = builder.variables.find(name);
    if (reference?.reads === true) captured.add(reference.variable);
  });
  return [...captured];
}

/** Heritage, decorators and computed names run at once; members are closures. */
export function visitClass(builder: FlowBuilder, node: ts.ClassLikeDeclaration): void {
  const { compiler } = builder;
  visitDecorators(builder, node);
  for (const clause of node.heritageClauses ?? []) {
    compiler.forEachChild(clause, (child) => visitExpression(builder, child));
  }
  for (const member of node.members) {
    visitDecorators(builder, member);
    if (member.name !== undefined) visitName(builder, member.name);
    if (isClosure(compiler, member)) visitClosure(builder, member);
  }
  emit(builder, node, { throws: true });
}

function visitDecorators(builder: FlowBuilder, node: ts.Node): void {
  const { compiler } = builder;
  const decorators = compiler.canHaveDecorators(node) ? compiler.getDecorators(node) : undefined;
  for (const { expression } of decorators ?? []) visitExpression(builder, expression);
}

function visitBinary(builder: FlowBuilder, node: ts.BinaryExpression): void {
  const { compiler } = builder;
  const kind = node.operatorToken.kind;
  if (isAssignmentOperator(compiler, kind)) {
    visitAssignment(builder, node);
  } else if (isShortCircuit(compiler, kind)) {
    visitExpression(builder, node.left);
    visitBranches(builder, node, [() => visitExpression(builder, node.right), () => undefined]);
  } else {
    visitExpression(builder, node.left);
    visitExpression(builder, node.right);
    // Operands may be objects whose conversion runs code.
    if (kind !== compiler.SyntaxKind.CommaToken) emit(builder, node, { throws: true });
  }
}

function visitAssignment(builder: FlowBuilder, node: ts.BinaryExpression): void {
  const { compiler } = builder;
  const kind = node.operatorToken.kind;
  if (kind === compiler.SyntaxKind.EqualsToken) {
    const { left } = node;
    if (!isPattern(builder, left)) visitTargetParts(builder, left);
    visitExpression(builder, node.right);
    storeInto(builder, left);
    return;
  }
  visitExpression(builder, node.left);
  const evaluate = (): void => {
    visitExpression(builder, node.right);
    emit(builder, node, { throws: true });
    storeInto(builder, node.left);
  };
  if (isLogicalAssignment(compiler, kind)) visitBranches(builder, node, [evaluate, () => undefined]);
  else evaluate();
}

function visitConditional(builder: FlowBuilder, node: ts.ConditionalExpression): void {
  visitExpression(builder, node.condition);
  visitBranches(builder, node, [
    () => visitExpression(builder, node.whenTrue),
    () => visitExpression(builder, node.whenFalse),
  ]);
}

function visitUnary(builder: FlowBuilder, node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): void {
  visitExpression(builder, node.operand);
  emit(builder, node, { throws: true });
  if (isUpdate(builder.compiler, node)) storeInto(builder, node.operand);
}

function isOptionalLink(
  builder: FlowBuilder,
  node: ts.Node,
): node is ts.CallExpression | ts.ElementAccessExpression {
  const { compiler } = builder;
  return (
    (compiler.isCallExpression(node) || compiler.isElementAccessExpression(node)) &&
    compiler.isOptionalChain(node)
  );
}

/** What stands in the brackets of an optional chain may not be evaluated at all. */
function visitOptional(builder: FlowBuilder, node: ts.CallExpression | ts.ElementAccessExpression): void {
  visitExpression(builder, node.expression);
  const rest = builder.compiler.isCallExpression(node) ? [...node.arguments] : [node.argumentExpression];
  visitBranches(builder, node, [
    () => rest.forEach((part) => visitExpression(builder, part)),
    () => undefined,
  ]);
  emit(builder, node, { throws: true });
}

function visitOther(builder: FlowBuilder, node: ts.Node): void {
  const { compiler } = builder;
  compiler.forEachChild(node, (child) => visitChild(builder, node, child));
  if (compiler.isYieldExpression(node)) {
    // Whoever holds the generator may end it here.
    link(emit(builder, node, { throws: true }), routeTo(builder, builder.exit, 0));
  } else if (!compiler.isLiteralExpression(node) && !compiler.isToken(node) && !skipsEvent(builder, node)) {
    emit(builder, node, { throws: true });
  }
}

function skipsEvent(builder: FlowBuilder, node: ts.Node): boolean {
  const { compiler } = builder;
  return (
    compiler.isParenthesizedExpression(node) ||
    compiler.isPropertyAssignment(node) ||
    compiler.isShorthandPropertyAssignment(node) ||
    compiler.isNonNullExpression(node) ||
    compiler.isAsExpression(node) ||
    compiler.isObjectLiteralExpression(node) ||
    compiler.isVoidExpression(node)
  );
}

function visitChild(builder: FlowBuilder, parent: ts.Node, child: ts.Node): void {
  const { compiler } = builder;
  if (isPropertyNameOf(builder, parent, child)) return;
  const named = compiler.isPropertyAssignment(parent) || compiler.isJsxAttribute(parent);
  if (named && parent.name === child) {
    if (compiler.isPropertyAssignment(parent)) visitName(builder, parent.name);
    return;
  }
  if (compiler.isMetaProperty(parent) || compiler.isJsxNamespacedName(parent)) return;
  if (compiler.isIdentifier(child) && isIntrinsicTag(builder, parent, child)) return;
  visitExpression(builder, child);
}

function isIntrinsicTag(builder: FlowBuilder, parent: ts.Node, child: ts.Identifier): boolean {
  const { compiler } = builder;
  const tag = compiler.isJsxOpeningLikeElement(parent) || compiler.isJsxClosingElement(parent);
  return tag && /^[a-z]/.test(child.text);
}
