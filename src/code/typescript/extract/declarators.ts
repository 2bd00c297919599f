// The declaration of a variable in a statement such as `let x, y = 1;`.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import type { Variable } from './variable.js';

export interface Declarator extends ts.VariableDeclaration {
  readonly parent: ts.VariableDeclarationList & { readonly parent: ts.VariableStatement };
}

/** The only one; undefined when the variable is declared in another way. */
export function findDeclarator(
  compiler: TypeScript,
  { declarations: [name, second] }: Variable,
): Declarator | undefined {
  if (name === undefined || second !== undefined) return undefined;
  const { parent } = name;
  return compiler.isVariableDeclaration(parent) && isInStatement(compiler, parent) ? parent : undefined;
}

function isInStatement(compiler: TypeScript, node: ts.VariableDeclaration): node is Declarator {
  return compiler.isVariableDeclarationList(node.parent) && compiler.isVariableStatement(node.parent.parent);
}
