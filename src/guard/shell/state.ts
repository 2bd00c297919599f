// What is known of the shell at one point of a command: where it stands and what its variables hold.

import type { Input } from './input.js';

export interface Variable {
  readonly value: string | null;
  /** A shell started from this one sees it. */
  readonly exported: boolean;
}

export interface ShellState {
  /** Every directory it may stand in (a `cd` may fail); null when it is not known. */
  readonly cwds: readonly string[] | null;
  readonly variables: ReadonlyMap<string, Variable>;
  /** The shell has ended before this point. */
  readonly dead: boolean;
}

/** What holds after a command that succeeded, and after one that failed. */
export interface Outcome {
  readonly ok: ShellState;
  readonly fail: ShellState;
  /** What it prints, where that is known or matters. */
  readonly output?: Input;
}

export interface Where {
  readonly cwd: string;
  readonly home?: string;
}

const MAX_CWDS = 6;
const UNKNOWN: Variable = { value: null, exported: false };

export function startState(where: Where): ShellState {
  const variables = new Map<string, Variable>();
  if (where.home !== undefined) variables.set('HOME', { value: where.home, exported: true });
  return { cwds: [where.cwd], variables, dead: false };
}

export function toOutcome(state: ShellState): Outcome {
  return { ok: state, fail: state };
}

export function settle({ ok, fail }: Outcome): ShellState {
  return mergeStates(ok, fail);
}

/** What is true whichever of the two ways was taken. */
export function mergeStates(first: ShellState, second: ShellState): ShellState {
  if (first === second || second.dead) return first;
  if (first.dead) return second;
  return {
    cwds: mergeCwds(first.cwds, second.cwds),
    variables: mergeVariables(first.variables, second.variables),
    dead: false,
  };
}

/** What is true however often a loop went from `before` to `after`. */
export function widenState(before: ShellState, after: ShellState): ShellState {
  if (isSame(before, after)) return before;
  const merged = mergeStates(before, after);
  return { ...merged, cwds: sameCwds(before.cwds, after.cwds) ? before.cwds : null };
}

export function isSame(first: ShellState, second: ShellState): boolean {
  if (first === second) return true;
  if (!sameCwds(first.cwds, second.cwds) || first.variables.size !== second.variables.size) return false;
  return [...first.variables].every(([name, { value }]) => second.variables.get(name)?.value === value);
}

export function setVariable(
  state: ShellState,
  name: string,
  value: string | null,
  exported?: boolean,
): ShellState {
  const variables = new Map(state.variables);
  variables.set(name, { value, exported: exported ?? variables.get(name)?.exported ?? false });
  return { ...state, variables };
}

/** What a shell started from this one knows. */
export function inheritState(state: ShellState): ShellState {
  const variables = new Map<string, Variable>();
  for (const [name, variable] of state.variables) {
    variables.set(name, variable.exported ? variable : { value: null, exported: false });
  }
  return { ...state, variables };
}

function mergeCwds(
  first: readonly string[] | null,
  second: readonly string[] | null,
): readonly string[] | null {
  if (first === null || second === null) return null;
  const all = [...new Set([...first, ...second])];
  return all.length > MAX_CWDS ? null : all;
}

function mergeVariables(
  first: ReadonlyMap<string, Variable>,
  second: ReadonlyMap<string, Variable>,
): ReadonlyMap<string, Variable> {
  if (first === second) return first;
  const names = new Set([...first.keys(), ...second.keys()]);
  return new Map([...names].map((name) => [name, mergeVariable(first.get(name), second.get(name))]));
}

/** One that only one side knows is not known. */
function mergeVariable(one = UNKNOWN, other = UNKNOWN): Variable {
  return {
    value: one.value === other.value ? one.value : null,
    exported: one.exported && other.exported,
  };
}

function sameCwds(first: readonly string[] | null, second: readonly string[] | null): boolean {
  if (first === null || second === null) return first === second;
  return first.length === second.length && first.every((cwd) => second.includes(cwd));
}
