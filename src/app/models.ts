// Turns the name of a model, as given on the command line or in configuration, into one.
import { readFileSync } from 'node:fs';
import {
  CODING_CLIS,
  createCliModel,
  createInboxModel,
  createPlanner,
  createScriptModel,
  createTapeModel,
  findProgram,
  KNOWN_PROVIDERS,
  parseScript,
  type Model,
} from '../model/index.js';
import { systemClock, systemPause } from '../platform/index.js';
import type { Runtime } from '../engine/index.js';
import { AgentForgeError, type ProjectConfig } from '../schema/index.js';
import { loadConfig } from './config.js';
import { createApiModel, type ModelSurroundings } from './api-model.js';

const NOWHERE: ModelSurroundings = { environment: process.env, providers: {} };

export function createModel(name: string, surroundings: ModelSurroundings = NOWHERE): Model {
  const made =
    createOwnModel(name) ?? createCodingModel(name, surroundings) ?? createApiModel(name, surroundings);
  if (made) return made;
  throw new AgentForgeError(
    'bad_usage',
    `There is no model ${JSON.stringify(name)}; use planner, inbox, script:FILE, tape:FILE, claude, codex, gemini or PROVIDER/NAME (\`agentforge models\` lists them).`,
  );
}

/** What needs neither a key nor another program. */
function createOwnModel(name: string): Model | undefined {
  const [kind = '', ...rest] = name.split(':');
  const argument = rest.join(':');
  if (kind === 'inbox') return createInboxModel();
  if (kind === 'planner') return createPlanner();
  if (argument === '') return undefined;
  if (kind === 'script') return createScriptModel(parseScript(readScript(argument), argument));
  return kind === 'tape' ? createTapeModel(argument) : undefined;
}

function readScript(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new AgentForgeError('not_found', `The script ${file} could not be read.`, { cause });
  }
}

/** The models that a configuration names for some uses, each made when it is first used. */
export function createModelChooser(
  { phases, reading }: ProjectConfig['models'],
  surroundings: ModelSurroundings,
  prepare: (model: Model) => Model,
): NonNullable<Runtime['modelFor']> {
  const made = new Map<string, Model>();
  return ({ role, phase }) => {
    const name = role === 'reading' ? reading : phases[phase];
    if (name === undefined) return undefined;
    const model = made.get(name) ?? prepare(createModel(name, surroundings));
    made.set(name, model);
    return model;
  };
}

/** For whoever only wants to know what a model would cost: a key is not needed for that. */
export function assumeKeys(
  environment: ModelSurroundings['environment'],
  { providers }: Pick<ProjectConfig, 'providers'>,
): ModelSurroundings['environment'] {
  const names = [
    ...KNOWN_PROVIDERS.map(({ provider }) => provider.keyName),
    ...Object.values(providers).flatMap(({ key }) => key ?? []),
  ].filter((name) => name !== '');
  return { ...Object.fromEntries(names.map((name) => [name, 'none'])), ...environment };
}

/** Throws when there is no such model, or when it lacks what it needs; nothing is asked of it. */
export function requireModel(project: string, name: string): void {
  createModel(name, { environment: process.env, providers: loadConfig(project).providers });
}

/** Some minutes: coding CLIs try again by themselves before they give up. */
const CLI_TIMEOUT_MS = 10 * 60_000;

/** `claude`, or `claude/MODEL`. */
function createCodingModel(name: string, { environment }: ModelSurroundings): Model | undefined {
  const [program, ...rest] = name.split('/');
  const cli = CODING_CLIS.find((one) => one.name === program);
  if (cli && findProgram(cli.name, environment) === undefined)
    throw new AgentForgeError(
      'bad_usage',
      `${cli.name} is not installed; \`agentforge models\` says how to get it and what else there is.`,
    );
  return (
    cli &&
    createCliModel(cli, {
      ...(rest.length === 0 ? {} : { model: rest.join('/') }),
      timeoutMs: CLI_TIMEOUT_MS,
      environment,
      clock: systemClock,
      pause: systemPause,
    })
  );
}
