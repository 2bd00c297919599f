// The declarations of a JavaScript or TypeScript file with their lines.
import type ts from 'typescript';
import type { OutlineEntry, SymbolKind } from '../language-provider.js';
import { loadTypeScript, parseSource } from './load-typescript.js';
import type { TypeScript } from './load-typescript.js';

interface Declaration {
  readonly name: string;
  readonly kind: SymbolKind;
  /** The node whose lines are shown: for a lone variable its whole statement. */
  readonly range: ts.Node;
}

interface Visit {
  readonly node: ts.Node;
  readonly prefix: string;
  /** Plain values are listed only at the top of a file or namespace. */
  readonly top: boolean;
}

export async function outlineScript(path: string, text: string): Promise<OutlineEntry[]> {
  const compiler = await loadTypeScript();
  const source = parseSource(compiler, path, text, true);
  const entries: OutlineEntry[] = [];
  const pending: Visit[] = [{ node: source, prefix: '', top: true }];
  // An explicit stack, because long chains of operators nest deeper than the call stack.
  for (let visit = pending.pop(); visit !== undefined; visit = pending.pop()) {
    const { node, prefix, top } = visit;
    const declaration = readDeclaration(compiler, node, top);
    const name = declaration === undefined ? prefix : `${prefix}${declaration.name}.`;
    if (declaration !== undefined) entries.push(toEntry(source, declaration, prefix));
    const inherits = top && keepsTop(compiler, node);
    compiler.forEachChild(node, (child) => void pending.push({ node: child, prefix: name, top: inherits }));
  }
  return entries.sort((a, b) => a.start - b.start || b.end - a.end);
}

function toEntry(source: ts.SourceFile, { name, kind, range }: Declaration, prefix: string): OutlineEntry {
  const start = source.getLineAndCharacterOfPosition(range.getStart(source)).line + 1;
  const end = source.getLineAndCharacterOfPosition(range.end).line + 1;
  return { name: prefix + name, kind, start, end };
}

function keepsTop(compiler: TypeScript, node: ts.Node): boolean {
  return (
    compiler.isSourceFile(node) ||
    compiler.isVariableStatement(node) ||
    compiler.isVariableDeclarationList(node) ||
    compiler.isModuleDeclaration(node) ||
    compiler.isModuleBlock(node)
  );
}

function readDeclaration(compiler: TypeScript, node: ts.Node, top: boolean): Declaration | undefined {
  if (compiler.isFunctionDeclaration(node) || compiler.isClassDeclaration(node)) {
    const kind = compiler.isClassDeclaration(node) ? 'class' : 'function';
    return { name: node.name?.text ?? 'default', kind, range: node };
  }
  return (
    readMember(compiler, node) ??
    readType(compiler, node) ??
    readVariable(compiler, node, top) ??
    readAssignment(compiler, node)
  );
}

function readMember(compiler: TypeScript, node: ts.Node): Declaration | undefined {
  if (compiler.isConstructorDeclaration(node)) return { name: 'constructor', kind: 'method', range: node };
  const isMethod =
    compiler.isMethodDeclaration(node) ||
    compiler.isGetAccessorDeclaration(node) ||
    compiler.isSetAccessorDeclaration(node);
  if (isMethod) return nameMember(compiler, node);
  if (!compiler.isPropertyDeclaration(node) && !compiler.isPropertyAssignment(node)) return undefined;
  return findValueKind(compiler, node.initializer) === 'const' ? undefined : nameMember(compiler, node);
}

function nameMember(
  compiler: TypeScript,
  node: ts.ClassElement | ts.ObjectLiteralElement,
): Declaration | undefined {
  const name = node.name;
  if (name === undefined || compiler.isComputedPropertyName(name)) return undefined;
  return { name: name.text, kind: 'method', range: node };
}

function readType(compiler: TypeScript, node: ts.Node): Declaration | undefined {
  if (compiler.isInterfaceDeclaration(node)) return { name: node.name.text, kind: 'interface', range: node };
  if (compiler.isTypeAliasDeclaration(node)) return { name: node.name.text, kind: 'type', range: node };
  if (compiler.isEnumDeclaration(node)) return { name: node.name.text, kind: 'enum', range: node };
  if (compiler.isModuleDeclaration(node)) return { name: node.name.text, kind: 'namespace', range: node };
  return undefined;
}

function readVariable(compiler: TypeScript, node: ts.Node, top: boolean): Declaration | undefined {
  if (!compiler.isVariableDeclaration(node) || !compiler.isIdentifier(node.name)) return undefined;
  const kind = findValueKind(compiler, node.initializer);
  if (kind === 'const' && !top) return undefined;
  const list = node.parent;
  const alone = compiler.isVariableDeclarationList(list) && list.declarations.length === 1;
  return { name: node.name.text, kind, range: alone ? list.parent : node };
}

/** `exports.name = function …` and `Type.prototype.name = function …` declare as well. */
function readAssignment(compiler: TypeScript, node: ts.Node): Declaration | undefined {
  if (!compiler.isBinaryExpression(node)) return undefined;
  const assigns = node.operatorToken.kind === compiler.SyntaxKind.EqualsToken;
  if (!assigns || !compiler.isPropertyAccessExpression(node.left)) return undefined;
  const kind = findValueKind(compiler, node.right);
  return kind === 'const' ? undefined : { name: node.left.name.text, kind, range: node };
}

function findValueKind(compiler: TypeScript, value: ts.Expression | undefined): SymbolKind {
  if (value === undefined) return 'const';
  if (compiler.isArrowFunction(value) || compiler.isFunctionExpression(value)) return 'function';
  return compiler.isClassExpression(value) ? 'class' : 'const';
}
