// Builds the flow graph of one function, statement by statement.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { visitSwitch, visitTry } from './flow-branches.js';
import { visitClass, visitExpression } from './flow-expressions.js';
import { addNode, emit, follow, link, routeTo } from './flow-graph.js';
import type { FlowBuilder, FlowGraph, FlowNode, Frame } from './flow-graph.js';
import { visitLoop } from './flow-loops.js';
import { bindName, bindWithDefault, visitBranches } from './flow-patterns.js';
import { hoistFunctions, rejoin, renewScope, visitDeclarations, visitEmbedded } from './flow-scopes.js';
import type { Closure } from './syntax.js';
import type { VariableModel } from './variables.js';

const graphs = new WeakMap<Closure, FlowGraph>();

export function buildFlowGraph(compiler: TypeScript, variables: VariableModel, owner: Closure): FlowGraph {
  const known = graphs.get(owner);
  if (known !== undefined) return known;
  const nodes: FlowNode[] = [];
  const entry = addNode({ nodes, handler: undefined }, owner);
  const exit = addNode({ nodes, handler: undefined }, owner);
  const builder: FlowBuilder = {
    compiler,
    variables,
    nodes,
    frames: [],
    exit,
    begins: new Map(),
    ends: new Map(),
    jumps: new Map(),
    creations: new Map(),
    current: entry,
    handler: undefined,
    visitStatement: (node) => visitStatement(builder, node),
    visitExpression: (node) => visitExpression(builder, node),
  };
  visitOwner(builder, owner);
  if (builder.current !== undefined) link(builder.current, exit);
  const { begins, ends, jumps, creations } = builder;
  const graph: FlowGraph = { owner, nodes, entry, exit, begins, ends, jumps, creations };
  graphs.set(owner, graph);
  return graph;
}

function visitOwner(builder: FlowBuilder, owner: Closure): void {
  const { compiler } = builder;
  if ('parameters' in owner) for (const parameter of owner.parameters) bindWithDefault(builder, parameter);
  const body = compiler.isPropertyDeclaration(owner) ? owner.initializer : owner.body;
  if (body === undefined) return;
  if (compiler.isBlock(body)) visitList(builder, body.statements);
  else visitExpression(builder, body);
}

function visitList(builder: FlowBuilder, statements: readonly ts.Statement[]): void {
  hoistFunctions(builder, statements);
  for (const statement of statements) visitStatement(builder, statement);
}

function visitStatement(builder: FlowBuilder, node: ts.Statement): void {
  builder.begins.set(node, emit(builder, node));
  visitByKind(builder, node);
  const end = addNode(builder, node);
  builder.ends.set(node, end);
  if (builder.current !== undefined) follow(builder, end);
}

function visitByKind(builder: FlowBuilder, node: ts.Statement): void {
  const { compiler } = builder;
  if (compiler.isBlock(node)) visitBlock(builder, node);
  else if (compiler.isExpressionStatement(node)) visitExpression(builder, node.expression);
  else if (compiler.isVariableStatement(node)) visitDeclarations(builder, node.declarationList);
  else if (compiler.isIfStatement(node)) visitIf(builder, node);
  else if (compiler.isIterationStatement(node, false)) visitLoop(builder, node, []);
  else if (compiler.isSwitchStatement(node)) visitSwitch(builder, node, []);
  else if (compiler.isLabeledStatement(node)) visitLabeled(builder, node);
  else if (compiler.isTryStatement(node)) visitTry(builder, node);
  else visitJump(builder, node);
}

function visitBlock(builder: FlowBuilder, node: ts.Block): void {
  renewScope(builder, node);
  visitList(builder, node.statements);
}

function visitJump(builder: FlowBuilder, node: ts.Statement): void {
  const { compiler } = builder;
  if (compiler.isReturnStatement(node)) {
    if (node.expression !== undefined) visitExpression(builder, node.expression);
    jump(builder, node, routeTo(builder, builder.exit, 0));
  } else if (compiler.isBreakOrContinueStatement(node)) {
    visitBreakOrContinue(builder, node);
  } else if (compiler.isThrowStatement(node)) {
    visitExpression(builder, node.expression);
    emit(builder, node, { throws: true });
    builder.current = undefined;
  } else if (compiler.isClassDeclaration(node)) {
    visitClass(builder, node);
    if (node.name !== undefined) bindName(builder, node.name);
  } else if (!compiler.isFunctionDeclaration(node)) {
    compiler.forEachChild(node, (child) => visitExpression(builder, child));
  }
}

function jump(builder: FlowBuilder, node: ts.Node, target: FlowNode): void {
  const returns = builder.compiler.isReturnStatement(node) && node.expression !== undefined;
  link(emit(builder, node, { returns }), target);
  builder.jumps.set(node, target);
  builder.current = undefined;
}

function visitBreakOrContinue(builder: FlowBuilder, node: ts.BreakOrContinueStatement): void {
  const isBreak = builder.compiler.isBreakStatement(node);
  for (let depth = builder.frames.length - 1; depth >= 0; depth -= 1) {
    const frame = builder.frames[depth];
    const target = frame === undefined ? undefined : matchFrame(frame, node.label?.text, isBreak);
    if (target === undefined) continue;
    jump(builder, node, routeTo(builder, target, depth + 1));
    return;
  }
  builder.current = undefined;
}

function matchFrame(frame: Frame, label: string | undefined, isBreak: boolean): FlowNode | undefined {
  if (label !== undefined && !frame.labels.includes(label)) return undefined;
  if (!isBreak) return frame.continueTo;
  return label !== undefined || frame.plainBreak ? frame.breakTo : undefined;
}

function visitIf(builder: FlowBuilder, node: ts.IfStatement): void {
  visitExpression(builder, node.expression);
  const { elseStatement } = node;
  visitBranches(builder, node, [
    () => visitEmbedded(builder, node.thenStatement),
    () => (elseStatement === undefined ? undefined : visitEmbedded(builder, elseStatement)),
  ]);
}

function visitLabeled(builder: FlowBuilder, node: ts.LabeledStatement): void {
  const labels = [node.label.text];
  let inner = node.statement;
  while (builder.compiler.isLabeledStatement(inner)) {
    labels.push(inner.label.text);
    inner = inner.statement;
  }
  builder.begins.set(inner, emit(builder, inner));
  if (builder.compiler.isIterationStatement(inner, false)) {
    visitLoop(builder, inner, labels);
  } else if (builder.compiler.isSwitchStatement(inner)) {
    visitSwitch(builder, inner, labels);
  } else {
    const breakTo = addNode(builder, node);
    builder.frames.push({ statement: node, labels, breakTo, plainBreak: false });
    visitEmbedded(builder, inner);
    builder.frames.pop();
    rejoin(builder, breakTo);
  }
  const end = emit(builder, inner);
  builder.ends.set(inner, end);
}
