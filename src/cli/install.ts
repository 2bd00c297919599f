// `install`, `uninstall`, `doctor hooks` and `hook`: the gates of other coding CLIs.
import { createInterface } from 'node:readline/promises';
import {
  examineHooks,
  installHook,
  uninstallHook,
  type HookHealth,
  type Installed,
  type InstallRequest,
  type InstallScope,
} from '../app/index.js';
import { HOOK_DIALECTS, readShell, serveHook, type HookDialect } from '../guard/index.js';
import { packageFile } from '../platform/index.js';
import { AgentForgeError } from '../schema/index.js';
import { projectFolder, type Globals } from './globals.js';
import { note, paint, print, printJson } from './output.js';

export interface InstallOptions {
  readonly user?: boolean;
  readonly project?: boolean;
  readonly profile?: string;
  readonly yes?: boolean;
}

export async function install(globals: Globals, name: string, options: InstallOptions): Promise<void> {
  const dialect = toDialect(name);
  const scope = toScope(options);
  const project = projectFolder(globals);
  const where = scope === 'user' ? 'for every project of yours' : `for ${project}`;
  await confirm(`Let AgentForge judge every tool call of ${dialect} ${where}?`, globals, options);
  const installed = tryInstall(globals, {
    dialect,
    scope,
    profile: toProfile(options.profile),
    project,
    environment: process.env,
    now: Date.now,
  });
  if (!installed) return;
  const { entry, notes } = installed;
  if (globals.json) return printJson({ installed: true, ...entry, notes });
  print(`Installed for ${dialect} in ${entry.file} (profile ${entry.profile}).`);
  print('A write to a control file was blocked, and a read passed: the hook works.');
  for (const one of notes) print(one);
  print(`\`agentforge uninstall ${dialect}${scope === 'user' ? ' --user' : ''}\` puts everything back.`);
}

/** A hook that does not block is an answer, not a wrong use: exit 1. */
function tryInstall({ json }: Globals, request: InstallRequest): Installed | undefined {
  try {
    return installHook(request);
  } catch (error) {
    if (!(error instanceof AgentForgeError) || error.code !== 'command_failed') throw error;
    if (json) printJson({ installed: false, reason: error.message });
    note(`agentforge: ${error.message}`);
    process.exitCode = 1;
    return undefined;
  }
}

export async function uninstall(globals: Globals, name: string, options: InstallOptions): Promise<void> {
  const dialect = toDialect(name);
  const scope = toScope(options);
  await confirm(`Remove the gates of AgentForge from ${dialect}?`, globals, options);
  const { file, how } = uninstallHook({
    dialect,
    scope,
    project: projectFolder(globals),
    environment: process.env,
  });
  if (globals.json) return printJson({ file, how });
  print(RESULTS[how].replace('{}', file));
}

const RESULTS = {
  restored: '{} is as it was before, byte for byte.',
  removed: 'The entries of AgentForge are gone from {}; what else was changed there stays.',
  nothing: '{} holds nothing of AgentForge.',
} as const;

export async function doctorHooks(globals: Globals): Promise<void> {
  const found = examineHooks(projectFolder(globals), process.env);
  if (found.length === 0)
    throw new AgentForgeError(
      'not_found',
      'No hook is installed here; `agentforge install claude` installs one.',
    );
  if (globals.json) printJson({ healthy: found.every(isHealthy), hooks: found });
  else for (const one of found) print(describe(one));
  if (!found.every(isHealthy)) process.exitCode = 1;
}

function isHealthy({ problems }: HookHealth): boolean {
  return problems.length === 0;
}

function describe({ dialect, scope, file, problems, notes }: HookHealth): string {
  const verdict = problems.length === 0 ? paint('green', 'works') : paint('red', 'does not hold');
  const lines = [...problems, ...notes].map((text) => `  - ${text}`);
  return [`${dialect} (${scope}): ${verdict}, ${file}`, ...lines].join('\n');
}

/** The same code as the installed hook, loaded with the whole command line. */
export async function hook(args: readonly string[]): Promise<void> {
  await serveHook(args, {
    here: packageFile('dist'),
    readShell,
    loadSnapshots: async () => import('../guard/index.js'),
  });
}

function toDialect(name: string): HookDialect {
  const dialect = HOOK_DIALECTS.find((one) => one === name);
  if (dialect) return dialect;
  throw new AgentForgeError(
    'bad_usage',
    `There are hooks for ${HOOK_DIALECTS.join(', ')}, and none for ${JSON.stringify(name)}.`,
  );
}

function toScope({ user, project }: InstallOptions): InstallScope {
  if (user && project) throw new AgentForgeError('bad_usage', 'Choose one of --user and --project.');
  return user ? 'user' : 'project';
}

function toProfile(name: string | undefined): 'standard' | 'team' {
  if (name === undefined || name === 'standard') return 'standard';
  if (name === 'team') return name;
  throw new AgentForgeError(
    'bad_usage',
    `There is no profile ${JSON.stringify(name)}; there are standard and team.`,
  );
}

/** A terminal is asked; without one a flag says that a person wants it. */
async function confirm(question: string, { json }: Globals, { yes }: InstallOptions): Promise<void> {
  if (yes) return;
  const allowed = process.stdin.isTTY && !json && (await ask(question));
  if (!allowed)
    throw new AgentForgeError('not_trusted', 'Nothing was changed. Pass --yes to go on without being asked.');
}

async function ask(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C, and the end of the input, are a no.
  const refusal = new AbortController();
  for (const event of ['SIGINT', 'close'] as const) terminal.once(event, () => refusal.abort());
  try {
    return /^y(es)?$/i.test(
      (await terminal.question(`${question} (y/N) `, { signal: refusal.signal })).trim(),
    );
  } catch (error) {
    if (!refusal.signal.aborted) throw error;
    note('');
    return false;
  } finally {
    terminal.close();
  }
}
