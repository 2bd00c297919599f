// Fills the scopes of a top-level statement with the names declared in it.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { isClosure, isStrict } from './syntax.js';
import type { Variable, VariableKind } from './variable.js';

export interface Declarations {
  readonly scopes: ReadonlyMap<ts.Node, ReadonlyMap<string, Variable>>;
  /** Which variable the name in a declaration stands for. */
  readonly declared: ReadonlyMap<ts.Node, Variable>;
}

interface Place {
  /** Where `let`, `const` and classes go. */
  readonly block: ts.Node;
  /** Where `var` goes. */
  readonly container: ts.Node;
}

interface Pass {
  readonly compiler: TypeScript;
  readonly scopes: Map<ts.Node, Map<string, Variable>>;
  readonly declared: Map<ts.Node, Variable>;
  /** Names that are declared beside the root are none of our business. */
  readonly outside: ts.Node | undefined;
}

/** The root is a statement of a file, or a whole file. */
export function declareVariables(compiler: TypeScript, root: ts.Node): Declarations {
  const outside = compiler.isSourceFile(root) ? undefined : root.parent;
  const pass: Pass = { compiler, scopes: new Map(), declared: new Map(), outside };
  const place = outside ?? root;
  declareIn(pass, root, { block: place, container: place });
  return pass;
}

function declareIn(pass: Pass, node: ts.Node, place: Place): void {
  const { compiler } = pass;
  if (compiler.isTypeNode(node) && !compiler.isExpressionWithTypeArguments(node)) return;
  declareOwnName(pass, node, place);
  const inner = openScope(compiler, node, place);
  if (compiler.isParameter(node)) declareBinding(pass, node.name, 'parameter', inner.container);
  if (compiler.isVariableDeclarationList(node)) declareList(pass, node, inner);
  if (compiler.isCatchClause(node) && node.variableDeclaration !== undefined) {
    declareBinding(pass, node.variableDeclaration.name, 'catch', node);
  }
  compiler.forEachChild(node, (child) => declareIn(pass, child, inner));
}

function openScope(compiler: TypeScript, node: ts.Node, place: Place): Place {
  if (isClosure(compiler, node)) return { block: node, container: node };
  return isBlockScope(compiler, node) ? { block: node, container: place.container } : place;
}

function isBlockScope(compiler: TypeScript, node: ts.Node): boolean {
  if (compiler.isBlock(node)) return !isClosure(compiler, node.parent);
  return (
    compiler.isForStatement(node) ||
    compiler.isForInStatement(node) ||
    compiler.isForOfStatement(node) ||
    compiler.isCaseBlock(node) ||
    compiler.isCatchClause(node) ||
    compiler.isClassExpression(node)
  );
}

function declareOwnName(pass: Pass, node: ts.Node, place: Place): void {
  const { compiler } = pass;
  const name = readOwnName(compiler, node);
  if (name === undefined) return;
  if (compiler.isFunctionExpression(node) || compiler.isClassExpression(node)) {
    declare(pass, name, 'other', node);
  } else if (compiler.isFunctionDeclaration(node)) {
    // Outside strict mode a function in a block is visible in the whole function.
    declare(pass, name, 'function', isStrict(compiler, node) ? place.block : place.container);
  } else {
    declare(pass, name, isImport(compiler, node) ? 'other' : 'class', place.block);
  }
}

function readOwnName(compiler: TypeScript, node: ts.Node): ts.Identifier | undefined {
  const named =
    compiler.isFunctionDeclaration(node) ||
    compiler.isFunctionExpression(node) ||
    compiler.isClassLike(node) ||
    compiler.isEnumDeclaration(node) ||
    isImport(compiler, node);
  return named ? node.name : undefined;
}

function isImport(
  compiler: TypeScript,
  node: ts.Node,
): node is ts.ImportClause | ts.ImportSpecifier | ts.NamespaceImport | ts.ImportEqualsDeclaration {
  return (
    compiler.isImportClause(node) ||
    compiler.isImportSpecifier(node) ||
    compiler.isNamespaceImport(node) ||
    compiler.isImportEqualsDeclaration(node)
  );
}

function declareList(pass: Pass, list: ts.VariableDeclarationList, place: Place): void {
  const { NodeFlags } = pass.compiler;
  const blockScoped = (list.flags & NodeFlags.BlockScoped) !== 0;
  const scope = blockScoped ? place.block : place.container;
  const kind = !blockScoped ? 'var' : (list.flags & NodeFlags.Const) !== 0 ? 'const' : 'let';
  for (const declaration of list.declarations) declareBinding(pass, declaration.name, kind, scope);
}

function declareBinding(pass: Pass, name: ts.BindingName, kind: VariableKind, scope: ts.Node): void {
  if (pass.compiler.isIdentifier(name)) {
    declare(pass, name, kind, scope);
    return;
  }
  for (const element of name.elements) {
    if (!pass.compiler.isOmittedExpression(element)) declareBinding(pass, element.name, kind, scope);
  }
}

function declare(pass: Pass, name: ts.Identifier, kind: VariableKind, scope: ts.Node): void {
  if (scope === pass.outside) return;
  const names = pass.scopes.get(scope) ?? new Map<string, Variable>();
  pass.scopes.set(scope, names);
  const variable = names.get(name.text) ?? { name: name.text, kind, scope, declarations: [], references: [] };
  names.set(name.text, variable);
  variable.declarations.push(name);
  pass.declared.set(name, variable);
}
