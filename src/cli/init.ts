// `init`: a commented configuration to start from.
import { initProject } from '../app/index.js';
import { AgentForgeError } from '../schema/index.js';
import { commandLine, projectFolder, type Globals } from './globals.js';
import { print, printJson } from './output.js';

export async function init(globals: Globals, options: { readonly ci?: string }): Promise<void> {
  const result = initProject(projectFolder(globals), readCi(options.ci));
  if (globals.json) return printJson(result);
  for (const file of result.written) print(`wrote ${file}`);
  for (const reason of result.checks) print(`checks ${reason}`);
  print(
    result.tests === undefined
      ? 'No test command was found; set `tests` in the configuration.'
      : `${result.tests} Look it over, then \`${commandLine(globals, 'trust')}\` and \`${commandLine(globals, 'verify')}\`.`,
  );
}

function readCi(name: string | undefined): { ci?: 'github' } {
  if (name === undefined) return {};
  if (name === 'github') return { ci: 'github' };
  throw new AgentForgeError(
    'bad_usage',
    `There is no workflow for ${JSON.stringify(name)}; use --ci github.`,
  );
}
