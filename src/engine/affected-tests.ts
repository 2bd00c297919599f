// Which test files a change can reach, as far as imports tell.
import { affectedTests, buildImportGraph, createTestFilter, type ImportCache } from '../code/index.js';
import type { TaskSession } from './session.js';

const importCache: ImportCache = new Map();

/** Test files that reach the changed ones through imports. */
export async function findAffected(session: TaskSession, changed: readonly string[]): Promise<string[]> {
  const { workspace } = session.runtime;
  const files = workspace.listFiles();
  const read = (path: string): string | undefined => {
    const file = workspace.read(path);
    return file.ok ? file.text : undefined;
  };
  const graph = await buildImportGraph({ files, read, cache: importCache });
  return affectedTests(graph, changed, createTestFilter(files));
}
