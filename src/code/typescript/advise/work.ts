// How much a search may do: counted rather than timed, so that it finds the same again.
import type { State } from './trial.js';

/** In units of one draft in a file of average size. */
const UNTYPED = { draft: 1, looking: 6, validation: 5 };
/** Checking types takes far longer than checking syntax. */
const TYPED = { draft: 1, looking: 12, validation: 15 };
const AVERAGE_LENGTH = 20_000;
const LONG_FUNCTION = 600;

/** How a search came to its end. */
export type Ending = 'complete' | 'exhausted' | 'stopped';

export interface WorkOptions {
  readonly allowed: number;
  readonly path: string;
  /** The file as it is now. */
  readonly text: string;
  readonly signal: AbortSignal | undefined;
}

export class Work {
  readonly #signal: AbortSignal | undefined;
  readonly #cost: typeof UNTYPED;
  #left: number;

  constructor({ allowed, path, text, signal }: WorkOptions) {
    const isTyped = /\.[cm]?tsx?$/.test(path);
    this.#left = isTyped ? allowed / weighTypes(text) : allowed;
    this.#signal = signal;
    this.#cost = isTyped ? TYPED : UNTYPED;
  }

  get ended(): Ending {
    if (this.#signal?.aborted ?? false) return 'stopped';
    return this.#left <= 0 ? 'exhausted' : 'complete';
  }

  isOver(): boolean {
    return this.ended !== 'complete';
  }

  spendOnLooking(state: State): void {
    this.#left -= this.#cost.looking * sizeOf(state);
  }

  spendOnDraft(state: State): void {
    this.#left -= this.#cost.draft * sizeOf(state);
  }

  spendOnValidation(state: State): void {
    this.#left -= this.#cost.validation * sizeOf(state);
  }
}

/** Types made of types take most of the time where there are many of them. */
const MANY_GENERICS = 25;
const MOST_WEIGHT = 3;

function weighTypes(text: string): number {
  const count = text.match(/<[A-Z]\w*/g)?.length ?? 0;
  return Math.min(MOST_WEIGHT, Math.max(1, count / MANY_GENERICS));
}

/** Checking the flow of types through a long function takes more than its share. */
function sizeOf({ text, target }: State): number {
  return 0.5 + text.length / AVERAGE_LENGTH + target.lines / LONG_FUNCTION;
}
