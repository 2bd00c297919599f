// Changed files that no test reaches through imports: there, passing tests prove little.
import {
  buildImportGraph,
  canListImports,
  createTestFilter,
  relatedFiles,
  type ImportGraph,
} from '../code/index.js';
import type { Runtime } from '../engine/index.js';

/** None where imports say nothing of this project's tests: they may run what is built, or a program. */
export async function listUntested(
  { workspace }: Pick<Runtime, 'workspace'>,
  changed: readonly string[],
): Promise<string[]> {
  const files = workspace.listFiles();
  const isTest = createTestFilter(files);
  const asked = changed.filter((path) => canListImports(path) && !isTest(path));
  if (asked.length === 0) return [];
  const read = (path: string): string | undefined => {
    const file = workspace.read(path);
    return file.ok ? file.text : undefined;
  };
  const graph = await buildImportGraph({ files, read });
  const tests = files.filter(isTest);
  if (!tests.some((test) => (graph.imports.get(test) ?? []).some((path) => !isTest(path)))) return [];
  const texts = tests.map((test) => read(test) ?? '');
  return asked.filter((path) => !isReached(graph, path, isTest) && !isMentioned(texts, path));
}

function isReached(graph: ImportGraph, path: string, isTest: (path: string) => boolean): boolean {
  return relatedFiles(graph, path, isTest).tests.length > 0;
}

/** As a program that a test starts is. */
function isMentioned(tests: readonly string[], path: string): boolean {
  const name = path.split('/').slice(-2).join('/');
  return tests.some((text) => text.includes(name));
}
