// Where a program is, as a shell would find it.
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { listProgramFolders } from './cli-environment.js';
import type { CliEnvironment } from './contract.js';

/** A name with a slash is a path, from the current folder when it is not absolute. */
export function findProgram(command: string, environment: CliEnvironment): string | undefined {
  const places = command.includes('/')
    ? [path.resolve(command)]
    : listProgramFolders(environment).map((folder) => path.join(folder, command));
  return places.find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
