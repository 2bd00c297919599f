// In which of the changed test files a test stands, found by its name.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hasAssertion } from './find-assertion.js';
import type { ChangedPath } from './find-change.js';

/** Undefined for those that are in none of them, or whose name is put together as they run. */
export async function locateTests(
  root: string,
  files: readonly ChangedPath[],
  names: readonly string[],
): Promise<ReadonlyMap<string, string | undefined>> {
  const located = new Map<string, string | undefined>();
  for (const name of names) located.set(name, (await findIn(root, files, name))?.path);
  return located;
}

/** True only where its text is known and holds no assertion. */
export async function isWithoutAssertion(
  root: string,
  files: readonly ChangedPath[],
  name: string,
): Promise<boolean> {
  return (await findIn(root, files, name))?.asserts === false;
}

async function findIn(
  root: string,
  files: readonly ChangedPath[],
  name: string,
): Promise<{ readonly path: string; readonly asserts: boolean } | undefined> {
  for (const { path: file, role, isDeleted } of files) {
    if (role !== 'test' || isDeleted) continue;
    const asserts = await hasAssertion(file, readFileSync(path.join(root, file), 'utf8'), name);
    if (asserts !== undefined) return { path: file, asserts };
  }
  return undefined;
}
