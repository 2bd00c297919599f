// How much a search may do: counted rather than timed, so that it finds the same again.
import type { State } from './trial.js';

/** In units of one draft in a file of average size. */
const UNTYPED = { looking: 6, validation: 5 };
/** Checking types takes far longer than checking syntax. */
const TYPED = { looking: 12, validation: 15 };
const AVERAGE_LENGTH = 20_000;
const LONG_FUNCTION = 600;

/** How a search came to its end. */
export type Ending = 'complete' | 'exhausted' | 'stopped';

export interface WorkOptions {
  readonly allowed: number;
  readonly path: string;
  readonly signal: AbortSignal | undefined;
}

export class Work {
  readonly #signal: AbortSignal | undefined;
  readonly #cost: typeof UNTYPED;
  #left: number;

  constructor({ allowed, path, signal }: WorkOptions) {
    this.#left = allowed;
    this.#signal = signal;
    this.#cost = /\.[cm]?tsx?$/.test(path) ? TYPED : UNTYPED;
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
    this.#left -= sizeOf(state);
  }

  spendOnValidation(state: State): void {
    this.#left -= this.#cost.validation * sizeOf(state);
  }
}

/** Checking the flow of types through a long function takes more than its share. */
function sizeOf({ text, target }: State): number {
  return 0.5 + text.length / AVERAGE_LENGTH + target.lines / LONG_FUNCTION;
}
