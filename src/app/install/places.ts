// Where each coding CLI keeps its hooks, and where ours are kept.
import path from 'node:path';
import type { HookDialect } from '../../guard/index.js';

export type InstallScope = 'project' | 'user';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface InstallPlace {
  readonly dialect: HookDialect;
  readonly scope: InstallScope;
  readonly project: string;
  /** The settings file of the CLI. */
  readonly file: string;
  /** Where the hook, the list of installations and the backups are kept. */
  readonly folder: string;
}

interface Target {
  readonly dialect: HookDialect;
  readonly scope: InstallScope;
  readonly project: string;
}

export function findInstallPlace(
  { dialect, scope, project }: Target,
  environment: Environment,
): InstallPlace {
  const home = environment['HOME'] ?? '/';
  const file =
    scope === 'project' ? path.join(project, PROJECT_FILES[dialect]) : userFile(dialect, environment, home);
  const data = environment['XDG_DATA_HOME'] || path.join(home, '.local/share');
  const folder =
    scope === 'project' ? path.join(project, '.agentforge/hook') : path.join(data, 'agentforge/hook');
  return { dialect, scope, project, file, folder };
}

/** Claude has a file for what is true only on this machine, as our paths are. */
const PROJECT_FILES: Readonly<Record<HookDialect, string>> = {
  claude: '.claude/settings.local.json',
  codex: '.codex/hooks.json',
  gemini: '.gemini/settings.json',
  cursor: '.cursor/hooks.json',
};

function userFile(dialect: HookDialect, environment: Environment, home: string): string {
  switch (dialect) {
    case 'claude':
      return path.join(environment['CLAUDE_CONFIG_DIR'] || path.join(home, '.claude'), 'settings.json');
    case 'codex':
      return path.join(environment['CODEX_HOME'] || path.join(home, '.codex'), 'hooks.json');
    case 'gemini':
      return path.join(home, '.gemini/settings.json');
    case 'cursor':
      return path.join(home, '.cursor/hooks.json');
  }
}
