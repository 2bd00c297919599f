// Adds the events of loops to a flow graph.
import type ts from 'typescript';
import { visitExpression } from './flow-expressions.js';
import { addNode, emit, link } from './flow-graph.js';
import type { FlowBuilder, FlowNode } from './flow-graph.js';
import { rejoin, renewScope, visitDeclarations, visitEmbedded } from './flow-scopes.js';
import { bindName, storeInto } from './flow-patterns.js';

export function visitLoop(
  builder: FlowBuilder,
  node: ts.IterationStatement,
  labels: readonly string[],
): void {
  const { compiler } = builder;
  if (compiler.isForStatement(node)) visitFor(builder, node, labels);
  else if (compiler.isForInStatement(node) || compiler.isForOfStatement(node))
    visitForEach(builder, node, labels);
  else if (compiler.isWhileStatement(node)) visitWhile(builder, node, labels);
  else if (compiler.isDoStatement(node)) visitDo(builder, node, labels);
}

interface LoopNodes {
  readonly breakTo: FlowNode;
  readonly continueTo: FlowNode;
}

function visitBody(
  builder: FlowBuilder,
  node: ts.IterationStatement,
  labels: readonly string[],
  to: LoopNodes,
): void {
  builder.frames.push({ statement: node, labels, ...to, plainBreak: true });
  visitEmbedded(builder, node.statement);
  builder.frames.pop();
  rejoin(builder, to.continueTo);
}

/** `while (true)` ends only by a jump. */
function visitCondition(builder: FlowBuilder, condition: ts.Expression | undefined, breakTo: FlowNode): void {
  if (condition === undefined || condition.kind === builder.compiler.SyntaxKind.TrueKeyword) return;
  visitExpression(builder, condition);
  if (builder.current !== undefined) link(builder.current, breakTo);
}

function visitWhile(builder: FlowBuilder, node: ts.WhileStatement, labels: readonly string[]): void {
  const breakTo = addNode(builder, node);
  const continueTo = addNode(builder, node);
  const head = emit(builder, node);
  visitCondition(builder, node.expression, breakTo);
  visitBody(builder, node, labels, { breakTo, continueTo });
  if (builder.current !== undefined) link(builder.current, head);
  builder.current = undefined;
  rejoin(builder, breakTo);
}

function visitDo(builder: FlowBuilder, node: ts.DoStatement, labels: readonly string[]): void {
  const breakTo = addNode(builder, node);
  const continueTo = addNode(builder, node);
  const head = emit(builder, node);
  visitBody(builder, node, labels, { breakTo, continueTo });
  if (builder.current !== undefined) visitCondition(builder, node.expression, breakTo);
  if (builder.current !== undefined) link(builder.current, head);
  builder.current = undefined;
  rejoin(builder, breakTo);
}

function visitFor(builder: FlowBuilder, node: ts.ForStatement, labels: readonly string[]): void {
  const { compiler } = builder;
  const { initializer, condition, incrementor } = node;
  renewScope(builder, node);
  if (initializer !== undefined) {
    if (compiler.isVariableDeclarationList(initializer)) visitDeclarations(builder, initializer);
    else visitExpression(builder, initializer);
  }
  const breakTo = addNode(builder, node);
  const continueTo = addNode(builder, node);
  const head = emit(builder, node);
  visitCondition(builder, condition, breakTo);
  visitBody(builder, node, labels, { breakTo, continueTo });
  if (builder.current !== undefined) {
    renewLoopVariables(builder, initializer);
    if (incrementor !== undefined) visitExpression(builder, incrementor);
    link(builder.current, head);
  }
  builder.current = undefined;
  rejoin(builder, breakTo);
}

/** Each round of `for (let i …)` has its own `i`, which closures of that round keep. */
function renewLoopVariables(builder: FlowBuilder, initializer: ts.ForInitializer | undefined): void {
  const { compiler } = builder;
  if (initializer === undefined || !compiler.isVariableDeclarationList(initializer)) return;
  if ((initializer.flags & compiler.NodeFlags.Let) === 0) return;
  for (const { name } of initializer.declarations) {
    if (!compiler.isIdentifier(name)) continue;
    const variable = builder.variables.find(name)?.variable;
    if (variable === undefined) continue;
    emit(builder, initializer, { reads: [variable] });
    emit(builder, initializer, { writes: variable, fresh: true });
  }
}

function visitForEach(
  builder: FlowBuilder,
  node: ts.ForInStatement | ts.ForOfStatement,
  labels: readonly string[],
): void {
  const { initializer } = node;
  visitExpression(builder, node.expression);
  const breakTo = addNode(builder, node);
  const continueTo = addNode(builder, node);
  const head = emit(builder, node, { throws: true });
  link(head, breakTo);
  renewScope(builder, node);
  if (builder.compiler.isVariableDeclarationList(initializer)) {
    for (const { name } of initializer.declarations) bindName(builder, name);
  } else {
    storeInto(builder, initializer);
  }
  visitBody(builder, node, labels, { breakTo, continueTo });
  if (builder.current !== undefined) link(builder.current, head);
  builder.current = undefined;
  rejoin(builder, breakTo);
}
