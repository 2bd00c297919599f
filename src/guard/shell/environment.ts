// Variables that decide what runs: a value that is a command is read, one that loads code is a doubt.
import type { Reader } from './call.js';
import { shorten } from './findings.js';
import type { ShellState } from './state.js';

const COMMANDS = new Set(
  (
    'PAGER GIT_PAGER MANPAGER EDITOR VISUAL GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_SSH_COMMAND GIT_SSH GIT_EXTERNAL_DIFF ' +
    'GIT_ASKPASS SSH_ASKPASS SUDO_ASKPASS GIT_PROXY_COMMAND PROMPT_COMMAND LESSOPEN LESSCLOSE BROWSER RSYNC_RSH ' +
    'npm_config_script_shell npm_config_git npm_config_shell FCEDIT'
  ).split(' '),
);
const LOADERS =
  /^(LD_PRELOAD|LD_AUDIT|LD_LIBRARY_PATH|DYLD_\w+|BASH_ENV|ZDOTDIR|PYTHONSTARTUP|PYTHONHOME|PERL5OPT|PERL5DB|RUBYOPT|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|GIT_CONFIG\w*|GIT_EXEC_PATH|GIT_TEMPLATE_DIR|GIT_DIR|GIT_WORK_TREE|GIT_INDEX_FILE|SHELLOPTS|BASHOPTS|PS4|BASH_FUNC_\w+|MAKEFILES|MAKEFLAGS)$/;
const NODE_LOADER = /(^|\s)(-r|--require|--import|--loader|--experimental-loader|-e|--eval)\b/;
const TRUSTED_FOLDER =
  /^(\/usr(\/[\w.-]+)*|\/bin|\/sbin|\/opt(\/[\w.-]+)*|\/snap\/bin|(~|\$HOME|\$\{HOME\}|\/home\/[\w.-]+|\/root)(\/[\w.+-]+)*|.*node_modules\/\.bin|.*\.?venv\/bin|\$(\([^)]*\)|\w+)\/bin)$/;

/** `raw` is the assignment as it was typed. */
export function readAssignment(
  reader: Reader,
  state: ShellState,
  name: string,
  value: string | null,
  raw: string,
): void {
  if (COMMANDS.has(name)) readCommandVariable(reader, state, value, raw);
  else if (loadsCode(name, value, raw)) {
    reader.findings.addDoubt('dynamic-program', `${name} decides what runs: ${shorten(raw)}`);
  }
}

function readCommandVariable(reader: Reader, state: ShellState, value: string | null, raw: string): void {
  if (value === null)
    reader.findings.addDoubt('dynamic-program', `It names a program to run: ${shorten(raw)}`);
  else if (value !== '') reader.readScript(value, state);
}

function loadsCode(name: string, value: string | null, raw: string): boolean {
  if (name === 'PATH') return !keepsPath(raw);
  if (name === 'NODE_OPTIONS') return value === null || NODE_LOADER.test(value);
  if (name === 'ENV') return value === null || value.includes('/');
  if (name === 'GIT_CONFIG_NOSYSTEM' || value === '/dev/null') return false;
  return LOADERS.test(name);
}

/** Folders put before the usual ones may replace any program; only well-known ones may. */
function keepsPath(raw: string): boolean {
  const text = raw.replace(/^PATH\+?=/, '').replace(/["']/g, '');
  if (/^PATH\+=/.test(raw)) return true;
  const [before = ''] = text.split(/\$PATH\b|\$\{PATH\}/);
  return (
    before.split(':').every((folder) => folder === '' || TRUSTED_FOLDER.test(folder)) &&
    !before.startsWith(':')
  );
}
