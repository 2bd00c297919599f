// Python: syntax by the interpreter, imports and outline by a small reader of logical lines.
import type { LanguageProvider } from '../language-provider.js';
import { checkPythonSyntax } from './check-syntax.js';
import { listPythonImports } from './list-imports.js';
import { outlinePython } from './outline.js';
import { listConftests, resolvePythonImport } from './resolve-import.js';

export const pythonProvider: LanguageProvider = {
  checkSyntax: checkPythonSyntax,
  imports: { list: listPythonImports, resolve: resolvePythonImport, implied: listConftests },
  outline: outlinePython,
};
