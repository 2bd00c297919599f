// What people see and decide about guards: which there are, what one means, what one would say, and which are on.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseDocument } from 'yaml';
import type { Runtime } from '../engine/index.js';
import {
  evaluate,
  loadBuiltinGuards,
  loadProjectGuards,
  readShell,
  type GuardedAction,
  type Judgement,
} from '../guard/index.js';
import { AgentForgeError, type GuardDefinition, type ProjectConfig } from '../schema/index.js';
import { listBypassed } from './bypasses.js';

export interface ListedGuard {
  readonly id: string;
  readonly name: string;
  readonly group?: string;
  readonly stage: GuardDefinition['stage'];
  readonly verdict: GuardDefinition['verdict'];
  readonly state: 'on' | 'off' | 'bypassed';
  /** Written in this project. */
  readonly own: boolean;
}

export function listGuards(project: string, config: ProjectConfig, nowMs: number): ListedGuard[] {
  const bypassed = listBypassed(project, nowMs);
  const toListed = (definition: GuardDefinition, own: boolean): ListedGuard => {
    const { id, name = definition.reason, group, stage, verdict } = definition;
    const isOn = isEnabled(definition, config.guards);
    const state = !isOn ? 'off' : bypassed.includes(id) ? 'bypassed' : 'on';
    return { id, name, stage, verdict, state, own, ...(group === undefined ? {} : { group }) };
  };
  return [
    ...loadBuiltinGuards().map((definition) => toListed(definition, false)),
    ...loadProjectGuards(project).map((definition) => toListed(definition, true)),
  ];
}

function isEnabled(
  { id, group, enabled, profiles }: GuardDefinition,
  { profile, disable }: ProjectConfig['guards'],
): boolean {
  const isDisabled = disable.includes(id) || (group !== undefined && disable.includes(group));
  return enabled && !isDisabled && profile !== 'off' && profiles.includes(profile);
}

export function findGuard(project: string, id: string): GuardDefinition[] {
  const all = [...loadBuiltinGuards(), ...loadProjectGuards(project)];
  const found = all.filter((guard) => guard.id === id || guard.group === id);
  if (found.length > 0) return found;
  const known = [...new Set(all.map((guard) => guard.id))].sort().join(', ');
  throw new AgentForgeError('not_found', `There is no guard ${id}; there are ${known}.`);
}

/** What an outside agent would do, judged by the guards as they are on here. Nothing is run or written. */
export type Trial =
  | { readonly command: string }
  | { readonly write: string; readonly text: string | null }
  | { readonly read: string };

export async function tryGuards(runtime: Runtime, trial: Trial, role?: string): Promise<Judgement> {
  const action = { ...(await toAction(runtime, trial)), dialect: 'claude' as const, stage: 'pre' as const };
  const view = {
    refuseWrite: runtime.workspace.refuseWrite,
    pinned: new Set<string>(),
    trustedCommands: new Set<string>(),
  };
  return evaluate({ ...action, ...(role === undefined ? {} : { role }) }, view, runtime.guards);
}

async function toAction({ workspace }: Runtime, trial: Trial): Promise<GuardedAction> {
  if ('command' in trial) {
    const shell = await readShell(trial.command, { cwd: workspace.root });
    return { tool: 'shell', name: 'Bash', files: [], shell };
  }
  if ('read' in trial) return { tool: 'read', name: 'Read', files: [], reads: [trial.read] };
  const known = workspace.read(trial.write);
  const before = known.ok ? known.text : null;
  return { tool: 'write', name: 'Write', files: [{ path: trial.write, before, after: trial.text }] };
}

/** Edits the configuration; its comments stay. Returns false when it was so already. */
export function switchGuard(project: string, id: string, isOn: boolean): boolean {
  findGuard(project, id);
  const file = path.join(project, '.agentforge', 'config.yaml');
  if (!existsSync(file))
    throw new AgentForgeError('bad_config', 'There is no configuration yet; `agentforge init` writes one.');
  const document = parseDocument(readFileSync(file, 'utf8'));
  const known: unknown = document.getIn(['guards', 'disable'], true);
  const disabled = listItems(known);
  if (disabled.includes(id) !== isOn) return false;
  document.setIn(['guards', 'disable'], isOn ? disabled.filter((one) => one !== id) : [...disabled, id]);
  writeFileSync(file, document.toString());
  return true;
}

function listItems(node: unknown): string[] {
  const value =
    typeof node === 'object' && node !== null && 'toJSON' in node
      ? (node as { toJSON(): unknown }).toJSON()
      : node;
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}
