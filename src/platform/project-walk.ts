// A bounded look through a project's folders, without those that hold other people's code.
import { readdirSync, type Dirent } from 'node:fs';
import path from 'node:path';

const MAX_DEPTH = 6;
const MAX_ENTRIES = 20_000;
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set([
  'node_modules',
  '.venv',
  'venv',
  '__pycache__',
  '.tox',
]);

/** Decides about one entry, named relative to the root with `/`; only folders are entered. */
export type Visit = (relative: string, entry: Dirent) => 'enter' | 'skip';

/** Breadth first, so that a bounded look sees what lies near the root; false when it had to stop before the end. */
export function walkProject(root: string, visit: Visit): boolean {
  let entriesSeen = 0;
  let level = [''];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      const entries = listFolder(path.join(root, folder));
      entriesSeen += entries.length;
      if (entriesSeen > MAX_ENTRIES) return false;
      next.push(...entries.flatMap((entry) => visitEntry(folder, entry, visit)));
    }
    level = next;
  }
  return level.length === 0;
}

/** The folder to look into next, if it is one. */
function visitEntry(folder: string, entry: Dirent, visit: Visit): string[] {
  const relative = folder === '' ? entry.name : `${folder}/${entry.name}`;
  const isEntered = visit(relative, entry) === 'enter';
  return isEntered && entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name) ? [relative] : [];
}

function listFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
