// Adds the events of switch and try statements to a flow graph.
import type ts from 'typescript';
import { visitExpression } from './flow-expressions.js';
import { addNode, emit, follow, link, routeTo } from './flow-graph.js';
import type { FlowBuilder, FlowNode, Frame } from './flow-graph.js';
import { hoistFunctions, rejoin, renewScope } from './flow-scopes.js';
import { bindName } from './flow-patterns.js';

export function visitSwitch(builder: FlowBuilder, node: ts.SwitchStatement, labels: readonly string[]): void {
  const { compiler } = builder;
  visitExpression(builder, node.expression);
  const { clauses } = node.caseBlock;
  renewScope(builder, node.caseBlock);
  for (const clause of clauses) hoistFunctions(builder, clause.statements);
  const breakTo = addNode(builder, node);
  const starts = clauses.map((clause) => addNode(builder, clause));
  clauses.forEach((clause, index) => {
    const start = starts[index];
    if (!compiler.isCaseClause(clause) || start === undefined) return;
    visitExpression(builder, clause.expression);
    emit(builder, clause);
    if (builder.current !== undefined) link(builder.current, start);
  });
  const otherwise = starts[clauses.findIndex((clause) => compiler.isDefaultClause(clause))];
  if (builder.current !== undefined) link(builder.current, otherwise ?? breakTo);
  builder.current = undefined;
  builder.frames.push({ statement: node, labels, breakTo, plainBreak: true });
  clauses.forEach((clause, index) => {
    const start = starts[index];
    if (start !== undefined) follow(builder, start);
    for (const statement of clause.statements) builder.visitStatement(statement);
  });
  builder.frames.pop();
  rejoin(builder, breakTo);
}

export function visitTry(builder: FlowBuilder, node: ts.TryStatement): void {
  const outer = builder.handler;
  const done = addNode(builder, node);
  const frame = openFrame(builder, node);
  const depth = builder.frames.length;
  if (frame !== undefined) builder.frames.push(frame);
  const afterTry = frame?.finallyEntry ?? outer;
  const { catchClause } = node;
  const catchEntry = catchClause === undefined ? undefined : addNode(builder, catchClause);
  builder.handler = catchEntry ?? afterTry;
  builder.visitStatement(node.tryBlock);
  finishPart(builder, done, depth);
  builder.handler = afterTry;
  if (catchClause !== undefined) {
    builder.current = catchEntry;
    visitCatch(builder, catchClause);
    finishPart(builder, done, depth);
  }
  builder.frames.length = depth;
  builder.handler = outer;
  if (frame !== undefined) visitFinally(builder, frame);
  builder.current = done.previous.length === 0 ? undefined : done;
}

interface FinallyFrame extends Frame {
  readonly block: ts.Block;
  readonly detours: Map<FlowNode, FlowNode>;
  readonly finallyEntry: FlowNode;
}

function openFrame(builder: FlowBuilder, node: ts.TryStatement): FinallyFrame | undefined {
  const { finallyBlock: block } = node;
  if (block === undefined) return undefined;
  const finallyEntry = addNode(builder, block);
  return { statement: node, labels: [], plainBreak: false, block, detours: new Map(), finallyEntry };
}

function visitFinally(builder: FlowBuilder, { block, detours, finallyEntry }: FinallyFrame): void {
  builder.current = finallyEntry;
  builder.visitStatement(block);
  if (builder.current === undefined) return;
  // Here whatever led into the block goes on, be it a return, a jump or an exception.
  const end = emit(builder, block, { returns: true, throws: true });
  for (const target of detours.keys()) link(end, target);
  if (builder.handler !== undefined) link(end, builder.handler);
}

function finishPart(builder: FlowBuilder, done: FlowNode, depth: number): void {
  if (builder.current !== undefined) link(builder.current, routeTo(builder, done, depth));
}

function visitCatch(builder: FlowBuilder, clause: ts.CatchClause): void {
  renewScope(builder, clause);
  if (clause.variableDeclaration !== undefined) bindName(builder, clause.variableDeclaration.name);
  builder.visitStatement(clause.block);
}
