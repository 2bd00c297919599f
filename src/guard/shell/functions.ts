// The functions that a command defines: read where they are called, with what they are given.
import type { Reader } from './call.js';
import type { Outcome, ShellState } from './state.js';
import { setVariable, toOutcome } from './state.js';

interface Definition {
  readonly state: ShellState;
  readonly run: (state: ShellState) => Outcome;
}

export interface Functions {
  readonly define: (name: string, state: ShellState, run: Definition['run']) => void;
  readonly call: Reader['callFunction'];
  /** Something that is not seen may call them: a trap, another shell. */
  readonly runUncalled: () => void;
}

const POSITIONS = 9;

export function createFunctions(): Functions {
  const definitions = new Map<string, Definition>();
  const called = new Set<Definition>();
  const running = new Set<Definition>();
  const run = (definition: Definition, state: ShellState): Outcome => {
    called.add(definition);
    running.add(definition);
    const outcome = definition.run(state);
    running.delete(definition);
    return outcome;
  };
  return {
    define: (name, state, body) => {
      const before = definitions.get(name);
      // Which of two is called may depend on what happens.
      if (before !== undefined && !called.has(before)) run(before, before.state);
      definitions.set(name, { state, run: body });
    },
    call: (name, args, state) => {
      const definition = definitions.get(name);
      if (definition === undefined) return undefined;
      if (running.has(definition)) return toOutcome({ ...state, cwds: null });
      const values = args.map(({ value }) => value);
      return run(definition, bind(state, values));
    },
    runUncalled: () => {
      for (const definition of definitions.values()) {
        if (!called.has(definition)) run(definition, bind(definition.state, []));
      }
    },
  };
}

function bind(state: ShellState, values: readonly (string | null)[]): ShellState {
  let bound = state;
  for (let index = 0; index < POSITIONS; index += 1) {
    bound = setVariable(bound, String(index + 1), values[index] ?? null);
  }
  return bound;
}
