// Trust in a project's own configuration: asked for once, bound to its exact content, kept outside the project.
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { canonicalJson, nodeDisk, replaceFile, sha256 } from '../platform/index.js';
import { AgentForgeError, type ProjectConfig, type ProviderConfig, type TestsSpec } from '../schema/index.js';
import { loadConfig } from './config.js';

export interface TrustQuestion {
  /** What the project configures, a test command that was found in it, or commands that a task brings itself. */
  readonly kind: 'configuration' | 'tests' | 'task';
  readonly project: string;
  readonly digest: string;
  /** The commands that would become runnable. */
  readonly commands: readonly string[];
  /** How commands run, in sentences: sandbox, network, environment. */
  readonly settings: readonly string[];
  /** The files that are part of it. */
  readonly files: readonly string[];
}

/** What has to be trusted before commands of this project run; undefined when it is, or when there is nothing to trust. */
export function findTrustQuestion(
  project: string,
  environment: NodeJS.ProcessEnv = process.env,
): TrustQuestion | undefined {
  const root = realpathSync(project);
  const files = listGoverning(root);
  if (files.length === 0) return undefined;
  const commands = listCommands(root);
  const digest = sha256(
    canonicalJson({
      files: files.map((file) => [file, sha256(readFileSync(path.join(root, file)))]),
      commands,
    }),
  );
  return readTrust(environment)[root] === digest
    ? undefined
    : {
        kind: 'configuration',
        project: root,
        digest,
        commands: commands.map((argv) => argv.join(' ')),
        settings: listSettings(root),
        files,
      };
}

/** The same for a test command that was found in the project rather than configured. */
export function findDetectedTrust(
  project: string,
  tests: TestsSpec,
  environment: NodeJS.ProcessEnv = process.env,
): TrustQuestion | undefined {
  const root = realpathSync(project);
  const scripts = readScripts(path.join(root, 'package.json'));
  const digest = sha256(canonicalJson({ command: tests.command, affected: tests.affected ?? [], scripts }));
  const key = `${root} (tests)`;
  if (readTrust(environment)[key] === digest) return undefined;
  return {
    kind: 'tests',
    project: key,
    digest,
    commands: [tests.command.join(' ')],
    settings: listSettings(root),
    files: ['package.json'],
  };
}

/**
 * The same for the commands of a task: whoever makes it here allows them, and one that came with the project asks. Those of the
 * configuration are asked about with it.
 */
export function findTaskTrust(
  project: string,
  measures: Measures,
  environment: NodeJS.ProcessEnv = process.env,
): TrustQuestion | undefined {
  const root = realpathSync(project);
  const configured = new Set(listCommands(root).map((argv) => canonicalJson(argv)));
  const brought = toCommands(measures).filter((argv) => !configured.has(canonicalJson(argv)));
  if (brought.length === 0) return undefined;
  const digest = sha256(canonicalJson(brought));
  const key = `${root} (task ${digest.slice(0, 16)})`;
  if (readTrust(environment)[key] === digest) return undefined;
  return {
    kind: 'task',
    project: key,
    digest,
    commands: brought.map((argv) => argv.join(' ')),
    settings: listSettings(root),
    files: [],
  };
}

function readScripts(file: string): unknown {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { scripts?: unknown }).scripts ?? {};
  } catch {
    return {};
  }
}

export function recordTrust(
  { project, digest }: TrustQuestion,
  environment: NodeJS.ProcessEnv = process.env,
): void {
  const file = trustFile(environment);
  mkdirSync(path.dirname(file), { recursive: true });
  replaceFile(
    nodeDisk,
    file,
    `${JSON.stringify({ ...dropGone(readTrust(environment)), [project]: digest }, null, 2)}\n`,
    { durable: true },
  );
}

/** A folder that is gone needs no trust, and one that comes again is another. */
function dropGone(trusted: Readonly<Record<string, string>>): Record<string, string> {
  const folderOf = (key: string): string => key.replace(/ \((?:tests|task [0-9a-f]+)\)$/, '');
  return Object.fromEntries(Object.entries(trusted).filter(([key]) => existsSync(folderOf(key))));
}

export function requireTrust(project: string, environment?: NodeJS.ProcessEnv): void {
  const question = findTrustQuestion(project, environment);
  if (!question) return;
  throw new AgentForgeError(
    'not_trusted',
    `The configuration of ${question.project} has not been trusted in its present form; look at it, then run \`agentforge trust\` or pass --trust-project.`,
  );
}

const GOVERNING = ['config.yaml', 'checks', 'guards', 'types', 'prompts'];

function listGoverning(root: string): string[] {
  return GOVERNING.flatMap((name) => walk(root, path.join('.agentforge', name))).sort();
}

function walk(root: string, relative: string): string[] {
  const absolute = path.join(root, relative);
  if (!existsSync(absolute)) return [];
  if (!statSync(absolute).isDirectory()) return [relative];
  return readdirSync(absolute).flatMap((name) => walk(root, path.join(relative, name)));
}

function listCommands(root: string): string[][] {
  const config = loadConfig(root);
  const prepare = config.workspace?.prepare?.command;
  const named = Object.values(config.commands).map(({ command }) => command);
  return [...(prepare ? [prepare] : []), ...named, ...toCommands(config)];
}

/** What a configuration or a task measures with. */
export interface Measures {
  readonly checks: readonly { readonly command: string[] }[];
  readonly tests?: TestsSpec | undefined;
}

function toCommands({ checks, tests }: Measures): string[][] {
  return [
    ...checks.map(({ command }) => command),
    ...(tests ? [tests.command, ...(tests.affected ? [tests.affected] : [])] : []),
  ];
}

function listSettings(root: string): string[] {
  const { sandbox, network, environment, providers } = loadConfig(root);
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  return [
    WALLS[sandbox].replace('{}', network ? 'with' : 'without'),
    ...(variables.length > 0 ? [`They see ${variables.join(' ')}.`] : []),
    ...Object.entries(providers).flatMap(([name, place]) => describePlace(name, place)),
  ];
}

/** Where contexts and a key would be sent because this project says so. */
function describePlace(name: string, { url, key }: ProviderConfig): string[] {
  if (url === undefined && key === undefined) return [];
  const where = url === undefined ? '' : ` at ${url}`;
  return [`Models named ${name}/… are asked${where}${key === undefined ? '' : ` with the key in ${key}`}.`];
}

const WALLS: Readonly<Record<ProjectConfig['sandbox'], string>> = {
  require: 'Commands run in a sandbox {} network.',
  prefer: 'Commands run in a sandbox {} network where this machine has one, else as you.',
  off: 'Commands run as you, without a sandbox.',
};

const Trust = z.record(z.string(), z.string());

function readTrust(environment: NodeJS.ProcessEnv): Record<string, string> {
  const file = trustFile(environment);
  if (!existsSync(file)) return {};
  try {
    return Trust.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new AgentForgeError(
      'bad_config',
      `${file} is damaged; remove it to start over with nothing trusted.`,
      { cause },
    );
  }
}

function trustFile(environment: NodeJS.ProcessEnv): string {
  const base = environment['XDG_CONFIG_HOME'];
  return path.join(
    base !== undefined && path.isAbsolute(base) ? base : path.join(os.homedir(), '.config'),
    'agentforge',
    'trust.json',
  );
}
