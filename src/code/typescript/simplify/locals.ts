// The variables around a change, and whether a block may give its names to the scope around it.
import type ts from 'typescript';
import { contains, findClosure, isClosure } from '../extract/syntax.js';
import type { Variable } from '../extract/variable.js';
import { readVariables, walkNames } from '../extract/variables.js';
import type { VariableModel } from '../extract/variables.js';
import type { Source } from './source.js';

export function readLocals(source: Source): VariableModel {
  return readVariables(source.ts, findTopStatement(source));
}

/** The statement of the file, or of a namespace, that the target is in. */
export function findTopStatement({ ts: compiler, target }: Source): ts.Node {
  let node: ts.Node = target;
  while (!compiler.isSourceFile(node.parent) && !compiler.isModuleBlock(node.parent)) node = node.parent;
  return node;
}

/** Whether the statements of a branch can stand in `list` without meeting or catching another name. */
export function canDissolve(source: Source, branch: ts.Statement, list: ts.Node): boolean {
  const { ts: compiler } = source;
  if (!compiler.isBlock(branch)) return true;
  if (branch.statements.some((statement) => declaresResource(source, statement))) return false;
  const destination = findScope(source, list);
  return readLocals(source).variables.every((variable) => {
    if (variable.scope === branch) return isFree(source, variable.name, branch, destination);
    return !isBlockFunction(source, variable, branch) || isOnlyUsedIn(variable, branch);
  });
}

/** `using`: when it is disposed of depends on the block it stands in. */
export function declaresResource(source: Source, statement: ts.Statement): boolean {
  const { ts: compiler } = source;
  if (!compiler.isVariableStatement(statement)) return false;
  return (statement.declarationList.flags & compiler.NodeFlags.Using) !== 0;
}

/** The node that holds the names declared in a list of statements. */
export function findScope(source: Source, list: ts.Node): ts.Node {
  const { ts: compiler } = source;
  if (compiler.isCaseOrDefaultClause(list)) return list.parent;
  return compiler.isBlock(list) && isClosure(compiler, list.parent) ? list.parent : list;
}

/** Whether no mention of the name outside the block means, or would come to mean, something in the new scope. */
function isFree(source: Source, name: string, block: ts.Node, destination: ts.Node): boolean {
  const locals = readLocals(source);
  let free = true;
  walkNames(source.ts, destination, (mention) => {
    if (mention.text !== name || contains(block, mention)) return;
    const scope = locals.find(mention)?.variable.scope;
    free &&= scope !== undefined && scope !== destination && contains(destination, scope);
  });
  return free;
}

/** In sloppy code a function in a block is also a variable of the function around it. */
function isBlockFunction({ ts: compiler }: Source, variable: Variable, block: ts.Block): boolean {
  return variable.declarations.some(
    ({ parent }) => compiler.isFunctionDeclaration(parent) && parent.parent === block,
  );
}

function isOnlyUsedIn(variable: Variable, block: ts.Block): boolean {
  return variable.references.every(({ node }) => contains(block, node));
}

/** From where on a declared name has its value: behind the initializer, or what a loop goes through. */
export function findDeclaredEnd({ ts: compiler }: Source, name: ts.Identifier): number {
  let node: ts.Node = name;
  while (compiler.isBindingName(node) || compiler.isBindingElement(node)) node = node.parent;
  const loop = node.parent.parent;
  const isLoop = compiler.isForOfStatement(loop) || compiler.isForInStatement(loop);
  return isLoop && loop.initializer === node.parent ? loop.expression.end : node.end;
}

/** Whether the code is the target's own: not that of a function inside it. */
export function isOwnCode({ ts: compiler, target }: Source, node: ts.Node): boolean {
  return findClosure(compiler, node) === target;
}
