// The test that says most about a file: one that reaches it and bears its name, else the nearest, else one of its name.
import path from 'node:path';
import { relatedFiles, type ImportGraph } from '../../code/index.js';

export function createTestFinder(
  graph: ImportGraph,
  tests: readonly string[],
): (file: string) => string | undefined {
  const all = new Set(tests);
  const byName = new Map<string, string[]>();
  for (const test of tests) byName.set(nameSubject(test), [...(byName.get(nameSubject(test)) ?? []), test]);
  const known = new Map<string, string | undefined>();

  function find(file: string): string | undefined {
    if (all.has(file)) return file;
    const reaching = relatedFiles(graph, file, (one) => all.has(one)).tests;
    const namesakes = sortByKinship(byName.get(nameSubject(file)) ?? [], file);
    return namesakes.find((test) => reaching.includes(test)) ?? reaching[0] ?? namesakes[0];
  }
  return (file) => {
    if (!known.has(file)) known.set(file, find(file));
    return known.get(file);
  };
}

/** `cart` for `cart.ts`, `cart.test.ts`, `test_cart.py` and `cart_test.go`. */
function nameSubject(file: string): string {
  const [stem = ''] = path.posix.basename(file).split('.');
  return stem.replace(/^test[-_]|[-_](?:test|spec)$/i, '').toLowerCase();
}

/** Folders in common first: `test/app/run.test.ts` belongs to `src/app/run.ts` rather than to `src/cli/run.ts`. */
function sortByKinship(tests: readonly string[], file: string): string[] {
  const folders = new Set(path.posix.dirname(file).split('/'));
  const kinship = (test: string): number =>
    path.posix
      .dirname(test)
      .split('/')
      .filter((folder) => folders.has(folder)).length;
  return [...tests].sort((a, b) => kinship(b) - kinship(a) || (a < b ? -1 : 1));
}
