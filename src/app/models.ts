// Turns the name of a model, as given on the command line or in configuration, into one.
import { readFileSync } from 'node:fs';
import {
  createInboxModel,
  createPlanner,
  createScriptModel,
  createTapeModel,
  parseScript,
  type Model,
} from '../model/index.js';
import { AgentForgeError } from '../schema/index.js';

export function createModel(name: string): Model {
  const [kind = '', ...rest] = name.split(':');
  const argument = rest.join(':');
  if (kind === 'inbox') return createInboxModel();
  if (kind === 'planner') return createPlanner();
  if (kind === 'script' && argument !== '')
    return createScriptModel(parseScript(readScript(argument), argument));
  if (kind === 'tape' && argument !== '') return createTapeModel(argument);
  throw new AgentForgeError(
    'bad_usage',
    `There is no model ${JSON.stringify(name)}; use planner, inbox, script:FILE or tape:FILE.`,
  );
}

function readScript(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new AgentForgeError('not_found', `The script ${file} could not be read.`, { cause });
  }
}
