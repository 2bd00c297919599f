// Whether a path is one of those that globs name. Making an expression takes longer than all else: it is made when it may match.
import type { CompiledGlobs } from './compiled.js';
import { expressionOf } from './line-matches.js';

/** A protected path is protected in any spelling; an exempted one only as it is written. */
export function isNamedBy(
  path: string,
  { source, hints }: CompiledGlobs,
  spelling: 'any' | 'exact',
): boolean {
  const lower = path.toLowerCase();
  const mayMatch = hints === undefined || hints.some((hint) => lower.includes(hint));
  return mayMatch && expressionOf(source, spelling === 'any' ? 'i' : '').test(path);
}
