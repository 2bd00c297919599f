// `init`: a commented configuration to start from.
import { initProject } from '../app/index.js';
import { projectFolder, type Globals } from './globals.js';
import { print, printJson } from './output.js';

export async function init(globals: Globals): Promise<void> {
  const result = initProject(projectFolder(globals));
  if (globals.json) return printJson(result);
  for (const file of result.written) print(`wrote ${file}`);
  print(
    result.tests === undefined
      ? 'No test command was found; set `tests` in the configuration.'
      : 'Found how the tests run; look it over, then `agentforge trust` and `agentforge verify`.',
  );
}
