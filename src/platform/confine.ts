// Confines every path an agent names to the project root, by real path, at the time of use.
import fs from 'node:fs';
import path from 'node:path';
import { isControlPath } from './control-files.js';

export type Confined =
  | { readonly ok: true; readonly absolute: string; readonly relative: string; readonly realRoot: string }
  | Refused;

interface Refused {
  readonly ok: false;
  readonly reason: 'outside_root' | 'control_file' | 'bad_path';
  readonly message: string;
}

/**
 * Resolves `named` against the root. Both the path as written and the path with every link followed must lie inside the
 * root, and neither may be a control file when `forWriting`. A missing file is fine: its existing ancestors are followed.
 */
export function confine(root: string, named: string, options: { forWriting: boolean }): Confined {
  const bad = badPath(named);
  if (bad) return { ok: false, reason: 'bad_path', message: bad };
  const realRoot = fs.realpathSync(root);
  const lexical = path.resolve(realRoot, named);
  const ancestor = nearestAncestor(lexical);
  if (ancestor?.isFile && ancestor.missing.length > 0) {
    return {
      ok: false,
      reason: 'bad_path',
      message: `${JSON.stringify(named)} lies below a file; name a path whose folders are folders.`,
    };
  }
  const real = ancestor && path.join(ancestor.real, ...ancestor.missing);
  for (const candidate of [lexical, real]) {
    const reason = findObjection(realRoot, candidate, options);
    if (reason) return { ok: false, reason, message: `${JSON.stringify(named)} ${OBJECTIONS[reason]}` };
  }
  const absolute = real ?? lexical;
  return {
    ok: true,
    realRoot,
    absolute,
    relative: path.relative(realRoot, absolute).split(path.sep).join('/'),
  };
}

const OBJECTIONS = {
  outside_root: 'is outside the project; name a path inside it.',
  control_file: 'is a control file, which an agent may not write.',
} as const;

function findObjection(
  realRoot: string,
  candidate: string | undefined,
  { forWriting }: { forWriting: boolean },
): keyof typeof OBJECTIONS | undefined {
  if (candidate === undefined || !isInside(realRoot, candidate)) return 'outside_root';
  return forWriting && isControlPath(path.relative(realRoot, candidate)) ? 'control_file' : undefined;
}

const MAX_PATH_CHARS = 1_000;
const MAX_NAME_BYTES = 255;

function badPath(named: string): string | undefined {
  if (named.trim() === '') return 'The path is empty; name a file inside the project.';
  if (named.length > MAX_PATH_CHARS) return 'The path is longer than 1,000 characters; name a shorter one.';
  if (named.split('/').some((part) => Buffer.byteLength(part) > MAX_NAME_BYTES)) {
    return 'A name in the path is longer than 255 bytes, which file systems refuse; name a shorter one.';
  }
  // Line and paragraph separators, half surrogates and invisible characters count: they make a path look like another.
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(named))
    return 'The path contains control characters; name it without them.';
  // Records are kept by path, and no record can be kept under this name.
  if (named.split('/').includes('__proto__')) return 'The name __proto__ cannot be used; choose another one.';
  if (path.isAbsolute(named) || /^[A-Za-z]:[\\/]/.test(named) || named.startsWith('~')) {
    return `${JSON.stringify(named)} is absolute; name a path relative to the project root.`;
  }
  return undefined;
}

function isInside(root: string, candidate: string): boolean {
  const relative = path.relative(root, candidate);
  return (
    relative !== '' &&
    relative !== '..' &&
    !relative.startsWith(`..${path.sep}`) &&
    !path.isAbsolute(relative)
  );
}

interface Ancestor {
  readonly real: string;
  readonly isFile: boolean;
  /** The names below it that do not exist yet. */
  readonly missing: readonly string[];
}

/** The nearest part of the path that exists, with every link followed; undefined for a link that leads nowhere. */
function nearestAncestor(absolute: string): Ancestor | undefined {
  const missing: string[] = [];
  for (let current = absolute; ; current = path.dirname(current)) {
    if (exists(current)) return resolveAncestor(current, missing);
    missing.unshift(path.basename(current));
    if (current === path.dirname(current)) return undefined;
  }
}

function resolveAncestor(existing: string, missing: readonly string[]): Ancestor | undefined {
  try {
    const real = fs.realpathSync(existing);
    return { real, isFile: !fs.statSync(real).isDirectory(), missing };
  } catch {
    return undefined;
  }
}

function exists(absolute: string): boolean {
  try {
    return fs.lstatSync(absolute, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
