// JavaScript and TypeScript as trees; the compiler is loaded only when a proof needs it.
import type ts from 'typescript';

export type Compiler = typeof ts;

export const SCRIPT = /\.[cm]?[jt]sx?$/;

export async function loadCompiler(): Promise<Compiler> {
  return (await import('typescript')).default;
}

export function parseScript(compiler: Compiler, name: string, text: string): ts.SourceFile {
  const kind = /x$/.test(name)
    ? compiler.ScriptKind.TSX
    : /\.[cm]?ts$/.test(name)
      ? compiler.ScriptKind.TS
      : compiler.ScriptKind.JSX;
  return compiler.createSourceFile(name, text, compiler.ScriptTarget.Latest, true, kind);
}
