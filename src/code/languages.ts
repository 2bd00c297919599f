// Chooses the language of a path and asks its provider.
import { posix } from 'node:path';
import type { Diagnostic } from '../schema/index.js';
import { jsonProvider } from './data/json.js';
import { yamlProvider } from './data/yaml.js';
import { javascriptProvider } from './javascript/provider.js';
import type { FileSet, ImportRef, LanguageProvider, OutlineEntry } from './language-provider.js';
import { isDeeplyNested } from './nesting.js';
import { pythonProvider } from './python/provider.js';

/** A larger text is data or generated; parsing it in every step would cost more than it tells. */
const MAX_TEXT_LENGTH = 2_000_000;

const PROVIDERS: readonly [RegExp, LanguageProvider][] = [
  [/\.(?:[cm]?[jt]s|[jt]sx)$/i, javascriptProvider],
  [/\.pyi?$/i, pythonProvider],
  [/\.(?:json|jsonc|code-workspace)$|(?:^|\/)\.(?:eslintrc|babelrc|swcrc)$/i, jsonProvider],
  [/\.ya?ml$/i, yamlProvider],
];

/** What is wrong with the text as a file of that name; undefined when the language is unknown or cannot be judged. */
export async function checkSyntax(path: string, text: string): Promise<Diagnostic[] | undefined> {
  return tryParsing(text, () => findProvider(path)?.checkSyntax(path, text));
}

/** The imports of a file in source order; none for languages whose imports are not understood. */
export async function listImports(path: string, text: string): Promise<ImportRef[]> {
  return (await tryParsing(text, () => findProvider(path)?.imports?.list(path, text))) ?? [];
}

/** True when imports of this kind of file are understood, so that an empty answer means "imports nothing". */
export function canListImports(path: string): boolean {
  return findProvider(path)?.imports !== undefined;
}

/** The project file an import leads to; undefined for packages and whatever is not in the file set. */
export function resolveImport(ref: ImportRef, fromPath: string, files: FileSet): string | undefined {
  return findProvider(fromPath)?.imports?.resolve(ref, fromPath, files);
}

/** Files that take part without an import, such as pytest's conftest.py. */
export function listImpliedImports(path: string, files: FileSet): string[] {
  return findProvider(path)?.imports?.implied?.(path, files) ?? [];
}

/** The declarations of a file in source order; none for languages without an outline. */
export async function outline(path: string, text: string): Promise<OutlineEntry[]> {
  return (await tryParsing(text, () => findProvider(path)?.outline?.(path, text))) ?? [];
}

/**
 * The lines of the declaration called `symbol`, which may be qualified (`Class.method`) or bare (`method`).
 * Of several with one name (overloads, a getter and its setter) the longest is the one worth reading.
 */
export async function findSymbol(
  path: string,
  text: string,
  symbol: string,
): Promise<{ start: number; end: number } | undefined> {
  const entries = await outline(path, text);
  const exact = entries.filter((entry) => entry.name === symbol);
  const named = exact.length > 0 ? exact : entries.filter((entry) => entry.name.endsWith(`.${symbol}`));
  const [first, ...rest] = named;
  if (first === undefined) return undefined;
  const best = rest.reduce((a, b) => (b.end - b.start > a.end - a.start ? b : a), first);
  return { start: best.start, end: best.end };
}

/** Undefined when the text is too large or too deep to parse, which is no proof of a mistake in it. */
async function tryParsing<T>(text: string, parse: () => Promise<T> | undefined): Promise<T | undefined> {
  if (text.length > MAX_TEXT_LENGTH || isDeeplyNested(text)) return undefined;
  try {
    return await parse();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function findProvider(path: string): LanguageProvider | undefined {
  const name = posix.normalize(path);
  return PROVIDERS.find(([pattern]) => pattern.test(name))?.[1];
}
