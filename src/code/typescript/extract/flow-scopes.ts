// What blocks, loops and branches have in common when their events are written down.
import type ts from 'typescript';
import { visitClosure, visitExpression } from './flow-expressions.js';
import { emit, follow } from './flow-graph.js';
import type { FlowBuilder, FlowNode } from './flow-graph.js';
import { bindName } from './flow-patterns.js';

/** Whenever a block is entered its variables are new: closures of earlier rounds keep the old ones. */
export function renewScope(builder: FlowBuilder, scope: ts.Node): void {
  for (const variable of builder.variables.listIn(scope))
    emit(builder, scope, { writes: variable, fresh: true });
}

/** Function declarations exist from the beginning of their block on. */
export function hoistFunctions(builder: FlowBuilder, statements: readonly ts.Statement[]): void {
  for (const statement of statements) {
    if (!builder.compiler.isFunctionDeclaration(statement) || statement.name === undefined) continue;
    visitClosure(builder, statement);
    bindName(builder, statement.name);
  }
}

export function visitDeclarations(builder: FlowBuilder, list: ts.VariableDeclarationList): void {
  for (const { name, initializer } of list.declarations) {
    if (initializer !== undefined) visitExpression(builder, initializer);
    const isVar = (list.flags & builder.compiler.NodeFlags.BlockScoped) === 0;
    if (initializer !== undefined || !isVar) bindName(builder, name);
  }
}

/** `if (x) function f() {}` is old but legal. */
export function visitEmbedded(builder: FlowBuilder, node: ts.Statement): void {
  hoistFunctions(builder, [node]);
  builder.visitStatement(node);
}

/** Goes on at a node that jumps lead to as well; it is dead when nothing does. */
export function rejoin(builder: FlowBuilder, node: FlowNode): void {
  follow(builder, node);
  if (node.previous.length === 0) builder.current = undefined;
}
