// Every function of a file that has a body, under a name that survives edits elsewhere in the file.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import type { FunctionNode } from '../transform-input.js';
import { nameFunctions } from './function-name.js';
import type { NamedFunction } from './function-name.js';

export type { NamedFunction } from './function-name.js';

/** In source order; `file` must have been parsed with parent pointers. */
export function listFunctions(compiler: TypeScript, file: ts.SourceFile): NamedFunction[] {
  const functions: FunctionNode[] = [];
  // An explicit stack, because long chains of operators nest deeper than the call stack.
  const pending: ts.Node[] = [file];
  const push = (child: ts.Node): void => void pending.push(child);
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isFunctionWithBody(compiler, node)) functions.push(node);
    if (!isType(compiler, node)) compiler.forEachChild(node, push);
  }
  return nameFunctions(
    compiler,
    functions.sort((a, b) => a.pos - b.pos || b.end - a.end),
  );
}

export function isFunctionWithBody(compiler: TypeScript, node: ts.Node): node is FunctionNode {
  return compiler.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}

/** Types hold nothing that runs; `extends mixin(…)` counts as a type in the compiler's own test, but does. */
export function isType(compiler: TypeScript, node: ts.Node): boolean {
  return node.kind >= compiler.SyntaxKind.FirstTypeNode && node.kind <= compiler.SyntaxKind.LastTypeNode;
}
