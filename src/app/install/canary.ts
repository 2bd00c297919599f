// Proves that an installed hook blocks: the very command that stands in the settings is given a call it must stop and one it must not.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { HookDialect } from '../../guard/index.js';
import type { Environment } from './places.js';

const CANARY_SESSION = 'agentforge-canary';
const TIMEOUT_MS = 15_000;

/** Undefined when it does as it must; otherwise what it did. */
export function findCanaryProblem(
  command: string,
  { dialect, project, environment }: { dialect: HookDialect; project: string; environment: Environment },
): string | undefined {
  const run = (call: object) =>
    runCommand(command, { input: JSON.stringify(call), cwd: project, environment });
  const { write, read } = CALLS[dialect](project);
  const blocked = run({ ...common(project), ...write });
  if (blocked.status !== 2 || blocked.stderr.trim() === '' || blocked.stdout !== '')
    return `a forbidden write was not blocked (${describe(blocked)})`;
  if (blocked.stderr.includes("AgentForge's hook failed"))
    return `it blocked only because it failed (${describe(blocked)})`;
  const passed = run({ ...common(project), ...read });
  return passed.status === 0 ? undefined : `a harmless read was not let through (${describe(passed)})`;
}

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function runCommand(
  command: string,
  { input, cwd, environment }: { input: string; cwd: string; environment: Environment },
): Ran {
  const { PATH = '/usr/bin:/bin', HOME = '/', XDG_DATA_HOME } = environment;
  const env = { PATH, HOME, ...(XDG_DATA_HOME === undefined ? {} : { XDG_DATA_HOME }) };
  const { status, stdout, stderr, error } = spawnSync('sh', ['-c', command], {
    cwd,
    env,
    input,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
  });
  return { status, stdout: stdout ?? '', stderr: error ? error.message : (stderr ?? '') };
}

function describe({ status, stdout, stderr }: Ran): string {
  const said = (stderr || stdout).trim().split('\n')[0]?.slice(0, 200);
  return `exit ${status ?? 'by a signal'}${said ? `: ${said}` : ''}`;
}

function common(project: string): object {
  const [root] = [project];
  return { session_id: CANARY_SESSION, conversation_id: CANARY_SESSION, cwd: root, workspace_roots: [root] };
}

type Calls = { readonly write: object; readonly read: object };

const CALLS: Readonly<Record<HookDialect, (project: string) => Calls>> = {
  claude: (project) => ({
    write: { hook_event_name: 'PreToolUse', tool_name: 'Write', tool_input: writeTo(project) },
    read: { hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input: readFrom(project) },
  }),
  codex: () => ({
    write: { hook_event_name: 'PreToolUse', tool_name: 'apply_patch', tool_input: { command: PATCH } },
    read: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } },
  }),
  gemini: (project) => ({
    write: { hook_event_name: 'BeforeTool', tool_name: 'write_file', tool_input: writeTo(project) },
    read: { hook_event_name: 'BeforeTool', tool_name: 'read_file', tool_input: readFrom(project) },
  }),
  cursor: (project) => ({
    write: { hook_event_name: 'preToolUse', tool_name: 'Write', tool_input: writeTo(project) },
    read: { hook_event_name: 'preToolUse', tool_name: 'Read', tool_input: readFrom(project) },
  }),
};

const CONTROL_FILE = '.agentforge/config.yaml';
const PATCH = `*** Begin Patch\n*** Add File: ${CONTROL_FILE}\n+canary\n*** End Patch`;

function writeTo(project: string): object {
  return { file_path: path.join(project, CONTROL_FILE), content: 'canary' };
}

function readFrom(project: string): object {
  return { file_path: path.join(project, 'README.md') };
}
