// What a change reaches through imports: the tests worth running first, and the files worth reading.
import type { ImportGraph } from './import-graph.js';
import { isTestFile } from './test-file.js';

/** Test files that are changed themselves or import a changed file, directly or through others; sorted. */
export function affectedTests(
  graph: ImportGraph,
  changed: readonly string[],
  isTest: (path: string) => boolean,
): string[] {
  return listDependents(graph, changed).filter(isTest).sort();
}

/** The neighbours of a file. Tests are listed apart, nearest first, and only there. */
export function relatedFiles(
  graph: ImportGraph,
  path: string,
  isTest: (path: string) => boolean = isTestFile,
): { imports: string[]; importedBy: string[]; tests: string[] } {
  return {
    imports: [...(graph.imports.get(path) ?? [])],
    importedBy: (graph.importedBy.get(path) ?? []).filter((importer) => !isTest(importer)),
    tests: listDependents(graph, [path]).filter((dependent) => dependent !== path && isTest(dependent)),
  };
}

/** The starting files and all that depend on them, in order of distance; each once, so cycles end. */
function listDependents(graph: ImportGraph, start: readonly string[]): string[] {
  const reached = new Set(start);
  // A set may grow while it is walked: that is the queue.
  for (const path of reached) {
    for (const importer of graph.importedBy.get(path) ?? []) reached.add(importer);
  }
  return [...reached];
}
