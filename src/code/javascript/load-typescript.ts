// Loads the TypeScript compiler when something needs it: the import costs most of a second.
import type ts from 'typescript';

export type TypeScript = typeof ts;

export async function loadTypeScript(): Promise<TypeScript> {
  return (await import('typescript')).default;
}

/** Parses without looking at comments or other files; never throws on broken code. */
export function parseSource(
  compiler: TypeScript,
  path: string,
  text: string,
  setParents = false,
): ts.SourceFile {
  return compiler.createSourceFile(
    path,
    text,
    {
      languageVersion: compiler.ScriptTarget.ESNext,
      jsDocParsingMode: compiler.JSDocParsingMode.ParseNone,
    },
    setParents,
  );
}
