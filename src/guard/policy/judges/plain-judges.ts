// What is deleted, what was not read, and whether anything changed.
import type { Case, Hit } from './judge.js';

/** Any of the files that match. */
export function judgeDeleted({ files }: Case): Hit | undefined {
  const file = files.find(({ after, unknown }) => after === null && unknown !== true);
  return file && { path: file.path };
}

/** Where nobody keeps count of what was read, it has no opinion. */
export function judgeUnread({ files, view }: Case): Hit | undefined {
  const { seen } = view;
  const file = seen && files.find(({ path, before }) => before !== null && !seen(path));
  return file && { path: file.path };
}

/** At the end: the files are what changed since the agent began. */
export function judgeUnchanged({ files }: Case): Hit | undefined {
  return files.length === 0 ? {} : undefined;
}
