// What a task did to files: for each, what it was first and what it is now.
import type { FileChange, RecordedEdit, TaskState } from '../schema/index.js';
import { CAPS, newest } from './caps.js';

/** Last changed, last in the list; a file that is back to what it was is no longer a change. */
export function mergeEdits(
  files: Readonly<Record<string, FileChange>>,
  edits: readonly RecordedEdit[],
): Record<string, FileChange> {
  const merged = new Map(Object.entries(files));
  for (const { path, before, after } of edits) {
    const known = merged.get(path);
    const first = known ? known.before : before;
    merged.delete(path);
    if (first !== after) merged.set(path, { before: first, after });
  }
  return Object.fromEntries(newest([...merged], CAPS.files));
}

/** The files that are changed now, with an edit set that is on disk but whose step is not finished. */
export function changedPaths({ files, open }: TaskState): string[] {
  return Object.keys(mergeEdits(files, open?.act?.kind === 'apply' ? open.act.edits : []));
}

/** The edits that take these changes back. */
export function toInverseEdits(files: Readonly<Record<string, FileChange>>): RecordedEdit[] {
  return Object.entries(files).map(([path, { before, after }]) => ({ path, before: after, after: before }));
}
