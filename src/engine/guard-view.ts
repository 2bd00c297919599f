// What guards may look at, from the state and the spec.
import type { GuardView } from '../guard/index.js';
import type { NamedCommand, TaskSpec, TaskState } from '../schema/index.js';

export interface GuardViewParts {
  readonly state: TaskState;
  readonly spec: TaskSpec;
  readonly commands: Readonly<Record<string, NamedCommand>>;
  readonly refuseWrite: GuardView['refuseWrite'];
}

export function createGuardView({ state, spec, commands, refuseWrite }: GuardViewParts): GuardView {
  const trusted = [...Object.values(commands), ...spec.checks, ...(spec.tests ? [spec.tests] : [])];
  return {
    refuseWrite,
    pinned: new Set(Object.keys(state.pins).filter((path) => !state.approved.includes(path))),
    trustedCommands: new Set(trusted.map(({ command }) => JSON.stringify(command))),
  };
}
