// What a file holds, as far as it is text of a size that can be judged.
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

const MAX_BYTES = 2_000_000;

export type FileContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'none' }
  /** A folder, something too large, or what may not be read. */
  | { readonly kind: 'unreadable'; readonly isFolder: boolean };

export function readContent(absolute: string): FileContent {
  let handle: number | undefined;
  try {
    // A pipe would keep us waiting.
    handle = openSync(absolute, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = fstatSync(handle);
    if (!stat.isFile() || stat.size > MAX_BYTES) return { kind: 'unreadable', isFolder: stat.isDirectory() };
    return { kind: 'text', text: readFileSync(handle, 'utf8') };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
    return isMissing ? { kind: 'none' } : { kind: 'unreadable', isFolder: code === 'EISDIR' };
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
