// The local variables of one top-level statement: who declares each, who reads it and who writes it.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { declareVariables } from './declare-variables.js';
import { isAssignmentOperator, isClosure, isUpdate, runsInside } from './syntax.js';
import type { Reference, Variable } from './variable.js';

export type Scopes = ReadonlyMap<ts.Node, ReadonlyMap<string, Variable>>;

export interface VariableModel {
  readonly root: ts.Node;
  readonly variables: readonly Variable[];
  /** Undefined for names that the file, its imports or the environment declare. */
  find(node: ts.Node): Reference | undefined;
  /** The variables whose scope is this block, loop, clause or function. */
  listIn(scope: ts.Node): readonly Variable[];
  /** What a name would mean at a place. */
  resolve(name: string, at: ts.Node): Variable | undefined;
}

const models = new WeakMap<ts.Node, VariableModel>();

/** Nothing here asks the type checker: scopes are syntax, and the answer must be exact for plain JavaScript too. */
export function readVariables(compiler: TypeScript, root: ts.Node): VariableModel {
  const known = models.get(root);
  if (known !== undefined) return known;
  const { scopes, declared } = declareVariables(compiler, root);
  const references = new Map<ts.Node, Reference>();
  const resolve = (name: string, at: ts.Node): Variable | undefined =>
    resolveName(compiler, scopes, root, name, at);
  walkNames(compiler, root, (node) => {
    const variable = declared.get(node) ?? resolve(node.text, node);
    if (variable === undefined) return;
    const reference: Reference = { node, variable, ...readAccess(compiler, node, declared.has(node)) };
    references.set(node, reference);
    variable.references.push(reference);
  });
  const variables = [...scopes.values()].flatMap((names) => [...names.values()]);
  const listIn = (scope: ts.Node): Variable[] => [...(scopes.get(scope)?.values() ?? [])];
  const model: VariableModel = { root, variables, find: (node) => references.get(node), listIn, resolve };
  models.set(root, model);
  return model;
}

function resolveName(
  compiler: TypeScript,
  scopes: Scopes,
  root: ts.Node,
  name: string,
  at: ts.Node,
): Variable | undefined {
  let child = at;
  for (let node: ts.Node | undefined = at; node !== undefined; child = node, node = node.parent) {
    const outside = isClosure(compiler, node) && child !== node && !runsInside(compiler, node, child);
    const found = outside ? undefined : scopes.get(node)?.get(name);
    if (found !== undefined) return found;
    if (node === root) return undefined;
  }
  return undefined;
}

/** Calls back for every identifier that stands for a value, in the order of the text. */
export function walkNames(compiler: TypeScript, node: ts.Node, found: (node: ts.Identifier) => void): void {
  if (compiler.isIdentifier(node)) {
    if (isValueName(compiler, node)) found(node);
    return;
  }
  if (compiler.isTypeNode(node) && !compiler.isExpressionWithTypeArguments(node)) {
    walkTypeQueries(compiler, node, found);
    return;
  }
  compiler.forEachChild(node, (child) => walkNames(compiler, child, found));
}

function walkTypeQueries(compiler: TypeScript, node: ts.Node, found: (node: ts.Identifier) => void): void {
  if (compiler.isTypeQueryNode(node)) {
    let name = node.exprName;
    while (compiler.isQualifiedName(name)) name = name.left;
    if (compiler.isIdentifier(name)) found(name);
  }
  compiler.forEachChild(node, (child) => walkTypeQueries(compiler, child, found));
}

