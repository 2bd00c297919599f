// From a Python module name to a project file.
import { posix } from 'node:path';
import { listAncestors } from '../ancestor.js';
import type { FileSet, ImportRef } from '../language-provider.js';
import { isTestFile } from '../test-file.js';

export function resolvePythonImport(ref: ImportRef, fromPath: string, files: FileSet): string | undefined {
  const dots = /^\.*/.exec(ref.specifier)?.[0].length ?? 0;
  const module = ref.specifier.slice(dots).split('.').join('/');
  for (const folder of dots > 0 ? listPackage(fromPath, dots) : listSearchPath(fromPath, files)) {
    const base = posix.join(folder, module);
    // The name itself may be a module; otherwise it is something the module defines.
    const named = ref.name === undefined ? undefined : resolveModule(posix.join(base, ref.name), files);
    const path = named ?? resolveModule(base, files);
    if (path !== undefined) return path;
  }
  return undefined;
}

/** pytest loads every conftest.py from the test's folder up to the root. */
export function listConftests(path: string, files: FileSet): string[] {
  if (!isTestFile(path)) return [];
  return listAncestors(path)
    .map((folder) => posix.join(folder, 'conftest.py'))
    .filter((conftest) => files.paths.has(conftest));
}

/** One dot is the file's own package, each further dot one folder up; beyond the root there is nothing. */
function listPackage(fromPath: string, dots: number): string[] {
  const folder = listAncestors(fromPath)[dots - 1];
  return folder === undefined ? [] : [folder];
}

/**
 * Folders that may be on sys.path, nearest first: those above the file that are not packages themselves, and the
 * `src` beside them.
 */
function listSearchPath(fromPath: string, files: FileSet): string[] {
  return listAncestors(fromPath)
    .filter((folder) => folder === '' || !files.paths.has(`${folder}/__init__.py`))
    .flatMap((folder) => [folder, posix.join(folder, 'src')]);
}

function resolveModule(base: string, files: FileSet): string | undefined {
  const candidates = [`${base}.py`, posix.join(base, '__init__.py'), `${base}.pyi`];
  return candidates.find((candidate) => files.paths.has(candidate));
}
