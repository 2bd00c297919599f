// What a task did to files: for each, what it was first and what it is now.
import type { FileChange, RecordedEdit } from '../schema/index.js';

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

/** The edits that take these changes back. */
export function toInverseEdits(files: Readonly<Record<string, FileChange>>): RecordedEdit[] {
  return Object.entries(files).map(([path, { before, after }]) => ({ path, before: after, after: before }));
}
