// A program about to run with its words known as far as they can be, and what reading it may use.
import type { Field } from './field.js';
import type { Findings } from './findings.js';
import type { Input } from './input.js';
import type { Outcome, ShellState } from './state.js';

export interface Call {
  /** The last part of its path. */
  readonly program: string;
  readonly args: readonly Field[];
  readonly state: ShellState;
  readonly input: Input;
  readonly reader: Reader;
}

export interface Reader {
  readonly findings: Findings;
  /** Reads a text as a script, in this state. */
  readonly readScript: (text: string, state: ShellState) => Outcome;
  /** Reads words as a command of their own: what a wrapper such as `env` runs. */
  readonly readWords: (words: readonly Field[], state: ShellState, input: Input) => Outcome;
  /** Runs a function that the command has defined. */
  readonly callFunction: (name: string, args: readonly Field[], state: ShellState) => Outcome | undefined;
}
