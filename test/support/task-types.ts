// A folder with task types of a test's own, by name and YAML text.
import { writeProjectFile } from './project-file.js';
import { makeProject } from './temp-project.js';

export function makeTypes(types: Readonly<Record<string, string>>): string {
  const folder = makeProject({});
  for (const [name, yaml] of Object.entries(types)) writeProjectFile(folder, `types/${name}.yaml`, yaml);
  return folder;
}
