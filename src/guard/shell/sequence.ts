// How commands follow each other: lists joined by `&&` and `||`, and pipelines.
import type { Input } from './input.js';
import { UNKNOWN_INPUT } from './input.js';
import type { Outcome, ShellState } from './state.js';
import { mergeStates, toOutcome } from './state.js';

export type Step = (state: ShellState, input: Input) => Outcome;

/** `operators[i]` stands between step i and step i + 1. */
export function runList(
  steps: readonly Step[],
  operators: readonly ('&&' | '||')[],
  state: ShellState,
  input: Input,
): Outcome {
  const [first, ...others] = steps;
  if (first === undefined) return toOutcome(state);
  return others.reduce<Outcome>(
    (before, step, index) => {
      if (operators[index] === '&&') {
        const { ok, fail } = step(before.ok, input);
        return { ok, fail: mergeStates(before.fail, fail) };
      }
      const { ok, fail } = step(before.fail, input);
      return { ok: mergeStates(before.ok, ok), fail };
    },
    first(state, input),
  );
}

/** Every part of a pipeline is a shell of its own: nothing it does to the directory or the variables stays. */
export function runPipeline(steps: readonly Step[], state: ShellState, input: Input): Outcome {
  let handed = input;
  for (const step of steps) {
    const outcome = step(state, handed);
    handed = outcome.output ?? UNKNOWN_INPUT;
  }
  return { ok: state, fail: state, output: handed };
}
