// What a task did to files: for each, what it was first and what it is now.
import type { FileChange, RecordedEdit, TaskState } from '../schema/index.js';

/** A file that is back to what it was is no longer a change. */
export function mergeEdits(
  files: Readonly<Record<string, FileChange>>,
  edits: readonly RecordedEdit[],
): Record<string, FileChange> {
  const merged = { ...files };
  for (const { path, before, after } of edits) {
    const first = merged[path] ? merged[path].before : before;
    if (first === after) delete merged[path];
    else merged[path] = { before: first, after };
  }
  return merged;
}

/** The files that are changed now, with an edit set that is on disk but whose step is not finished. */
export function changedPaths({ files, open }: TaskState): string[] {
  return Object.keys(mergeEdits(files, open?.act?.kind === 'apply' ? open.act.edits : []));
}

/** The edits that take these changes back. */
export function toInverseEdits(files: Readonly<Record<string, FileChange>>): RecordedEdit[] {
  return Object.entries(files).map(([path, { before, after }]) => ({ path, before: after, after: before }));
}
