// Globs → one regular expression, and what a path must contain before it is worth asking.
import picomatch from 'picomatch';
import type { CompiledGlobs } from './compiled.js';

export function compileGlobs(globs: readonly string[]): CompiledGlobs {
  const source = globs.map((glob) => `(?:${picomatch.makeRe(glob, { dot: true }).source})`).join('|');
  const hints = globs.flatMap(expandBraces).map(findLongestLiteral);
  return hints.includes('') || hints.length > MAX_HINTS ? { source } : { source, hints: keepShortest(hints) };
}

const MAX_HINTS = 500;

/** `a.{b,c}` → `a.b`, `a.c`. */
function expandBraces(glob: string): string[] {
  const inner = /\{([^{}]*)\}/.exec(glob);
  if (!inner) return [glob];
  const [before, after] = [glob.slice(0, inner.index), glob.slice(inner.index + inner[0].length)];
  return (inner[1] ?? '').split(',').flatMap((choice) => expandBraces(before + choice + after));
}

/** What stands between wildcards; `**` may also stand for no folder at all, without its slash. */
function findLongestLiteral(glob: string): string {
  const pieces = glob
    .replaceAll(/\/?\*\*\/?/g, '*')
    .replaceAll(/\[[^\]]*\]/g, '*')
    .split(/[^\w./@~ -]+/);
  return pieces
    .reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '')
    .toLowerCase();
}

/** A text that contains one contains what that one contains. */
function keepShortest(hints: readonly string[]): string[] {
  const all = [...new Set(hints)];
  return all.filter((hint) => !all.some((other) => other !== hint && hint.includes(other)));
}
