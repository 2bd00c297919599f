// The files of a project that are made to hold secrets, ignored by git or not.
import { isControlPath } from './control-files.js';
import { walkProject } from './project-walk.js';
import { holdsSecrets } from './secret-patterns.js';

/** Relative to the root; their values are to be known before any tool can print them. */
export function findSecretFiles(root: string): string[] {
  const files: string[] = [];
  walkProject(root, (relative, entry) => {
    if (entry.isFile() && holdsSecrets(relative)) files.push(relative);
    return isControlPath(relative) ? 'skip' : 'enter';
  });
  return files;
}
