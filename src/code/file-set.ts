// Builds the file set that imports resolve against.
import { loadPathAliases } from './javascript/path-aliases.js';
import type { FileSet } from './language-provider.js';
import type { ProjectView } from './project-view.js';

export async function createFileSet(project: ProjectView): Promise<FileSet> {
  return { paths: new Set(project.files), aliases: await loadPathAliases(project) };
}
