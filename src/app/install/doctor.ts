// `doctor hooks`: whether every hook that was installed still stands, is the file that was installed, and blocks.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { HOOK_DIALECTS, type HookDialect } from '../../guard/index.js';
import { sha256 } from '../../platform/index.js';
import { findCanaryProblem } from './canary.js';
import { listHookEntries } from './hook-entries.js';
import { readInstalled, type InstalledEntry } from './installed-list.js';
import { findOurCommands } from './merge-hooks.js';
import { findInstallPlace, type Environment } from './places.js';
import { parseSettings, type Settings } from './settings-text.js';

export interface HookHealth {
  readonly dialect: HookDialect;
  readonly scope: InstalledEntry['scope'];
  readonly file: string;
  /** Empty when it stands and blocks. */
  readonly problems: readonly string[];
  /** What is not wrong but should be known. */
  readonly notes: readonly string[];
}

export function examineHooks(project: string, environment: Environment): HookHealth[] {
  const root = realpathSync(project);
  const folders = new Set(
    HOOK_DIALECTS.flatMap((dialect) =>
      (['project', 'user'] as const).map(
        (scope) => findInstallPlace({ dialect, scope, project: root }, environment).folder,
      ),
    ),
  );
  const entries = [...folders].flatMap((folder) => readInstalled(folder));
  return entries.map((entry) => examine(entry, root, environment));
}

function examine(entry: InstalledEntry, project: string, environment: Environment): HookHealth {
  const { dialect, scope, file } = entry;
  const inSettings = findSettingsProblems(entry);
  const inFiles = Object.entries(entry.files).flatMap(([name, hash]) => findFileProblem(name, hash));
  const canary = findCanaryProblem(entry.command, { dialect, project, environment });
  const more =
    dialect === 'claude'
      ? examineClaude(environment)
      : dialect === 'codex'
        ? examineCodex(entry, environment)
        : [];
  return {
    dialect,
    scope,
    file,
    problems: [...inSettings, ...inFiles, ...(canary === undefined ? [] : [`${canary}.`])],
    notes: more,
  };
}

function findSettingsProblems({ dialect, file, command }: InstalledEntry): string[] {
  if (!existsSync(file)) return [`${file} is gone; run \`agentforge install ${dialect}\` again.`];
  const settings = tryParse(file);
  if (!settings) return [`${file} cannot be read; correct it.`];
  if (settings['disableAllHooks'] === true) return [`${file} switches all hooks off (disableAllHooks).`];
  const missing = Object.keys(listHookEntries(dialect, command)).filter(
    (event) => !findOurCommands(settings, event).includes(command),
  );
  return missing.length === 0
    ? []
    : [
        `The entry of AgentForge is missing or changed for ${missing.join(', ')} in ${file}; run \`agentforge install ${dialect}\` again.`,
      ];
}

function tryParse(file: string): Settings | undefined {
  try {
    return parseSettings(readFileSync(file, 'utf8'), file);
  } catch {
    return undefined;
  }
}

function findFileProblem(file: string, hash: string): string[] {
  if (!existsSync(file)) return [`${file} is gone.`];
  return sha256(readFileSync(file)) === hash ? [] : [`${file} is not the file that was installed.`];
}

const NEEDED = [2, 1, 295];

/** Older ones let a tool run when the hook cannot be started. */
function examineClaude(environment: Environment): string[] {
  const version = askVersion('claude', environment);
  if (version === undefined) return [];
  const found = version.split('.').map(Number);
  const at = NEEDED.findIndex((part, index) => part !== found[index]);
  const isOld = at >= 0 && (found[at] ?? 0) < (NEEDED[at] ?? 0);
  return isOld
    ? [
        `claude ${version} lets a tool run when the hook cannot be started; ${NEEDED.join('.')} and later do not.`,
      ]
    : [];
}

function askVersion(program: string, environment: Environment): string | undefined {
  const { PATH = '', HOME = '/' } = environment;
  const { stdout } = spawnSync(program, ['--version'], {
    env: { PATH, HOME },
    encoding: 'utf8',
    timeout: 10_000,
  });
  return /\d+\.\d+\.\d+/.exec(stdout ?? '')?.[0];
}

/** It notes the hooks it trusts, by file, in its own settings. */
function examineCodex({ file }: InstalledEntry, environment: Environment): string[] {
  const home = environment['CODEX_HOME'] || path.join(environment['HOME'] ?? '/', '.codex');
  const settings = path.join(home, 'config.toml');
  const text = existsSync(settings) ? readFileSync(settings, 'utf8') : '';
  const trusted = text.split('\n').some((line) => line.includes('hooks.state') && line.includes(file));
  return trusted
    ? []
    : [
        `Codex has not noted that ${file} is trusted, and runs only trusted hooks: start codex, type /hooks and trust them.`,
      ];
}
