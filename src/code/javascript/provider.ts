// JavaScript and TypeScript in all their file types, read by the TypeScript parser.
import type { LanguageProvider } from '../language-provider.js';
import { checkScriptSyntax } from './check-syntax.js';
import { listScriptImports } from './list-imports.js';
import { outlineScript } from './outline.js';
import { resolveScriptImport } from './resolve-import.js';

export const javascriptProvider: LanguageProvider = {
  checkSyntax: checkScriptSyntax,
  imports: { list: listScriptImports, resolve: resolveScriptImport },
  outline: outlineScript,
};
