// Who imports whom in a project: one pass over its files, parsed again only where the content changed.
import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { createFileSet } from './file-set.js';
import type { FileSet, ImportRef } from './language-provider.js';
import { canListImports, listImpliedImports, listImports, resolveImport } from './languages.js';
import { isDeeplyNested } from './nesting.js';
import type { ProjectView } from './project-view.js';

const MAX_FILES = 20_000;
const MAX_TEXT_LENGTH = 512_000;
/** Raised when the same text would give other imports, so that stored caches are not believed. */
const LISTING_VERSION = 1;

export interface ImportGraph {
  /** File → the project files it imports, sorted. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
  /** File → the project files that import it, sorted. */
  readonly importedBy: ReadonlyMap<string, readonly string[]>;
  /** Files whose imports are unknown: unreadable, too large, generated or minified, or beyond the limit. */
  readonly skipped: readonly string[];
}

/** Imports by a key made of language and content hash; a `Map` will do. */
export interface ImportCache {
  get(key: string): readonly ImportRef[] | undefined;
  set(key: string, refs: readonly ImportRef[]): unknown;
}

export interface ImportGraphInput extends ProjectView {
  readonly cache?: ImportCache;
}

export async function buildImportGraph(input: ImportGraphInput): Promise<ImportGraph> {
  const fileSet = await createFileSet(input);
  const sources = [...fileSet.paths].filter(canListImports).sort();
  const imports = new Map<string, readonly string[]>();
  const skipped = sources.slice(MAX_FILES);
  for (const path of sources.slice(0, MAX_FILES)) {
    const text = input.read(path);
    if (text === undefined || isUnwritten(path, text)) skipped.push(path);
    else imports.set(path, resolveAll(path, await listCached(path, text, input.cache), fileSet));
  }
  return { imports, importedBy: invert(imports), skipped };
}

/** Text no person wrote: parsing it is dear or dangerous, and tells little. */
function isUnwritten(path: string, text: string): boolean {
  if (text.length > MAX_TEXT_LENGTH || /[.-]min\.[cm]?js$/.test(path)) return true;
  if (/(?:\/\/|\*|#).*(?:@generated|\bDO NOT EDIT\b)/.test(text.slice(0, 1_000))) return true;
  const isWide = text.length > 5_000 && text.length / text.split('\n').length > 500;
  return isWide || isDeeplyNested(text);
}

async function listCached(
  path: string,
  text: string,
  cache: ImportCache | undefined,
): Promise<readonly ImportRef[]> {
  if (cache === undefined) return listImports(path, text);
  const hash = createHash('sha256').update(text).digest('hex');
  const key = `${LISTING_VERSION}${posix.extname(path)}:${hash}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const refs = await listImports(path, text);
  cache.set(key, refs);
  return refs;
}

function resolveAll(path: string, refs: readonly ImportRef[], fileSet: FileSet): string[] {
  const targets = new Set(listImpliedImports(path, fileSet));
  for (const ref of refs) {
    const target = resolveImport(ref, path, fileSet);
    if (target !== undefined) targets.add(target);
  }
  targets.delete(path);
  return [...targets].sort();
}

function invert(imports: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  const importedBy = new Map<string, string[]>();
  // Importers arrive in sorted order, so each list is sorted too.
  for (const [path, targets] of imports) {
    for (const target of targets) {
      const importers = importedBy.get(target);
      if (importers === undefined) importedBy.set(target, [path]);
      else importers.push(path);
    }
  }
  return importedBy;
}
