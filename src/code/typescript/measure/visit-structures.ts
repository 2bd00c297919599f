// Statements and expressions that branch: ESLint's `complexity` and `max-depth`, and Sonar's cognitive complexity.
import type ts from 'typescript';
import { enterBlock, enterStructure, queue, queueAll, queueChildren } from './tally.js';
import type { Scope, Visit, Walk } from './tally.js';

export const visitIf: Visit = (walk, node, scope) => {
  const { compiler } = walk;
  if (!compiler.isIfStatement(node)) return;
  const block = enterBlock(scope);
  const inner = enterStructure(block);
  // The whole chain at once: an `else if` stands no deeper than the `if` it belongs to.
  for (let link = node; ;) {
    scope.cyclomatic.cyclomatic++;
    queue(walk, link.expression, block);
    queue(walk, link.thenStatement, inner);
    const otherwise = link.elseStatement;
    if (otherwise === undefined) return;
    scope.cognitive.cognitive++;
    if (!compiler.isIfStatement(otherwise)) return queue(walk, otherwise, inner);
    link = otherwise;
  }
};

export const visitLoop: Visit = (walk, node, scope) => {
  if (!walk.compiler.isIterationStatement(node, false)) return;
  scope.cyclomatic.cyclomatic++;
  const block = enterBlock(scope);
  const inner = enterStructure(block);
  const body = node.statement;
  walk.compiler.forEachChild(node, (child) => queue(walk, child, child === body ? inner : block));
};

export const visitSwitch: Visit = (walk, node, scope) => {
  if (!walk.compiler.isSwitchStatement(node)) return;
  const block = enterBlock(scope);
  const inner = enterStructure(block);
  queue(walk, node.expression, block);
  queueAll(walk, node.caseBlock.clauses, inner);
};

/** A `case`, but no `default`. */
export const visitCase: Visit = (walk, node, scope) => {
  scope.cyclomatic.cyclomatic++;
  queueChildren(walk, node, scope);
};

export const visitPlainBlock: Visit = (walk, node, scope) => queueChildren(walk, node, enterBlock(scope));

export const visitCatch: Visit = (walk, node, scope) => {
  if (!walk.compiler.isCatchClause(node)) return;
  scope.cyclomatic.cyclomatic++;
  const inner = enterStructure(scope);
  queue(walk, node.variableDeclaration, scope);
  queue(walk, node.block, inner);
};

export const visitConditional: Visit = (walk, node, scope) => {
  if (!walk.compiler.isConditionalExpression(node)) return;
  scope.cyclomatic.cyclomatic++;
  const inner = enterStructure(scope);
  queue(walk, node.condition, scope);
  queue(walk, node.whenTrue, inner);
  queue(walk, node.whenFalse, inner);
};

/** Jumps to a label are hard to follow; others are not counted. */
export const visitJump: Visit = (walk, node, scope) => {
  if (walk.compiler.isBreakOrContinueStatement(node) && node.label !== undefined) scope.cognitive.cognitive++;
};

/** `a?.b`, `a?.[b]`, `a?.()`. */
export const visitAccess: Visit = (walk, node, scope) => {
  if (isOptional(walk, node)) scope.cyclomatic.cyclomatic++;
  queueChildren(walk, node, scope);
};

function isOptional({ compiler }: Walk, node: ts.Node): boolean {
  const chains =
    compiler.isPropertyAccessExpression(node) ||
    compiler.isElementAccessExpression(node) ||
    compiler.isCallExpression(node);
  return chains && node.questionDotToken !== undefined;
}

/** `(a = 1) => …` and `const { a = 1 } = b`: the default is a path of its own. */
export const visitDefault: Visit = (walk, node, scope) => {
  const { compiler } = walk;
  const holds = compiler.isParameter(node) || compiler.isBindingElement(node);
  if (holds && node.initializer !== undefined) scope.cyclomatic.cyclomatic++;
  queueChildren(walk, node, scope);
};

/** `({ a = 1 } = b)`. */
export const visitShorthand: Visit = (walk, node, scope) => {
  if (!walk.compiler.isShorthandPropertyAssignment(node)) return;
  if (node.objectAssignmentInitializer !== undefined) scope.cyclomatic.cyclomatic++;
  queue(walk, node.objectAssignmentInitializer, scope);
};

export function ignore(_walk: Walk, _node: ts.Node, _scope: Scope): void {
  // Types and names hold nothing that runs.
}
