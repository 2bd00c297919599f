// A change of Claude's settings in a session: it may not take our hooks away.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Verdict } from '../contract.js';
import { readFlag, toFields } from './fields.js';
import { followLinks } from './place.js';

export interface InstalledEntry {
  readonly dialect: string;
  /** The settings file. */
  readonly file: string;
  readonly command: string;
}

/** `installed` is the list that the installation keeps. */
export function judgeSettings(changed: string, installed: readonly InstalledEntry[]): Verdict {
  const text = existsSync(changed) ? readFileSync(changed, 'utf8') : '';
  const settings = parseSettings(text);
  const isOurs = installed.find(
    ({ file }) => followLinks(path.resolve(file)) === followLinks(path.resolve(changed)),
  );
  if (readFlag(toFields(settings), 'disableAllHooks')) return refuse('it switches all hooks off');
  if (!isOurs) return { decision: 'allow' };
  if (settings === undefined) return refuse('it cannot be read any more');
  const hooks = JSON.stringify(toFields(toFields(settings)['hooks'])['PreToolUse'] ?? []);
  return hooks.includes(JSON.stringify(isOurs.command).slice(1, -1))
    ? { decision: 'allow' }
    : refuse('it takes the hook of AgentForge away');
}

function parseSettings(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refuse(why: string): Verdict {
  return {
    decision: 'deny',
    guard: 'settings',
    reason: `this change of the settings does not count in this session: ${why}`,
    hint: 'A person removes the hook with `agentforge uninstall claude`.',
  };
}
