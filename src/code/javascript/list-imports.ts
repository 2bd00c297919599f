// Every literal module name a JavaScript or TypeScript file imports, requires or re-exports.
import type ts from 'typescript';
import type { ImportRef } from '../language-provider.js';
import { loadTypeScript, parseSource } from './load-typescript.js';
import type { TypeScript } from './load-typescript.js';

/** Without one of these words nothing can be imported, and parsing is saved. */
const MENTIONS_IMPORT = /\b(?:import|require|from)\b/;
/** Only calls and ambient modules hide imports below the top level; without them the statements are enough. */
const HIDES_IMPORT = /\b(?:import|require)\s*\(|\bdeclare\s+module\b/;

export async function listScriptImports(path: string, text: string): Promise<ImportRef[]> {
  if (!MENTIONS_IMPORT.test(text)) return [];
  const compiler = await loadTypeScript();
  const source = parseSource(compiler, path, text);
  const found: ts.StringLiteralLike[] = [];
  const pending: ts.Node[] = [...source.statements];
  const descend = HIDES_IMPORT.test(text);
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const specifier = readSpecifier(compiler, node);
    if (specifier !== undefined && compiler.isStringLiteralLike(specifier)) found.push(specifier);
    // forEachChild stops at a truthy result, so the length that push returns must not leak out.
    if (descend) compiler.forEachChild(node, (child) => void pending.push(child));
  }
  return found
    .sort((a, b) => a.pos - b.pos)
    .map((literal) => ({
      specifier: literal.text,
      line: source.getLineAndCharacterOfPosition(literal.getStart(source)).line + 1,
    }));
}

function readSpecifier(compiler: TypeScript, node: ts.Node): ts.Node | undefined {
  if (compiler.isImportDeclaration(node) || compiler.isExportDeclaration(node)) return node.moduleSpecifier;
  if (compiler.isImportEqualsDeclaration(node)) {
    const target = node.moduleReference;
    return compiler.isExternalModuleReference(target) ? target.expression : undefined;
  }
  if (compiler.isImportTypeNode(node)) {
    return compiler.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  }
  return compiler.isCallExpression(node) && isImportCall(compiler, node.expression)
    ? node.arguments[0]
    : undefined;
}

function isImportCall(compiler: TypeScript, callee: ts.Expression): boolean {
  if (callee.kind === compiler.SyntaxKind.ImportKeyword) return true;
  return compiler.isIdentifier(callee) && callee.text === 'require';
}