function isValueName(compiler: TypeScript, node: ts.Identifier): boolean {
  const parent = node.parent;
  if (compiler.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (compiler.isBindingElement(parent)) return parent.propertyName !== node;
  if (compiler.isPropertyAssignment(parent)) return parent.initializer === node;
  if (compiler.isPropertyDeclaration(parent)) return parent.initializer === node;
  if (compiler.isJsxOpeningLikeElement(parent) || compiler.isJsxClosingElement(parent)) {
    return !/^[a-z]/.test(node.text);
  }
  return !isOtherName(compiler, node, parent);
}

/** Labels, keys and names of types. */
function isOtherName(compiler: TypeScript, node: ts.Identifier, parent: ts.Node): boolean {
  if (compiler.isMethodDeclaration(parent) || compiler.isAccessor(parent)) return parent.name === node;
  const { SyntaxKind } = compiler;
  return [
    SyntaxKind.LabeledStatement,
    SyntaxKind.BreakStatement,
    SyntaxKind.ContinueStatement,
    SyntaxKind.MetaProperty,
    SyntaxKind.JsxAttribute,
    SyntaxKind.JsxNamespacedName,
    SyntaxKind.TypeParameter,
    SyntaxKind.TypeAliasDeclaration,
    SyntaxKind.InterfaceDeclaration,
    SyntaxKind.EnumMember,
    SyntaxKind.ImportSpecifier,
    SyntaxKind.ExportSpecifier,
    SyntaxKind.ModuleDeclaration,
  ].includes(parent.kind);
}

function readAccess(
  compiler: TypeScript,
  node: ts.Identifier,
  declares: boolean,
): { reads: boolean; writes: boolean } {
  if (declares) return { reads: false, writes: !isBareVar(compiler, node) };
  let target: ts.Node = node;
  while (isTransparent(compiler, target.parent)) target = target.parent;
  const { parent } = target;
  if (isUpdate(compiler, parent) || compiler.isDeleteExpression(parent)) return { reads: true, writes: true };
  if (isTarget(compiler, target)) return { reads: false, writes: true };
  const compound =
    compiler.isBinaryExpression(parent) &&
    parent.left === target &&
    isAssignmentOperator(compiler, parent.operatorToken.kind);
  return { reads: true, writes: compound };
}

/** `var x;` alone changes nothing at run time. */
function isBareVar(compiler: TypeScript, node: ts.Identifier): boolean {
  const { parent } = node;
  if (!compiler.isVariableDeclaration(parent) || parent.initializer !== undefined) return false;
  const list = parent.parent;
  if (!compiler.isVariableDeclarationList(list)) return false;
  return (list.flags & compiler.NodeFlags.BlockScoped) === 0 && compiler.isVariableStatement(list.parent);
}

function isTransparent(compiler: TypeScript, node: ts.Node): boolean {
  return (
    compiler.isParenthesizedExpression(node) ||
    compiler.isNonNullExpression(node) ||
    compiler.isAsExpression(node) ||
    compiler.isTypeAssertionExpression(node) ||
    compiler.isSatisfiesExpression(node)
  );
}

/** Whether a value is stored into this expression: `[a, b.c] = …`, `for (x of …)`. */
function isTarget(compiler: TypeScript, node: ts.Node): boolean {
  const { parent } = node;
  if (compiler.isBinaryExpression(parent)) {
    return parent.left === node && parent.operatorToken.kind === compiler.SyntaxKind.EqualsToken;
  }
  if (compiler.isForInStatement(parent) || compiler.isForOfStatement(parent))
    return parent.initializer === node;
  const literal = findPattern(compiler, node, parent);
  return literal !== undefined && isTarget(compiler, literal);
}

/** The literal that `node` is an element or the value of a property of. */
function findPattern(compiler: TypeScript, node: ts.Node, parent: ts.Node): ts.Node | undefined {
  if (compiler.isShorthandPropertyAssignment(parent)) return parent.name === node ? parent.parent : undefined;
  if (compiler.isPropertyAssignment(parent)) return parent.initializer === node ? parent.parent : undefined;
  if (compiler.isSpreadAssignment(parent)) return parent.parent;
  const { SyntaxKind } = compiler;
  const inside = [
    SyntaxKind.ArrayLiteralExpression,
    SyntaxKind.SpreadElement,
    SyntaxKind.ParenthesizedExpression,
  ];
  return inside.includes(parent.kind) ? parent : undefined;
}
