// Folders for tests that write a lot: in memory where there is such a place.
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const MEMORY_FOLDER = '/dev/shm';
const made: string[] = [];

/** A folder of its own, by its real path; removed by `removeFolders`. */
export function makeFolder(name = 'test'): string {
  const base = existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : os.tmpdir();
  const folder = realpathSync(mkdtempSync(path.join(base, `agentforge-${name}-`)));
  made.push(folder);
  return folder;
}

export function removeFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}
