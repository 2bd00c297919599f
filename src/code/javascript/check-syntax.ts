// Syntax of one JavaScript or TypeScript file, judged alone: no types, no other files.
import { posix } from 'node:path';
import type ts from 'typescript';
import type { Diagnostic } from '../../schema/index.js';
import { loadTypeScript, parseSource } from './load-typescript.js';
import type { TypeScript } from './load-typescript.js';

const MAX_DIAGNOSTICS = 20;
/** Flow writes types into .js files; they are no mistakes there, and this parser cannot tell. */
const FLOW_PRAGMA = /^\s*(?:\/\/|\/?\*).*@flow\b/m;

export async function checkScriptSyntax(path: string, text: string): Promise<Diagnostic[] | undefined> {
  if (/\.[cm]?jsx?$/i.test(path) && FLOW_PRAGMA.test(text.slice(0, 2_000))) return undefined;
  const compiler = await loadTypeScript();
  const source = parseSource(compiler, `/${posix.basename(path)}`, text);
  const diagnostics = createLonelyProgram(compiler, source).getSyntacticDiagnostics(source);
  return diagnostics.slice(0, MAX_DIAGNOSTICS).map((diagnostic) => {
    const { line, character } = source.getLineAndCharacterOfPosition(diagnostic.start);
    return {
      file: path,
      line: line + 1,
      column: character + 1,
      code: `TS${diagnostic.code}`,
      severity: 'error',
      message: compiler.flattenDiagnosticMessageText(diagnostic.messageText, ' '),
    };
  });
}

/** A program of one file that sees nothing else; only a program reports TypeScript syntax inside .js files. */
function createLonelyProgram(compiler: TypeScript, source: ts.SourceFile): ts.Program {
  const host: ts.CompilerHost = {
    getSourceFile: (name) => (name === source.fileName ? source : undefined),
    getDefaultLibFileName: () => '/lib.d.ts',
    writeFile: () => undefined,
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (name) => name === source.fileName,
    readFile: () => undefined,
  };
  const options: ts.CompilerOptions = {
    allowJs: true,
    noLib: true,
    noResolve: true,
    types: [],
    jsx: compiler.JsxEmit.Preserve,
    target: compiler.ScriptTarget.ESNext,
    module: compiler.ModuleKind.ESNext,
  };
  return compiler.createProgram({ rootNames: [source.fileName], options, host });
}
