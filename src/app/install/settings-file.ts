// Writes a settings file whole, through a link where it is one, with the permissions it had.
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { ensureDirectory, nodeDisk, replaceFile } from '../../platform/index.js';

/** Null when there is no such file. */
export function readBytes(file: string): Buffer | null {
  return existsSync(file) ? readFileSync(file) : null;
}

/** Null removes it. */
export function writeBytes(file: string, bytes: Uint8Array | string | null): void {
  if (bytes === null) return removeFile(file);
  ensureDirectory(nodeDisk, path.dirname(file));
  // People keep their settings in a folder of dotfiles, and link to them.
  const target = existsSync(file) ? realpathSync(file) : file;
  const mode = existsSync(target) ? statSync(target).mode & 0o777 : undefined;
  replaceFile(nodeDisk, target, bytes, { durable: true });
  if (mode !== undefined) chmodSync(target, mode);
}

/** The folder goes too when nothing else is in it. */
function removeFile(file: string): void {
  rmSync(file, { force: true });
  const folder = path.dirname(file);
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}
