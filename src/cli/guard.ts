// `guard …`: which guards judge agents here, what one means, what they would say, and which are set aside.
import { readFileSync } from 'node:fs';
import { stringify } from 'yaml';
import {
  addBypass,
  endBypass,
  findGuard,
  listGuards,
  loadConfig,
  refreshPolicy,
  switchGuard,
  tryGuards,
  type ListedGuard,
  type Trial,
} from '../app/index.js';
import { AgentForgeError } from '../schema/index.js';
import { commandLine, openHarness, projectFolder, type Globals } from './globals.js';
import { note, paint, print, printJson, table, type Colour } from './output.js';

const STATES: Readonly<Record<ListedGuard['state'], Colour>> = {
  on: 'green',
  off: 'dim',
  bypassed: 'yellow',
};

export function list(globals: Globals): void {
  const project = projectFolder(globals);
  const config = loadConfig(project);
  const guards = listGuards(project, config, Date.now());
  if (globals.json) return guards.forEach((guard) => printJson(guard));
  const rows = guards.map(({ id, name, stage, verdict, state, own }) => [
    paint(STATES[state], state),
    verdict,
    stage,
    id,
    `${own ? '(this project) ' : ''}${name}`,
  ]);
  print(table(['STATE', 'VERDICT', 'STAGE', 'GUARD', ''], rows));
  note(
    `profile ${config.guards.profile}; \`${commandLine(globals, 'guard explain ID')}\` shows one in full.`,
  );
}

export function explain(globals: Globals, id: string): void {
  const guards = findGuard(projectFolder(globals), id);
  if (globals.json) return guards.forEach((guard) => printJson(guard));
  print(guards.map((guard) => stringify(guard, { lineWidth: 0 }).trimEnd()).join('\n---\n'));
}

export interface TrialOptions {
  readonly command?: string;
  readonly write?: string;
  readonly content?: string;
  readonly delete?: string;
  readonly read?: string;
  readonly role?: string;
}

/** Exit 1 when it would not be let through. */
export async function test(globals: Globals, options: TrialOptions): Promise<void> {
  const { verdict, objections } = await tryGuards(
    openHarness(globals).runtime,
    toTrial(options),
    options.role,
  );
  if (verdict.decision === 'deny' || verdict.decision === 'ask') process.exitCode = 1;
  if (globals.json) return printJson({ decision: verdict.decision, objections });
  if (objections.length === 0) return print(`${paint('green', 'allow')}: no guard objects`);
  for (const { decision, guard, reason, hint } of objections)
    print(`${paint(decision === 'deny' ? 'red' : 'yellow', decision)} ${guard}: ${reason}\n    ${hint}`);
}

function toTrial({ command, write, content, delete: removed, read }: TrialOptions): Trial {
  const given = [command, write, removed, read].filter((one) => one !== undefined);
  if (given.length !== 1)
    throw new AgentForgeError(
      'bad_usage',
      'Say one thing to try: --command TEXT, --write PATH, --delete PATH or --read PATH.',
    );
  if (command !== undefined) return { command };
  if (read !== undefined) return { read };
  if (removed !== undefined) return { write: removed, text: null };
  return { write: write ?? '', text: content === undefined ? '' : readContent(content) };
}

function readContent(source: string): string {
  try {
    return readFileSync(source === '-' ? 0 : source, 'utf8');
  } catch (cause) {
    throw new AgentForgeError('not_found', `The content ${source} could not be read.`, { cause });
  }
}

export function enable(globals: Globals, id: string, isOn: boolean): void {
  const changed = switchGuard(projectFolder(globals), id, isOn);
  const state = isOn ? 'on' : 'off';
  if (globals.json) return printJson({ guard: id, state, changed });
  print(changed ? `${id} is ${state} now.` : `${id} was ${state} already.`);
  if (changed && refreshPolicy(projectFolder(globals))) note('Installed hooks know it, too.');
}

export interface BypassOptions {
  readonly reason?: string;
  readonly hours?: number;
  readonly end?: boolean;
}

const HOUR_MS = 3_600_000;

export function bypass(globals: Globals, id: string, { reason, hours, end }: BypassOptions): void {
  const project = projectFolder(globals);
  findGuard(project, id);
  if (end) {
    const ended = endBypass(project, id);
    return print(ended ? `${id} judges again.` : `${id} was not set aside.`);
  }
  if (reason === undefined || reason.trim() === '' || hours === undefined)
    throw new AgentForgeError(
      'bad_usage',
      'A bypass needs --reason TEXT and --hours N, so that it is known why and ends by itself.',
    );
  const added = addBypass(project, { guard: id, reason, untilMs: Date.now() + hours * HOUR_MS }, Date.now());
  if (globals.json) return printJson(added);
  print(`${id} is set aside until ${added.until.slice(0, 16).replace('T', ' ')} UTC: ${reason}`);
}
