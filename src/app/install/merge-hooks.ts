// Adds our entries to the hooks of a settings file and takes them out again, leaving everybody else's alone.
import type { HookDialect } from '../../guard/index.js';
import type { HookEntries } from './hook-entries.js';
import type { Settings } from './settings-text.js';

export function addHooks(settings: Settings, entries: HookEntries, dialect: HookDialect): Settings {
  const hooks = { ...toRecord(settings['hooks']) };
  for (const [event, added] of Object.entries(entries)) hooks[event] = [...toList(hooks[event]), ...added];
  const version = dialect === 'cursor' && settings['version'] === undefined ? { version: 1 } : {};
  return { ...version, ...settings, hooks };
}

/** Events and the list itself go too when nothing else is in them. */
export function removeHooks(settings: Settings): Settings {
  if (settings['hooks'] === undefined) return settings;
  const kept = Object.entries(toRecord(settings['hooks'])).flatMap(([event, list]) => {
    const before = toList(list);
    const after = before.flatMap((entry) => withoutOurs(entry));
    return after.length === 0 && before.length > 0
      ? []
      : [[event, Array.isArray(list) ? after : list] as const];
  });
  const { hooks: _, ...rest } = settings;
  return kept.length === 0 ? rest : { ...settings, hooks: Object.fromEntries(kept) };
}

function withoutOurs(entry: unknown): unknown[] {
  const { command, hooks } = toRecord(entry);
  if (isOurCommand(command)) return [];
  if (!Array.isArray(hooks)) return [entry];
  const kept = hooks.filter((hook) => !isOurCommand(toRecord(hook)['command']));
  if (kept.length === hooks.length) return [entry];
  return kept.length === 0 ? [] : [{ ...toRecord(entry), hooks: kept }];
}

const OURS =
  /[/.]agentforge\/hook\/(?:[0-9a-f]{12}\/)?hook\.cjs'? --dialect (?:claude|codex|gemini|cursor)\b/;

export function isOurCommand(command: unknown): command is string {
  return typeof command === 'string' && OURS.test(command);
}

/** Our commands for an event, as they stand in the file. */
export function findOurCommands(settings: Settings, event: string): string[] {
  return toList(toRecord(settings['hooks'])[event]).flatMap((entry) => {
    const { command, hooks } = toRecord(entry);
    const all = [command, ...toList(hooks).map((hook) => toRecord(hook)['command'])];
    return all.filter(isOurCommand);
  });
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
