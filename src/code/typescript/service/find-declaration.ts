// Finds the declaration that a qualified name stands for: `total`, `Cart.total`, `total.price`.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';

/** The name in the declaration; the first one in the text where there are several. */
export function findDeclaration(
  compiler: TypeScript,
  file: ts.SourceFile,
  qualified: string,
): ts.Identifier | ts.PrivateIdentifier | undefined {
  let within: ts.Node = file;
  let found: ts.Identifier | ts.PrivateIdentifier | undefined;
  for (const segment of qualified.split('.')) {
    const name = segment.replace(/^(?:get|set) /, '');
    found = findName(compiler, within, name);
    if (found === undefined) return undefined;
    within = findBody(compiler, found);
  }
  return found;
}

function findName(
  compiler: TypeScript,
  within: ts.Node,
  name: string,
): ts.Identifier | ts.PrivateIdentifier | undefined {
  // Breadth first: what stands further out is meant before what is nested.
  let level: ts.Node[] = [within];
  while (level.length > 0) {
    const next: ts.Node[] = [];
    for (const node of level) {
      const own = node === within ? undefined : readName(compiler, node);
      if (own?.text === name) return own;
      compiler.forEachChild(node, (child) => void next.push(child));
    }
    level = next;
  }
  return undefined;
}

function readName(compiler: TypeScript, node: ts.Node): ts.Identifier | ts.PrivateIdentifier | undefined {
  const name =
    isValueDeclaration(compiler, node) || isTypeDeclaration(compiler, node) ? node.name : undefined;
  if (name === undefined) return undefined;
  return compiler.isIdentifier(name) || compiler.isPrivateIdentifier(name) ? name : undefined;
}

function isValueDeclaration(
  compiler: TypeScript,
  node: ts.Node,
): node is ts.Node & { readonly name?: ts.DeclarationName } {
  return (
    compiler.isFunctionDeclaration(node) ||
    compiler.isClassLike(node) ||
    compiler.isVariableDeclaration(node) ||
    compiler.isBindingElement(node) ||
    compiler.isParameter(node) ||
    compiler.isClassElement(node) ||
    compiler.isObjectLiteralElement(node)
  );
}

function isTypeDeclaration(
  compiler: TypeScript,
  node: ts.Node,
): node is ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.EnumDeclaration | ts.PropertySignature {
  return (
    compiler.isInterfaceDeclaration(node) ||
    compiler.isTypeAliasDeclaration(node) ||
    compiler.isEnumDeclaration(node) ||
    compiler.isPropertySignature(node)
  );
}

/** Where the names inside a declaration are looked for. */
function findBody(compiler: TypeScript, name: ts.Node): ts.Node {
  const declaration = name.parent;
  return compiler.isVariableDeclaration(declaration) ? (declaration.initializer ?? declaration) : declaration;
}
