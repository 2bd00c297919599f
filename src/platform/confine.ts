// Confines every path an agent names to the project root, by real path, at the time of use.
import fs from 'node:fs';
import path from 'node:path';
import { isControlPath } from './control-files.js';

export type Confined =
  | { readonly ok: true; readonly absolute: string; readonly relative: string; readonly realRoot: string }
  | {
      readonly ok: false;
      readonly reason: 'outside_root' | 'control_file' | 'bad_path';
      readonly message: string;
    };

/**
 * Resolves `named` against the root. Both the path as written and the path with every link followed must lie inside the
 * root, and neither may be a control file when `forWriting`. A missing file is fine: its existing ancestors are followed.
 */
export function confine(root: string, named: string, options: { forWriting: boolean }): Confined {
  const bad = badPath(named);
  if (bad) return { ok: false, reason: 'bad_path', message: bad };
  const realRoot = fs.realpathSync(root);
  const lexical = path.resolve(realRoot, named);
  const real = followLinks(lexical);
  if (real === 'below a file') {
    return {
      ok: false,
      reason: 'bad_path',
      message: `${JSON.stringify(named)} lies below a file; name a path whose folders are folders.`,
    };
  }
  for (const candidate of [lexical, real]) {
    if (candidate === undefined || !isInside(realRoot, candidate)) {
      return {
        ok: false,
        reason: 'outside_root',
        message: `${JSON.stringify(named)} is outside the project; name a path inside it.`,
      };
    }
    if (options.forWriting && isControlPath(path.relative(realRoot, candidate))) {
      return {
        ok: false,
        reason: 'control_file',
        message: `${JSON.stringify(named)} is a control file, which an agent may not write.`,
      };
    }
  }
  const absolute = real ?? lexical;
  return {
    ok: true,
    realRoot,
    absolute,
    relative: path.relative(realRoot, absolute).split(path.sep).join('/'),
  };
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

/** The real path of the nearest existing ancestor plus the missing rest; undefined for a link that leads nowhere. */
function followLinks(absolute: string): string | 'below a file' | undefined {
  const missing: string[] = [];
  for (let current = absolute; ; current = path.dirname(current)) {
    if (exists(current)) {
      try {
        const real = fs.realpathSync(current);
        if (missing.length > 0 && !fs.statSync(real).isDirectory()) return 'below a file';
        return path.join(real, ...missing);
      } catch {
        return undefined;
      }
    }
    missing.unshift(path.basename(current));
    if (current === path.dirname(current)) return undefined;
  }
}

function exists(absolute: string): boolean {
  try {
    return fs.lstatSync(absolute, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
