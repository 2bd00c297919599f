// A function that is declared by name inside another one, and everyone who mentions it.
import type ts from 'typescript';
import { contains, findClosure } from '../extract/syntax.js';
import type { Reference, Variable } from '../extract/variable.js';
import { findList } from '../simplify/flow.js';
import { readLocals } from '../simplify/locals.js';
import type { Source } from '../simplify/source.js';
import type { FunctionNode } from '../transform-input.js';

export interface Inner {
  readonly node: ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction;
  readonly body: ts.Block | ts.Expression;
  /** The whole declaration. */
  readonly statement: ts.FunctionDeclaration | ts.VariableStatement;
  readonly variable: Variable;
  /** Mentions other than the declaration, inside the function itself and elsewhere. */
  readonly mentions: readonly ts.Identifier[];
}

export function findInner(source: Source, node: FunctionNode): Inner | undefined {
  if (!isMovable(source, node) || node.body === undefined) return undefined;
  const statement = source.ts.isFunctionDeclaration(node) ? node : findDeclaration(source, node);
  if (statement === undefined || !isListed(source, statement)) return undefined;
  const variable = findVariable(source, statement);
  if (variable?.declarations.length !== 1) return undefined;
  const references = [...variable.references, ...(findOwnName(source, node)?.references ?? [])];
  return { node, body: node.body, statement, variable, mentions: listMentions(references) };
}

/** In a list of statements, but not in a `case`, which may be entered behind the declaration. */
function isListed(source: Source, statement: ts.Statement): boolean {
  const list = findList(source, statement);
  return list !== undefined && !source.ts.isCaseOrDefaultClause(list);
}

function isMovable({ ts: compiler, target }: Source, node: FunctionNode): node is Inner['node'] {
  const isPlain =
    compiler.isFunctionDeclaration(node) ||
    compiler.isFunctionExpression(node) ||
    compiler.isArrowFunction(node);
  return isPlain && findClosure(compiler, node) === target;
}

function listMentions(references: readonly Reference[]): ts.Identifier[] {
  return references
    .filter(({ node, variable }) => !variable.declarations.includes(node))
    .map(({ node }) => node)
    .sort((a, b) => a.pos - b.pos);
}

/** `const f = …;` alone. */
function findDeclaration({ ts: compiler }: Source, node: ts.Node): ts.VariableStatement | undefined {
  const declaration = node.parent;
  if (!compiler.isVariableDeclaration(declaration) || !compiler.isIdentifier(declaration.name))
    return undefined;
  const statement = declaration.parent.parent;
  if (!compiler.isVariableStatement(statement)) return undefined;
  return statement.declarationList.declarations.length === 1 ? statement : undefined;
}

function findVariable(
  source: Source,
  statement: ts.FunctionDeclaration | ts.VariableStatement,
): Variable | undefined {
  const { ts: compiler } = source;
  const name = compiler.isFunctionDeclaration(statement)
    ? statement.name
    : statement.declarationList.declarations[0]?.name;
  return name === undefined ? undefined : readLocals(source).find(name)?.variable;
}

/** The name that a function expression has for itself. */
function findOwnName(source: Source, node: Inner['node']): Variable | undefined {
  if (!source.ts.isFunctionExpression(node) || node.name === undefined) return undefined;
  return readLocals(source).find(node.name)?.variable;
}

/** The call that a mention is the function of; undefined when the function is used as a value. */
export function findCall({ ts: compiler }: Source, mention: ts.Identifier): ts.CallExpression | undefined {
  const { parent } = mention;
  return compiler.isCallExpression(parent) && parent.expression === mention ? parent : undefined;
}

export function isInside(inner: Inner, node: ts.Node): boolean {
  return contains(inner.node, node);
}
