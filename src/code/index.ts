// The door of the code room.
export { affectedTests, relatedFiles } from './affected-tests.js';
export { findExampleTest } from './example-test.js';
export { createFileSet } from './file-set.js';
export { projectFingerprint, renderFingerprint } from './fingerprint/fingerprint.js';
export type { Fingerprint } from './fingerprint/fingerprint.js';
export { buildImportGraph } from './import-graph.js';
export type { ImportCache, ImportGraph, ImportGraphInput } from './import-graph.js';
export type { FileSet, ImportRef, OutlineEntry, PathAliases, SymbolKind } from './language-provider.js';
export { canListImports, checkSyntax, findSymbol, listImports, outline, resolveImport } from './languages.js';
export { isGenerated } from './typescript/measure/is-generated.js';
export { measureFile } from './typescript/measure/measure-file.js';
export { listProjectFiles } from './project-files.js';
export type { ProjectView } from './project-view.js';
export type {
  ClassMeasure,
  CodeService,
  CodeServiceOptions,
  FileMeasure,
  FileText,
  Quality,
  RecipeRequest,
  RefactorOutcome,
  Refactoring,
  Refusal,
  RefusalReason,
} from './refactoring.js';
export { createTestFilter, isTestFile } from './test-file.js';
export { createTypeScriptService } from './typescript/lazy-service.js';
