// Whether something became less or more: tests, assertions, skips.
import type { GuardedAction, GuardedFile } from '../contract.js';
import { isOutside } from './changes.js';
import { readCode } from './code-text.js';
import type { CompiledCount } from './compiled.js';
import { countMatches, findChangedLines, type ChangedLines } from './line-matches.js';

export interface CountHit {
  readonly what: string;
  readonly path: string;
}

/** Over all the files of the project together. A file whose text is not known says nothing here: it is looked at once it is written. */
export function findCountHit(
  all: readonly GuardedFile[],
  counts: readonly CompiledCount[],
  action: GuardedAction,
): CountHit | undefined {
  const files = all.filter(({ path }) => !isOutside(path));
  const unseen = files.find((file) => isUnseenDeletion(file));
  const falls = counts.find(({ must }) => must === 'not_fall');
  if (unseen && falls && !mayHaveMoved(files, action)) return { what: falls.what, path: unseen.path };
  const known = files.filter(({ unknown, before, after }) => unknown !== true && before !== after);
  if (known.length === 0 || mayHaveMoved(files, action)) return undefined;
  const changed = known.map((file) => ({ path: file.path, lines: readChanged(file) }));
  for (const { what, pattern, must } of counts) {
    const changes = changed.map(({ path, lines }) => ({ path, rise: countRise(lines, pattern) }));
    const rise = changes.reduce((sum, change) => sum + change.rise, 0);
    const isWrong = must === 'not_fall' ? rise < 0 : rise > 0;
    const worst = changes.find((change) => Math.sign(change.rise) === Math.sign(rise));
    if (isWrong && worst) return { what, path: worst.path };
  }
  return undefined;
}

/** A shell removes it, and nobody has read what was in it. */
function isUnseenDeletion(file: GuardedFile): boolean {
  return file.unknown !== true && file.before === null && file.after === null;
}

/** `mv` of one test file to the name of another: what it held is there afterwards. */
function mayHaveMoved(files: readonly GuardedFile[], { shell }: GuardedAction): boolean {
  return (
    shell !== undefined &&
    files.some(({ unknown }) => unknown === true) &&
    shell.writes.some(({ how }) => how === 'move')
  );
}

function readChanged({ path, before, after }: GuardedFile): ChangedLines {
  return findChangedLines(readCode(before ?? '', path), readCode(after ?? '', path));
}

function countRise({ before, after }: ChangedLines, pattern: string): number {
  return countMatches(after, pattern) - countMatches(before, pattern);
}
