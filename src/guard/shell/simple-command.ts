// One simple command: its assignments, its redirections, and the program it runs.
import { posix } from 'node:path';
import type { Call, Reader } from './call.js';
import { readAssignment } from './environment.js';
import type { Field } from './field.js';
import { shorten } from './findings.js';
import type { Input } from './input.js';
import { runFile } from './interpreters.js';
import { readProgram } from './programs.js';
import type { Outcome, ShellState } from './state.js';
import { setVariable, toOutcome } from './state.js';

export interface SimpleCommand {
  readonly words: readonly Field[];
  readonly assignments: readonly AssignedVariable[];
  readonly redirections: readonly Redirection[];
  readonly text: string;
}

export interface AssignedVariable {
  readonly name: string;
  readonly value: string | null;
  readonly raw: string;
}

export type Redirection =
  | { readonly kind: 'input'; readonly input: Input }
  | { readonly kind: 'output'; readonly target: Field; readonly append: boolean; readonly isStdout: boolean };

export function readSimpleCommand(
  reader: Reader,
  command: SimpleCommand,
  state: ShellState,
  piped: Input,
): Outcome {
  for (const { name, value, raw } of command.assignments) readAssignment(reader, state, name, value, raw);
  const assigned = command.assignments.reduce(
    (current, { name, value }) =>
      setVariable(current, name, value, command.words.length > 0 ? true : undefined),
    state,
  );
  if (command.words.length === 0) {
    readRedirections(reader, command.redirections, state);
    return toOutcome(assigned);
  }
  const outcome = readCommandWords(reader, command, assigned, findInput(command.redirections, piped));
  readRedirections(reader, command.redirections, state, outcome.output);
  return command.assignments.length === 0 ? outcome : restoreVariables(outcome, command.assignments, state);
}

export function findInput(redirections: readonly Redirection[], piped: Input): Input {
  return redirections.reduce(
    (input, redirection) => (redirection.kind === 'input' ? redirection.input : input),
    piped,
  );
}

/** `output` is what goes into the files, where it is known. */
export function readRedirections(
  reader: Reader,
  redirections: readonly Redirection[],
  state: ShellState,
  output?: Input,
): void {
  for (const redirection of redirections) {
    if (redirection.kind !== 'output') continue;
    const { target, append, isStdout } = redirection;
    reader.findings.addWrite(state, target, append ? 'append' : 'write', '>');
    const text = isStdout && !append && output?.kind === 'text' ? output.text : null;
    for (const path of reader.findings.resolve(state, target)) {
      if (path !== null) reader.findings.addContent(path, text);
    }
  }
}

/** Reads words as a command; `command` gives what the segment says of it. */
export function readCommandWords(
  reader: Reader,
  command: Pick<SimpleCommand, 'words' | 'assignments' | 'text'>,
  state: ShellState,
  input: Input,
): Outcome {
  const [first, ...args] = command.words;
  if (first === undefined || reader.findings.isFull()) return toOutcome(state);
  const program = first.value === null ? '' : posix.basename(first.value);
  reader.findings.addSegment({
    program,
    args: args.map(({ value }) => value),
    assignments: Object.fromEntries(command.assignments.map(({ name, value }) => [name, value])),
    // Where it runs if every `cd` before it went well.
    cwd: state.cwds?.[0] ?? null,
    text: command.text,
  });
  if (first.value === null || program === '') return doubtProgram(reader, first, state);
  const called = reader.callFunction(first.value, args, state);
  if (called !== undefined) return called;
  const call: Call = { program: findName(reader, first, state), args, state, input, reader };
  if (first.value.includes('/')) runFile(call, first, state);
  return readProgram(call);
}

/** The name of what runs: a link or copy that the command made has the name of its origin. */
function findName(reader: Reader, first: Field, state: ShellState): string {
  const name = posix.basename(first.value ?? '');
  if (first.value?.includes('/') !== true) return name;
  const [path = null] = reader.findings.resolve(state, first);
  return path === null ? name : posix.basename(reader.findings.findOrigin(path));
}

/** It may be any program, and any word of the shell, `cd` among them. */
function doubtProgram(reader: Reader, first: Field, state: ShellState): Outcome {
  reader.findings.addDoubt('dynamic-program', `Which program runs is not known: ${shorten(first.raw)}`);
  return toOutcome({ ...state, cwds: null });
}

function restoreVariables(
  outcome: Outcome,
  assigned: readonly AssignedVariable[],
  before: ShellState,
): Outcome {
  const restore = (state: ShellState): ShellState => {
    const variables = new Map(state.variables);
    for (const { name } of assigned) {
      const old = before.variables.get(name);
      if (old === undefined) variables.delete(name);
      else variables.set(name, old);
    }
    return { ...state, variables };
  };
  return { ...outcome, ok: restore(outcome.ok), fail: restore(outcome.fail) };
}
