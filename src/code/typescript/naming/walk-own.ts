// Visits what runs when the given statements run: functions inside them are left out, unless given to a call at once.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';

export interface Place {
  /** Structures around the node, counted from the given ones. */
  readonly depth: number;
  readonly inLoop: boolean;
  /** What the innermost loop calls the thing it is at. */
  readonly element: string | undefined;
}

const EACH = new Set(['forEach', 'map', 'flatMap', 'reduce', 'filter']);

/** In source order. */
export function walkOwn(
  compiler: TypeScript,
  roots: readonly ts.Node[],
  visit: (node: ts.Node, place: Place) => void,
): void {
  const start: Place = { depth: 0, inLoop: false, element: undefined };
  const pending = roots.map((node) => ({ node, place: start })).reverse();
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    const { node, place } = entry;
    visit(node, place);
    const inner = enter(compiler, node, place);
    const children: typeof pending = [];
    compiler.forEachChild(node, (child) => {
      if (!isSeparate(compiler, child)) children.push({ node: child, place: inner });
    });
    pending.push(...children.reverse());
  }
}

function enter(compiler: TypeScript, node: ts.Node, place: Place): Place {
  if (compiler.isForOfStatement(node) || compiler.isForInStatement(node)) {
    const variable = compiler.isVariableDeclarationList(node.initializer)
      ? node.initializer.declarations[0]?.name
      : node.initializer;
    return { depth: place.depth + 1, inLoop: true, element: readName(compiler, variable) };
  }
  if (compiler.isIterationStatement(node, false)) return { ...place, depth: place.depth + 1, inLoop: true };
  if (callsForEach(compiler, node)) return { ...place, inLoop: true, element: readParameter(compiler, node) };
  const nests =
    compiler.isIfStatement(node) || compiler.isSwitchStatement(node) || compiler.isTryStatement(node);
  return nests ? { ...place, depth: place.depth + 1 } : place;
}

function readName(compiler: TypeScript, node: ts.Node | undefined): string | undefined {
  return node !== undefined && compiler.isIdentifier(node) ? node.text : undefined;
}

function readParameter(compiler: TypeScript, call: ts.CallExpression): string | undefined {
  const [callback] = call.arguments;
  const isFunction =
    callback !== undefined && (compiler.isArrowFunction(callback) || compiler.isFunctionExpression(callback));
  return isFunction ? readName(compiler, callback.parameters[0]?.name) : undefined;
}

function isSeparate(compiler: TypeScript, node: ts.Node): boolean {
  return compiler.isFunctionLike(node) && !callsForEach(compiler, node.parent);
}

function callsForEach(compiler: TypeScript, node: ts.Node): node is ts.CallExpression {
  return (
    compiler.isCallExpression(node) &&
    compiler.isPropertyAccessExpression(node.expression) &&
    EACH.has(node.expression.name.text)
  );
}
