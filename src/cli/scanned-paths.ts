// The files of a project that are meant by files and folders on the command line.
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { listProjectFiles } from '../code/index.js';
import { AgentForgeError } from '../schema/index.js';

/** `named` as people type them: from where they are. */
export function listBelow(project: string, named: readonly string[]): string[] {
  const files = listProjectFiles(project);
  const found = named.flatMap((name) => {
    const place = path.relative(project, locate(name));
    const isOutside = place === '..' || place.startsWith(`..${path.sep}`);
    const below = files.filter((file) => place === '' || file === place || file.startsWith(`${place}/`));
    if (!isOutside && below.length > 0) return below;
    throw new AgentForgeError(
      'bad_usage',
      isOutside
        ? `${name} is not in ${project}; \`agentforge scan\` takes another project with --project ${name}.`
        : `There are no files of the project in ${name}: git ignores them, or there are none.`,
    );
  });
  return [...new Set(found)];
}

function locate(name: string): string {
  try {
    return realpathSync(name);
  } catch (cause) {
    throw new AgentForgeError('not_found', `There is no file or folder ${name}.`, { cause });
  }
}
