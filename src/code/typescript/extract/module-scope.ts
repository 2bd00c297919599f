// Recognises functions that only wrap a file: what is directly in them is as good as the top of the file.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { findClosure } from './syntax.js';
import type { Closure } from './syntax.js';

/** The innermost wrapper around a function; undefined when the file has none. */
export function findModuleScope(compiler: TypeScript, owner: Closure): Closure | undefined {
  const around: Closure[] = [];
  for (let at = findClosure(compiler, owner); at !== undefined; at = findClosure(compiler, at))
    around.unshift(at);
  let scope: Closure | undefined;
  for (const closure of around) {
    if (!isWrapper(compiler, closure)) break;
    scope = closure;
  }
  return scope;
}

/** `(function () { … })()`, `define(function () { … })` and factories handed to either. */
function isWrapper(compiler: TypeScript, closure: Closure): boolean {
  const plain = compiler.isFunctionExpression(closure) || compiler.isArrowFunction(closure);
  if (!plain || !compiler.isBlock(closure.body)) return false;
  let node: ts.Node = closure;
  while (compiler.isParenthesizedExpression(node.parent)) node = node.parent;
  const parent = node.parent;
  if (compiler.isPropertyAccessExpression(parent)) {
    return /^(?:call|apply)$/.test(parent.name.text) && compiler.isCallExpression(parent.parent);
  }
  if (!compiler.isCallExpression(parent)) return false;
  return parent.expression === node || isModuleCall(compiler, parent.expression);
}

function isModuleCall(compiler: TypeScript, callee: ts.Expression): boolean {
  let node = callee;
  while (compiler.isParenthesizedExpression(node)) node = node.expression;
  if (compiler.isIdentifier(node)) return node.text === 'define';
  return compiler.isFunctionExpression(node) || compiler.isArrowFunction(node);
}
