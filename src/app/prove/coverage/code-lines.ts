// Which lines of a file are code: not blank, a comment, a type, an import, or nothing but brackets.
import type ts from 'typescript';
import { loadCompiler, parseScript, SCRIPT, type Compiler } from '../script-syntax.js';

export async function findCodeLines(name: string, text: string): Promise<ReadonlySet<number>> {
  if (SCRIPT.test(name))
    return findScriptLines(await loadCompiler(), parseScript(await loadCompiler(), name, text));
  const comment = name.endsWith('.py') || name.endsWith('.rb') ? /^\s*#/ : /^\s*(?:\/\/|\/?\*)/;
  const lines = text.split('\n').flatMap((line, index) => {
    const isCode =
      /\w/.test(line) && !comment.test(line) && !/^\s*(?:import|from|package|use|using)\s/.test(line);
    return isCode ? [index + 1] : [];
  });
  return new Set(lines);
}

function findScriptLines(compiler: Compiler, source: ts.SourceFile): Set<number> {
  const lines = new Set<number>();
  const visit = (node: ts.Node): void => {
    if (isWithoutEffect(compiler, node)) return;
    const children = node.getChildren(source);
    if (children.length > 0) return children.forEach(visit);
    if (isWord(compiler, node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      lines.add(line + 1);
    }
  };
  visit(source);
  return lines;
}

function isWithoutEffect(compiler: Compiler, node: ts.Node): boolean {
  return (
    compiler.isTypeNode(node) ||
    compiler.isInterfaceDeclaration(node) ||
    compiler.isTypeAliasDeclaration(node) ||
    compiler.isTypeParameterDeclaration(node) ||
    compiler.isImportDeclaration(node) ||
    compiler.isExportDeclaration(node) ||
    compiler.isJSDoc(node) ||
    isBodiless(compiler, node)
  );
}

/** Overloads, `declare` and abstract members leave nothing behind at run time. */
function isBodiless(compiler: Compiler, node: ts.Node): boolean {
  if (compiler.isFunctionDeclaration(node) || compiler.isMethodDeclaration(node))
    return node.body === undefined;
  return (
    compiler.canHaveModifiers(node) &&
    node.modifiers?.some(({ kind }) => kind === compiler.SyntaxKind.DeclareKeyword) === true
  );
}

function isWord(compiler: Compiler, node: ts.Node): boolean {
  const { SyntaxKind } = compiler;
  if (QUIET.some((name) => SyntaxKind[name] === node.kind)) return false;
  return node.kind < SyntaxKind.FirstPunctuation || node.kind > SyntaxKind.LastPunctuation;
}

/** Words that are part of a statement which begins elsewhere, and what is no token at all. */
const QUIET = [
  'ElseKeyword',
  'TryKeyword',
  'FinallyKeyword',
  'DoKeyword',
  'DefaultKeyword',
  'EndOfFileToken',
  'SyntaxList',
  'JsxText',
  'OmittedExpression',
] as const;
