// Whether a name is part of what a package offers to those who install it.
import { posix } from 'node:path';
import type ts from 'typescript';
import { z } from 'zod';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { parseJson } from '../../../platform/index.js';
import type { ProjectFiles } from './project-files.js';

const Manifest = z.object({
  private: z.boolean().optional().catch(undefined),
  main: z.string().optional().catch(undefined),
  module: z.string().optional().catch(undefined),
  exports: z.unknown().optional(),
});

export function isPublished(
  compiler: TypeScript,
  program: ts.Program,
  files: ProjectFiles,
  name: ts.Node,
): boolean {
  const checker = program.getTypeChecker();
  const symbol = checker.getSymbolAtLocation(name);
  if (symbol === undefined) return false;
  return listEntries(files, name.getSourceFile().fileName).some((path) => {
    const entry = program.getSourceFile(path);
    const root = entry === undefined ? undefined : checker.getSymbolAtLocation(entry);
    const offered = root === undefined ? [] : checker.getExportsOfModule(root);
    return offered.some((each) => resolve(compiler, checker, each) === symbol);
  });
}

function resolve(compiler: TypeScript, checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return (symbol.flags & compiler.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}

/** The files that the nearest package.json names as entries, as they are in the project. */
function listEntries(files: ProjectFiles, from: string): string[] {
  for (let folder = posix.dirname(from); folder.startsWith(files.root); folder = posix.dirname(folder)) {
    const text = files.read(posix.join(folder, 'package.json'));
    if (text === undefined) continue;
    const manifest = Manifest.safeParse(parseJson(text)).data;
    if (manifest === undefined || manifest.private === true) return [];
    const names = [manifest.main ?? 'index.js', manifest.module, ...listStrings(manifest.exports)];
    return names.flatMap((name) => (name === undefined ? [] : listCandidates(posix.join(folder, name))));
  }
  return [];
}

/** Entries name what is built; the source beside it has another ending. */
function listCandidates(path: string): string[] {
  const stem = path.replace(/\.[cm]?js$/, '').replace(/\.d\.[cm]?ts$/, '');
  const endings = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.tsx', '/index.js', '/index.ts'];
  return [path, ...endings.map((ending) => stem + ending)];
}

function listStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(listStrings) : [];
}
