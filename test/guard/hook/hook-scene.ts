// A project with the built-in guards, and a hook that is called in it.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { HookAnswer, HookDialect } from '../../../src/guard/hook/call.js';
import { runHook } from '../../../src/guard/hook/endpoint.js';
import * as snapshots from '../../../src/guard/hook/snapshot.js';
import type { HookSurroundings } from '../../../src/guard/hook/surroundings.js';
import { compileBuiltinPolicies } from '../../../src/guard/policy/load-guards.js';
import { readShell } from '../../../src/guard/shell/read-shell.js';
import { makeProject } from '../../support/temp-project.js';

export interface HookScene {
  readonly root: string;
  readonly surroundings: HookSurroundings;
  /** A text is sent as it is. */
  readonly send: (payload: object | string, changed?: Partial<HookSurroundings>) => Promise<HookAnswer>;
}

let builtin: string | undefined;

export function writeBuiltinGuards(): string {
  if (builtin !== undefined) return builtin;
  builtin = path.join(mkdtempSync(path.join(tmpdir(), 'af-guards-')), 'guards.json');
  writeFileSync(builtin, JSON.stringify(compileBuiltinPolicies()));
  return builtin;
}

export function makeHookScene(
  files: Readonly<Record<string, string>> = {},
  options: { readonly git?: boolean; readonly dialect?: HookDialect } = {},
): HookScene {
  const root = makeProject({ '.agentforge/config.yaml': '{}\n', ...files }, { git: options.git ?? false });
  const surroundings: HookSurroundings = {
    dialect: options.dialect ?? 'claude',
    environment: { HOME: path.dirname(root), PATH: process.env['PATH'] },
    cwd: root,
    project: root,
    profile: 'standard',
    builtin: writeBuiltinGuards(),
    listInstalled: () => [],
    readShell,
    loadSnapshots: async () => snapshots,
    now: Date.now,
    deadlineMs: 30_000,
  };
  return {
    root,
    surroundings,
    send: (payload, changed = {}) =>
      runHook(typeof payload === 'string' ? payload : JSON.stringify(payload), {
        ...surroundings,
        ...changed,
      }),
  };
}

/** A call of Claude before (or after) a tool. */
export function claudeCall(
  scene: Pick<HookScene, 'root'>,
  name: string,
  input: object,
  more: object = {},
): object {
  return {
    session_id: 'one',
    transcript_path: '/dev/null',
    cwd: scene.root,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: name,
    tool_input: input,
    tool_use_id: `use-${name}`,
    ...more,
  };
}
