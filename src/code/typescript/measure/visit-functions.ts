// Where functions begin and end: each has counts of its own.
import type ts from 'typescript';
import type { FunctionNode } from '../transform-input.js';
import { isFunctionWithBody } from './list-functions.js';
import { createScope, createTally, queue, queueAll, queueChildren } from './tally.js';
import type { Scope, Visit, Walk } from './tally.js';

export const visitFunction: Visit = (walk, node, scope) => {
  if (!isFunctionWithBody(walk.compiler, node)) return queueChildren(walk, node, scope);
  const tally = createTally();
  walk.functions.push({ node, tally });
  const inner = createScope(tally);
  queueAll(walk, node.parameters, inner);
  queue(walk, node.body, inner);
  queueOutside(walk, node, scope);
};

/** A computed name and decorators run where the function is made, not where it is called. */
function queueOutside(walk: Walk, node: FunctionNode, scope: Scope): void {
  if (node.name !== undefined && walk.compiler.isComputedPropertyName(node.name))
    queue(walk, node.name, scope);
  queueAll(walk, node.modifiers, scope);
}

export const visitClass: Visit = (walk, node, scope) => {
  if (walk.compiler.isClassLike(node)) walk.classes.push(node);
  queueChildren(walk, node, scope);
};

/** To ESLint the value of a field is code of its own, unless the field is an `accessor`. */
export const visitField: Visit = (walk, node, scope) => {
  if (!walk.compiler.isPropertyDeclaration(node)) return;
  const value = isAutoAccessor(walk, node) ? scope : { ...scope, cyclomatic: createTally() };
  queue(walk, node.name, scope);
  queue(walk, node.initializer, value);
  queueAll(walk, node.modifiers, scope);
};

function isAutoAccessor({ compiler }: Walk, node: ts.PropertyDeclaration): boolean {
  return node.modifiers?.some(({ kind }) => kind === compiler.SyntaxKind.AccessorKeyword) ?? false;
}

export const visitStaticBlock: Visit = (walk, node, scope) => {
  const own = createTally();
  queueChildren(walk, node, { ...scope, cyclomatic: own, nesting: own, depth: 0 });
};
