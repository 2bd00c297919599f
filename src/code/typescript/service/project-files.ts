// The files of a project as the compiler sees them: texts on disk, and texts that exist only in memory for a moment.
import { posix } from 'node:path';
import type { TypeScript } from '../../javascript/load-typescript.js';
import type { CodeServiceOptions } from '../../refactoring.js';

export interface ProjectFiles {
  readonly root: string;
  /** Absolute, with slashes. */
  toAbsolute(path: string): string;
  toRelative(path: string): string;
  read(absolute: string): string | undefined;
  exists(absolute: string): boolean;
  hasFolder(absolute: string): boolean;
  list(): readonly string[];
  /** Changes whenever the text of the file does. */
  version(absolute: string): string;
  /** The file has this text until the overlay is taken away with undefined; returns the overlay that was there before. */
  overlay(absolute: string, text: string | undefined): string | undefined;
  /** Grows with every change of any text. */
  generation(): number;
  forget(paths: readonly string[] | undefined): void;
}

interface Entry {
  readonly text: string | undefined;
  readonly version: string;
}

interface Listing {
  readonly paths: readonly string[];
  readonly folders: ReadonlySet<string>;
}

export function createProjectFiles(compiler: TypeScript, options: CodeServiceOptions): ProjectFiles {
  const root = options.root.replaceAll('\\', '/').replace(/\/$/, '');
  const onDisk = new Map<string, Entry>();
  /** As it was before it was forgotten: an unchanged text need not be parsed again. */
  const before = new Map<string, Entry>();
  const overlays = new Map<string, Entry>();
  let listed: Listing | undefined;
  let generation = 0;
  const toEntry = (text: string | undefined): Entry => ({ text, version: String((generation += 1)) });
  const toRelative = (path: string): string =>
    path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  const list = (): NonNullable<typeof listed> => (listed ??= indexPaths(options.listFiles()));
  const load = (absolute: string): Entry => {
    const known = overlays.get(absolute) ?? onDisk.get(absolute);
    if (known !== undefined) return known;
    const text = readText(compiler, options, toRelative(absolute), absolute);
    const last = before.get(absolute);
    const entry = last?.text === text && last !== undefined ? last : toEntry(text);
    onDisk.set(absolute, entry);
    before.set(absolute, entry);
    return entry;
  };
  return {
    root,
    toAbsolute: (path) => (posix.isAbsolute(path) ? path : posix.join(root, path)),
    toRelative,
    read: (absolute) => load(absolute).text,
    exists: (absolute) => load(absolute).text !== undefined,
    hasFolder: (absolute) =>
      list().folders.has(absolute === root ? '.' : toRelative(absolute)) ||
      compiler.sys.directoryExists(absolute),
    list: () => list().paths,
    version: (absolute) => load(absolute).version,
    overlay: (absolute, text) => {
      const last = overlays.get(absolute)?.text;
      if (text === undefined) overlays.delete(absolute);
      else if (last !== text) overlays.set(absolute, toEntry(text));
      generation += 1;
      return last;
    },
    generation: () => generation,
    forget: (paths) => {
      listed = undefined;
      generation += 1;
      if (paths === undefined) onDisk.clear();
      for (const path of paths ?? []) onDisk.delete(posix.join(root, path));
    },
  };
}

function indexPaths(paths: readonly string[]): Listing {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let folder = posix.dirname(path); !folders.has(folder); folder = posix.dirname(folder))
      folders.add(folder);
  }
  return { paths, folders };
}

function readText(
  compiler: TypeScript,
  options: CodeServiceOptions,
  relative: string,
  absolute: string,
): string | undefined {
  const text = options.read(relative) ?? (relative === absolute ? undefined : options.read(absolute));
  if (text !== undefined) return text;
  // The compiler's own libraries are read even if nobody else may.
  const libraries = posix.dirname(compiler.getDefaultLibFilePath({}));
  return absolute.startsWith(`${libraries}/`) ? compiler.sys.readFile(absolute) : undefined;
}
