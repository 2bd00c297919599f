// Actions as the hook would put them together, and what the built-in guards say to them.
import path from 'node:path';
import {
  compilePolicy,
  createPolicyGuards,
  evaluate,
  loadBuiltinGuards,
  type Guard,
  type GuardedAction,
  type GuardedFile,
  type GuardView,
  type Judgement,
  type ShellReading,
  type ShellWrite,
} from '../../../src/guard/index.js';

export const ROOT = '/srv/proj';
export const HOME = '/home/ann';

export const OPEN_VIEW: GuardView = {
  refuseWrite: () => undefined,
  pinned: new Set(),
  trustedCommands: new Set(),
};

const builtin = loadBuiltinGuards();

export function builtinPolicyGuards(profile: 'standard' | 'team' = 'standard', roles = {}): Guard[] {
  return createPolicyGuards(compilePolicy({ builtin, profile, roles }), { root: ROOT, home: HOME });
}

const STANDARD = builtinPolicyGuards();

export function judge(
  action: GuardedAction,
  view = OPEN_VIEW,
  guards: readonly Guard[] = STANDARD,
): Judgement {
  return evaluate(action, view, guards);
}

/** `deny tests-javascript`, or `allow`. */
export function say(action: GuardedAction, view = OPEN_VIEW, guards: readonly Guard[] = STANDARD): string {
  const { verdict } = judge(action, view, guards);
  return verdict.decision === 'allow' ? 'allow' : `${verdict.decision} ${verdict.guard}`;
}

export function edit(...files: GuardedFile[]): GuardedAction {
  return { tool: 'edit', name: 'Edit', dialect: 'claude', files };
}

export function change(name: string, before: string | null, after: string | null): GuardedAction {
  return edit({ path: name, before, after });
}

/** Plain commands joined by `&&`; writes are given as `delete PATH`, from the root. */
export function shell(
  command: string,
  writes: readonly string[] = [],
  doubts: ShellReading['doubts'] = [],
): GuardedAction {
  const segments = command.split('&&').map((text) => {
    const words = text.trim().split(/\s+/);
    const assignments = words.filter((word) => /^[A-Z_]+=/.test(word));
    const [program = '', ...args] = words.slice(assignments.length);
    return {
      program: path.posix.basename(program),
      args: args.map((word) => (word.startsWith('$') ? null : word.replace(/^(['"])(.*)\1$/, '$2'))),
      assignments: Object.fromEntries(assignments.map((word) => word.split('=', 2))) as Record<
        string,
        string
      >,
      cwd: ROOT,
      text: text.trim(),
    };
  });
  return {
    tool: 'shell',
    name: 'Bash',
    dialect: 'claude',
    files: [],
    shell: { command, segments, writes: writes.map(toWrite), doubts },
  };
}

function toWrite(text: string): ShellWrite {
  const [how = 'write', named = ''] = text.split(' ');
  return {
    path: path.posix.resolve(ROOT, named),
    how: how as ShellWrite['how'],
    program: 'sh',
  };
}
