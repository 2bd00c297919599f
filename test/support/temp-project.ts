// A project in a temporary folder, removed when the test file is done.
import { commitAll, makeTempProject } from './walled-project.js';

/** Returns its root. */
export function makeProject(
  files: Readonly<Record<string, string>>,
  options: { git?: boolean } = {},
): string {
  const { root } = makeTempProject(files);
  if (options.git) commitAll(root);
  return root;
}
