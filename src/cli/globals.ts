// What every command gets, and the harness made from it.
import { existsSync, realpathSync, statSync } from 'node:fs';
import {
  createHarness,
  findTaskTrust,
  findTrustQuestion,
  recordTrust,
  type Harness,
  type HarnessOptions,
  type Measures,
} from '../app/index.js';
import { parseSpec } from '../engine/index.js';
import { AgentForgeError } from '../schema/index.js';
import { askTrust } from './ask-trust.js';

export interface Globals {
  readonly project: string;
  readonly json?: boolean;
}

export function openHarness(globals: Globals, options: Omit<HarnessOptions, 'project'> = {}): Harness {
  return createHarness({ project: projectFolder(globals), ...options });
}

/** A command as it is to be typed, in the same project as this one. */
export function commandLine({ project }: Globals, words: string): string {
  return `${programName()} ${project === '.' ? '' : `--project ${quote(project)} `}${words}`;
}

/** As it was called: without an installation there is only npx. */
export function programName(env: NodeJS.ProcessEnv = process.env): string {
  const byNpx =
    env['npm_lifecycle_event'] === 'npx' && /^'?agentforge\b/.test(env['npm_lifecycle_script'] ?? '');
  return byNpx ? 'npx agentforge' : 'agentforge';
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

export function projectFolder({ project }: Globals): string {
  if (!existsSync(project) || !statSync(project).isDirectory()) {
    throw new AgentForgeError(
      'bad_usage',
      `${JSON.stringify(project)} is not a folder; name the project with --project.`,
    );
  }
  return realpathSync(project);
}

/** Before a task goes on that may have come with the project. */
export async function ensureTaskTrust(
  globals: Globals,
  task: string,
  { trustProject }: { readonly trustProject?: boolean },
): Promise<void> {
  const { runtime } = openHarness(globals);
  const question = findTaskTrust(projectFolder(globals), parseSpec(await runtime.store.readSpec(task), task));
  if (!question) return;
  if (trustProject || (process.stdin.isTTY && !globals.json && (await askTrust(question))))
    return recordTrust(question);
  throw new AgentForgeError(
    'not_trusted',
    `Task ${task} was not made here and would run ${question.commands.join('; ')}; look at it, then pass --trust-project.`,
  );
}

/** Whoever makes a task here allows what it runs. */
export function trustTask(globals: Globals, measures: Measures): void {
  const question = findTaskTrust(projectFolder(globals), measures);
  if (question) recordTrust(question);
}

/** A terminal is asked once; without one, trust must have been given or be given by flag. */
export async function ensureTrust(
  globals: Globals,
  { trustProject }: { readonly trustProject?: boolean },
): Promise<void> {
  const question = findTrustQuestion(projectFolder(globals));
  if (!question) return;
  if (trustProject || (process.stdin.isTTY && !globals.json && (await askTrust(question))))
    return recordTrust(question);
  throw new AgentForgeError(
    'not_trusted',
    `The configuration of ${question.project} is not trusted in its present form; look at it, then run \`agentforge trust\` or pass --trust-project.`,
  );
}
