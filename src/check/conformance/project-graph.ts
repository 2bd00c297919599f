// The project's import graph, built at most once, and not at all when no file changed since it was kept.
import { buildImportGraph, canListImports, type ImportGraph } from '../../code/index.js';
import { sha256 } from '../../platform/index.js';
import type { CachedGraph, ResultCache } from './result-cache.js';
import type { Sources } from './sources.js';

export interface ProjectGraph {
  /** Names the state of all files that the graph rests on. */
  key(): string;
  load(): Promise<ImportGraph>;
}

const CONFIGURES_IMPORTS = /(?:^|\/)[tj]sconfig(?:\.[\w.-]+)?\.json$/;

export function createProjectGraph(
  files: readonly string[],
  sources: Sources,
  cache: ResultCache,
): ProjectGraph {
  let graph: Promise<ImportGraph> | undefined;
  let known: string | undefined;
  const key = (): string => (known ??= nameState(files, sources));

  async function build(): Promise<ImportGraph> {
    const kept = cache.graph();
    if (kept?.key === key()) return openGraph(kept);
    const read = (path: string): string | undefined => {
      const source = sources.read(path);
      return 'why' in source ? undefined : source.text;
    };
    const built = await buildImportGraph({ files, read, cache: cache.imports() });
    cache.keepGraph(closeGraph(key(), built));
    return built;
  }
  return { key, load: () => (graph ??= build()) };
}

function nameState(files: readonly string[], sources: Sources): string {
  const parts = files.map((path) => {
    if (!canListImports(path) && !CONFIGURES_IMPORTS.test(path)) return path;
    const identity = sources.identify(path);
    return `${path}\0${'hash' in identity ? identity.hash : ''}`;
  });
  return sha256(parts.join('\n'));
}

/** Paths by number: each is named once. */
function closeGraph(key: string, { imports, skipped }: ImportGraph): CachedGraph {
  const paths = [...new Set([...imports.keys(), ...[...imports.values()].flat()])];
  const numbers = new Map(paths.map((path, index) => [path, index]));
  const edges = paths.map((path) => (imports.get(path) ?? []).map((target) => numbers.get(target) ?? 0));
  return { key, paths, edges, skipped };
}

function openGraph({ paths, edges, skipped }: CachedGraph): ImportGraph {
  const imports = new Map<string, readonly string[]>();
  const importedBy = new Map<string, string[]>();
  paths.forEach((path, index) => {
    const targets = (edges[index] ?? []).map((target) => paths[target] ?? '');
    imports.set(path, targets);
    for (const target of targets) {
      const importers = importedBy.get(target);
      if (importers) importers.push(path);
      else importedBy.set(target, [path]);
    }
  });
  for (const importers of importedBy.values()) importers.sort();
  return { imports, importedBy, skipped };
}
