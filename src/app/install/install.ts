// `install`: writes the hook into a CLI's settings, proves that it blocks, and takes everything back when it does not.
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { HookDialect } from '../../guard/index.js';
import { sha256 } from '../../platform/index.js';
import { AgentForgeError } from '../../schema/index.js';
import { refuseAgents } from './agent-environment.js';
import { findCanaryProblem } from './canary.js';
import { compileProjectPolicy, copyHook, writePolicy } from './hook-copy.js';
import { DECIDING_EVENTS, listHookEntries } from './hook-entries.js';
import { readInstalled, writeInstalled, type InstalledEntry } from './installed-list.js';
import { addHooks, findOurCommands, removeHooks } from './merge-hooks.js';
import { findInstallPlace, type Environment, type InstallPlace, type InstallScope } from './places.js';
import { readBytes, writeBytes } from './settings-file.js';
import { parseSettings, renderSettings } from './settings-text.js';

export interface InstallRequest {
  readonly dialect: HookDialect;
  readonly scope: InstallScope;
  readonly profile: 'standard' | 'team';
  readonly project: string;
  readonly environment: Environment;
  readonly now: () => number;
}

export interface Installed {
  readonly entry: InstalledEntry;
  /** What a person should know, in sentences. */
  readonly notes: readonly string[];
}

/** Throws one sentence, with everything as it was, when the hook does not do what it must. */
export function installHook(request: InstallRequest): Installed {
  refuseAgents(request.environment);
  const place = findInstallPlace({ ...request, project: realpathSync(request.project) }, request.environment);
  const before = readBytes(place.file);
  const original = findOriginal(place, before);
  const originalText = original?.toString('utf8') ?? '';
  // Refused before anything is written.
  const settings = removeHooks(parseSettings(originalText, place.file));
  const isFirst = !existsSync(place.folder);
  try {
    const copy = copyHook(place);
    const command = makeCommand(place, copy.program, request.profile);
    const entries = listHookEntries(place.dialect, command);
    const text = renderSettings(addHooks(settings, entries, place.dialect), originalText);
    writeBytes(place.file, text);
    proveItself(place, request.environment);
    const entry: InstalledEntry = {
      dialect: place.dialect,
      scope: place.scope,
      profile: request.profile,
      file: place.file,
      command,
      written: sha256(text),
      backup: keepBackup(place, original),
      files: copy.files,
      at: new Date(request.now()).toISOString(),
    };
    const others = readInstalled(place.folder).filter((one) => !isFor(one, place));
    writeInstalled(place.folder, [...others, entry]);
    return { entry, notes: listNotes(place) };
  } catch (error) {
    writeBytes(place.file, before);
    if (isFirst) rmSync(place.folder, { recursive: true, force: true });
    throw error;
  }
}

export function isFor(
  entry: InstalledEntry,
  { dialect, file }: Pick<InstallPlace, 'dialect' | 'file'>,
): boolean {
  return entry.dialect === dialect && entry.file === file;
}

/** What stood there before us, if the file is as we left it; else what stands there now is what people want. */
function findOriginal(place: InstallPlace, now: Buffer | null): Buffer | null {
  const entry = readInstalled(place.folder).find((one) => isFor(one, place));
  if (!entry || now === null || sha256(now) !== entry.written) return now;
  return entry.backup === null ? null : readBytes(entry.backup);
}

function makeCommand(place: InstallPlace, program: string, profile: InstallRequest['profile']): string {
  const words = [process.execPath, program, '--dialect', place.dialect];
  if (place.scope === 'user') return [...words, '--profile', profile].map(quote).join(' ');
  const policy = writePolicy(place.folder, compileProjectPolicy(place.project, profile));
  return [...words, '--project', place.project, '--policy', policy].map(quote).join(' ');
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function keepBackup({ folder, dialect }: InstallPlace, bytes: Buffer | null): string | null {
  if (bytes === null) return null;
  const target = path.join(folder, 'backup', `${dialect}-${sha256(bytes).slice(0, 12)}`);
  mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
  writeFileSync(target, bytes, { mode: 0o600 });
  return target;
}

/** With the command as it now stands in the file, whatever we meant to write. */
function proveItself(place: InstallPlace, environment: Environment): void {
  const settings = parseSettings(readFileSync(place.file, 'utf8'), place.file);
  const [command, ...others] = findOurCommands(settings, DECIDING_EVENTS[place.dialect]);
  const problem =
    command === undefined || others.length > 0
      ? 'the settings do not hold exactly one entry of AgentForge'
      : findCanaryProblem(command, { dialect: place.dialect, project: place.project, environment });
  if (problem === undefined) return;
  throw new AgentForgeError(
    'command_failed',
    `The hook for ${place.dialect} was taken back, because it did not prove itself: ${problem}.`,
  );
}

function listNotes({ dialect, scope, file }: InstallPlace): string[] {
  const isShared = scope === 'project' && dialect !== 'claude';
  const own = OWN_NOTES[dialect];
  return [
    ...(isShared ? [`${file} now names paths of this machine: keep it out of git.`] : []),
    ...(own === undefined ? [] : [own]),
  ];
}

const OWN_NOTES: Partial<Record<HookDialect, string>> = {
  claude: 'Sessions that are already running take it up when they are started anew.',
  codex:
    'Codex runs a hook only in a project and with hooks that you have trusted: start codex here, type /hooks and trust those of AgentForge.',
  gemini: 'Gemini asks once whether it may run the hooks of this project.',
};
