// Stores values into variables, properties and patterns, as events of a flow graph.
import type ts from 'typescript';
import { addNode, emit, link } from './flow-graph.js';
import type { FlowBuilder, FlowNode } from './flow-graph.js';

export function isPattern(builder: FlowBuilder, node: ts.Node): boolean {
  return builder.compiler.isObjectLiteralExpression(node) || builder.compiler.isArrayLiteralExpression(node);
}

/** `a.b[c]` on the left of an assignment: `a` and `c` are evaluated before the right side. */
export function visitTargetParts(builder: FlowBuilder, node: ts.Node): void {
  const target = skipWrappers(builder, node);
  if (builder.compiler.isIdentifier(target)) return;
  builder.compiler.forEachChild(target, (child) => {
    if (!isPropertyNameOf(builder, target, child)) builder.visitExpression(child);
  });
}

export function isPropertyNameOf(builder: FlowBuilder, parent: ts.Node, child: ts.Node): boolean {
  return builder.compiler.isPropertyAccessExpression(parent) && parent.name === child;
}

function skipWrappers(builder: FlowBuilder, node: ts.Node): ts.Node {
  const { compiler } = builder;
  let at = node;
  while (
    compiler.isParenthesizedExpression(at) ||
    compiler.isNonNullExpression(at) ||
    compiler.isAsExpression(at) ||
    compiler.isTypeAssertionExpression(at) ||
    compiler.isSatisfiesExpression(at)
  ) {
    at = at.expression;
  }
  return at;
}

/** Stores a value that is at hand into a variable, a property or the parts of a pattern. */
export function storeInto(builder: FlowBuilder, node: ts.Node): void {
  const { compiler } = builder;
  const target = skipWrappers(builder, node);
  if (compiler.isIdentifier(target)) {
    const variable = builder.variables.find(target)?.variable;
    emit(builder, target, { writes: variable, throws: variable === undefined });
  } else if (compiler.isArrayLiteralExpression(target)) {
    emit(builder, target, { throws: true });
    for (const element of target.elements) storeElement(builder, element);
  } else if (compiler.isObjectLiteralExpression(target)) {
    emit(builder, target, { throws: true });
    for (const property of target.properties) storeProperty(builder, property);
  } else {
    emit(builder, target, { throws: true });
  }
}

function storeElement(builder: FlowBuilder, element: ts.Expression): void {
  const { compiler } = builder;
  if (compiler.isOmittedExpression(element)) return;
  if (compiler.isSpreadElement(element)) {
    storeWithDefault(builder, element.expression, undefined);
  } else if (compiler.isBinaryExpression(element)) {
    storeWithDefault(builder, element.left, element.right);
  } else {
    storeWithDefault(builder, element, undefined);
  }
}

function storeProperty(builder: FlowBuilder, property: ts.ObjectLiteralElementLike): void {
  const { compiler } = builder;
  if (compiler.isShorthandPropertyAssignment(property)) {
    storeWithDefault(builder, property.name, property.objectAssignmentInitializer);
  } else if (compiler.isSpreadAssignment(property)) {
    storeWithDefault(builder, property.expression, undefined);
  } else if (compiler.isPropertyAssignment(property)) {
    visitName(builder, property.name);
    storeElement(builder, property.initializer);
  }
}

function storeWithDefault(
  builder: FlowBuilder,
  target: ts.Expression,
  initial: ts.Expression | undefined,
): void {
  if (!isPattern(builder, target)) visitTargetParts(builder, target);
  emit(builder, target, { throws: true });
  if (initial !== undefined) {
    visitBranches(builder, initial, [() => builder.visitExpression(initial), () => undefined]);
  }
  storeInto(builder, target);
}

/** Binds the names of a declaration or parameter to a value that is at hand. */
export function bindName(builder: FlowBuilder, name: ts.BindingName): void {
  const { compiler } = builder;
  if (compiler.isIdentifier(name)) {
    const variable = builder.variables.find(name)?.variable;
    emit(builder, name, { writes: variable });
    return;
  }
  emit(builder, name, { throws: true });
  for (const element of name.elements) {
    if (compiler.isOmittedExpression(element)) continue;
    if (element.propertyName !== undefined) visitName(builder, element.propertyName);
    emit(builder, element, { throws: true });
    bindWithDefault(builder, element);
  }
}

export function bindWithDefault(
  builder: FlowBuilder,
  node: ts.BindingElement | ts.ParameterDeclaration,
): void {
  const { initializer } = node;
  if (initializer !== undefined) {
    visitBranches(builder, initializer, [() => builder.visitExpression(initializer), () => undefined]);
  }
  bindName(builder, node.name);
}
/** The name of a property is evaluated only when it is computed. */
export function visitName(builder: FlowBuilder, name: ts.PropertyName | ts.BindingName): void {
  if (builder.compiler.isComputedPropertyName(name)) {
    builder.visitExpression(name.expression);
    emit(builder, name, { throws: true });
  }
}

/** Several ways from here, which meet again. */
export function visitBranches(builder: FlowBuilder, at: ts.Node, branches: readonly (() => void)[]): void {
  const fork = emit(builder, at);
  const join = addNode(builder, at);
  let reached = false;
  for (const branch of branches) {
    builder.current = fork;
    branch();
    const end: FlowNode | undefined = builder.current;
    if (end === undefined) continue;
    link(end, join);
    reached = true;
  }
  builder.current = reached ? join : undefined;
}
