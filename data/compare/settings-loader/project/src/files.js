import { readFile } from 'node:fs/promises';

/** The text of a file, or undefined when there is none. */
export async function readIfThere(path) {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}
