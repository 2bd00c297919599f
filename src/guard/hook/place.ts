// Where a call plays: the project's root by real path, and every name a path has in it.
import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';

export interface HookPlace {
  /** With every link followed. */
  readonly root: string;
  /** Where the agent stands; may lie outside. */
  readonly cwd: string;
  /** A project is there, rather than any folder. */
  readonly isProject: boolean;
}

/** `start` is where to look for the project from; `cwd` what relative names start from. */
export function findPlace({ start, cwd }: { readonly start: string; readonly cwd: string }): HookPlace {
  const real = followLinks(path.resolve(start));
  const root = findRoot(real);
  return {
    root: root ?? real,
    cwd: path.isAbsolute(cwd) ? path.normalize(cwd) : path.resolve(real, cwd),
    isProject: root !== undefined,
  };
}

const MARKS = ['.agentforge', '.git'];

function findRoot(folder: string): string | undefined {
  if (MARKS.some((mark) => existsSync(path.join(folder, mark)))) return folder;
  const parent = path.dirname(folder);
  return parent === folder ? undefined : findRoot(parent);
}

/**
 * What a named path is called from the root: as it is written and with every link followed, once where these are the same.
 * Absolute where it lies outside.
 */
export function namePath({ root, cwd }: HookPlace, named: string): readonly string[] {
  const lexical = path.resolve(cwd, named.startsWith('file://') ? decodeUri(named) : named);
  const written = toRelative(root, lexical) ?? findAlias(root, lexical);
  const real = followLinks(lexical);
  const followed = toRelative(root, real) ?? real;
  // Another name for a place inside is no place outside.
  if (written === undefined) return followed === real ? [...new Set([lexical, real])] : [followed];
  return [...new Set([written, followed])];
}

function decodeUri(named: string): string {
  try {
    return decodeURIComponent(new URL(named).pathname);
  } catch {
    return named;
  }
}

/** Undefined outside. */
function toRelative(root: string, absolute: string): string | undefined {
  const relative = path.relative(root, absolute);
  if (relative === '') return '.';
  const isOutside = relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative);
  return isOutside ? undefined : relative.split(path.sep).join('/');
}

/** A folder above it may be the root by another name. */
function findAlias(root: string, lexical: string): string | undefined {
  for (let folder = lexical; folder !== path.dirname(folder); folder = path.dirname(folder))
    if (tryRealPath(folder) === root) return toRelative(folder, lexical);
  return undefined;
}

const MAX_LINKS = 40;

/** With every link followed, also one that leads to nothing; what does not exist keeps its name. */
export function followLinks(absolute: string): string {
  return tryRealPath(absolute) ?? followMissing(absolute, 0);
}

function followMissing(absolute: string, depth: number): string {
  const parent = path.dirname(absolute);
  if (parent === absolute || depth > MAX_LINKS) return absolute;
  const target = isLink(absolute) ? readTarget(absolute) : undefined;
  if (target !== undefined) return tryRealPath(target) ?? followMissing(target, depth + 1);
  return path.join(tryRealPath(parent) ?? followMissing(parent, depth + 1), path.basename(absolute));
}

function isLink(absolute: string): boolean {
  try {
    return lstatSync(absolute).isSymbolicLink();
  } catch {
    return false;
  }
}

function readTarget(link: string): string | undefined {
  try {
    return path.resolve(path.dirname(link), readlinkSync(link));
  } catch {
    return undefined;
  }
}

function tryRealPath(absolute: string): string | undefined {
  try {
    return realpathSync(absolute);
  } catch {
    return undefined;
  }
}
