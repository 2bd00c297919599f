// Files that somebody asked for: whether they can be written is known before the work, not after it.
import { accessSync, constants, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AgentForgeError } from '../schema/index.js';

export function requirePlace(file: string): void {
  try {
    const known = statSync(file, { throwIfNoEntry: false });
    if (known?.isDirectory()) throw new Error('it is a folder');
    accessSync(known ? file : path.dirname(path.resolve(file)), constants.W_OK);
  } catch (cause) {
    throw new AgentForgeError(
      'bad_usage',
      `${file} cannot be written; name a file in a folder that exists.`,
      {
        cause,
      },
    );
  }
}

export function writeReport(file: string, text: string): void {
  requirePlace(file);
  writeFileSync(file, `${text}\n`);
}
