// From a module name to a project file, the way bundlers and the TypeScript compiler agree on.
import { posix } from 'node:path';
import type { FileSet, ImportRef, PathAliases } from '../language-provider.js';
import { listAncestors } from '../ancestor.js';

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.d.ts', '.json'];
/** Sources import what they compile to, so `./a.js` may mean `./a.ts`. */
const COMPILED_FROM: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.d.ts'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts', '.d.mts'],
  '.cjs': ['.cts', '.d.cts'],
};

export function resolveScriptImport(ref: ImportRef, fromPath: string, files: FileSet): string | undefined {
  // Bundlers put loader options behind a question mark.
  const specifier = ref.specifier.replace(/\?.*$/, '');
  if (/^\.{1,2}(?:\/|$)/.test(specifier)) {
    return resolveFile(posix.join(posix.dirname(fromPath), specifier), files);
  }
  const aliases = findAliases(fromPath, files);
  if (aliases === undefined) return undefined;
  for (const target of listAliasTargets(specifier, aliases)) {
    const path = resolveFile(target, files);
    if (path !== undefined) return path;
  }
  return undefined;
}

function resolveFile(joined: string, files: FileSet): string | undefined {
  const base = joined === './' || joined === '.' ? '' : joined.replace(/\/$/, '');
  return listCandidates(base).find((candidate) => files.paths.has(candidate));
}

function listCandidates(base: string): string[] {
  const index = EXTENSIONS.map((extension) => posix.join(base, `index${extension}`));
  if (base === '') return index;
  const extension = posix.extname(base);
  const stem = base.slice(0, base.length - extension.length);
  return [
    base,
    ...(COMPILED_FROM[extension] ?? []).map((source) => stem + source),
    ...EXTENSIONS.map((appended) => base + appended),
    ...index,
  ];
}

function findAliases(fromPath: string, files: FileSet): PathAliases | undefined {
  if (files.aliases.size === 0) return undefined;
  const folder = listAncestors(fromPath).find((ancestor) => files.aliases.has(ancestor));
  return folder === undefined ? undefined : files.aliases.get(folder);
}

function listAliasTargets(specifier: string, aliases: PathAliases): string[] {
  const matching = aliases.patterns.find(({ pattern }) => matchStar(pattern, specifier) !== undefined);
  const star = matching === undefined ? '' : (matchStar(matching.pattern, specifier) ?? '');
  // A function keeps `$` in a file name from being read as a replacement pattern.
  const targets = (matching?.targets ?? []).map((target) => target.replace('*', () => star));
  return aliases.baseUrl === undefined ? targets : [...targets, posix.join(aliases.baseUrl, specifier)];
}

/** What the `*` stands for, empty for an exact match, undefined when the pattern does not match. */
function matchStar(pattern: string, specifier: string): string | undefined {
  const [prefix = '', suffix] = pattern.split('*');
  if (suffix === undefined) return pattern === specifier ? '' : undefined;
  const fits = specifier.length >= prefix.length + suffix.length;
  if (!fits || !specifier.startsWith(prefix) || !specifier.endsWith(suffix)) return undefined;
  return specifier.slice(prefix.length, specifier.length - suffix.length);
}
