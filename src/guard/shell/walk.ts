// Walks the tree of a parsed script in the order the shell would run it.
import type {
  AndOr,
  Case,
  CommandNode,
  CompoundList,
  For,
  If,
  ParsedScript,
  Pipeline,
  Select,
  Statement,
  While,
} from 'unbash';
import type { Field } from './field.js';
import type { Input } from './input.js';
import { NO_INPUT } from './input.js';
import type { Walker } from './walker.js';
import { readCommandNode, readRedirectionNodes } from './read-node.js';
import { runList, runPipeline } from './sequence.js';
import { findInput, readRedirections } from './simple-command.js';
import type { Outcome, ShellState } from './state.js';
import { isSame, mergeStates, setVariable, settle, toOutcome, widenState } from './state.js';
import { expandWord, readAllInner } from './words.js';

const MAX_TURNS = 8;

type Node = Statement['command'] | CompoundList;

export function walkScript(walker: Walker, script: ParsedScript, state: ShellState, input: Input): Outcome {
  for (const { message } of script.errors ?? []) {
    walker.reader.findings.addDoubt('unparsable', `It is not a correct command: ${message}.`);
  }
  const inner = script.source === undefined ? walker : walker.withSource(script.source);
  return walkStatements(inner, script.commands, state, input);
}

function walkStatements(
  walker: Walker,
  statements: readonly Statement[],
  state: ShellState,
  input: Input,
): Outcome {
  const [only] = statements;
  if (statements.length === 1 && only !== undefined) return walkStatement(walker, only, state, input);
  return statements.reduce(
    (before, statement) => dropOutput(walkStatement(walker, statement, settle(before), input)),
    toOutcome(state),
  );
}

/** What a list of several commands prints is not followed. */
function dropOutput({ ok, fail }: Outcome): Outcome {
  return { ok, fail };
}

function walkStatement(walker: Walker, statement: Statement, state: ShellState, input: Input): Outcome {
  const outcome = walkNode(walker, statement.command, state, input);
  return statement.background === true ? toOutcome(state) : outcome;
}

function walkNode(walker: Walker, node: Node, state: ShellState, input: Input): Outcome {
  switch (node.type) {
    case 'Command':
      return readCommandNode(walker, node, state, input);
    case 'Pipeline':
      return walkPipeline(walker, node, state, input);
    case 'AndOr':
      return walkAndOr(walker, node, state, input);
    case 'CompoundList':
      return walkStatements(walker, node.commands, state, input);
    default:
      return walker.reader.findings.descend(() => walkCompound(walker, node, state, input), toOutcome(state));
  }
}

function walkPipeline(walker: Walker, node: Pipeline, state: ShellState, input: Input): Outcome {
  const isNegated = node.prefixes.filter(({ type }) => type === 'Negation').length % 2 === 1;
  const [only] = node.commands;
  if (node.commands.length === 1 && only !== undefined) {
    const outcome = walkNode(walker, only, state, input);
    return isNegated ? { ok: outcome.fail, fail: outcome.ok } : outcome;
  }
  const steps = node.commands.map((command) => (current: ShellState, handed: Input) => {
    return walkNode(walker, command, current, handed);
  });
  return runPipeline(steps, state, input);
}

function walkAndOr(walker: Walker, node: AndOr, state: ShellState, input: Input): Outcome {
  const steps = node.commands.map((command) => (current: ShellState, handed: Input) => {
    return walkNode(walker, command, current, handed);
  });
  return runList(steps, node.operators, state, input);
}

type Compound = Exclude<CommandNode, { type: 'Command' }>;

function walkCompound(walker: Walker, node: Compound, state: ShellState, input: Input): Outcome {
  switch (node.type) {
    case 'Subshell':
      return { ...toOutcome(state), ...keepOutput(walkNode(walker, node.body, state, input)) };
    case 'BraceGroup':
      return walkNode(walker, node.body, state, input);
    case 'If':
      return walkIf(walker, node, state, input);
    case 'For':
    case 'Select':
      return walkFor(walker, node, state, input);
    case 'While':
      return walkWhile(walker, node, state, input);
    case 'Case':
      return walkCase(walker, node, state, input);
    default:
      return walkOther(walker, node, state, input);
  }
}

type Other = Exclude<
  Compound,
  { type: 'Subshell' | 'BraceGroup' | 'If' | 'For' | 'Select' | 'While' | 'Case' }
>;

function walkOther(walker: Walker, node: Other, state: ShellState, input: Input): Outcome {
  switch (node.type) {
    case 'Redirected': {
      const redirections = readRedirectionNodes(walker, node.redirects, state);
      const outcome = walkNode(walker, node.command, state, findInput(redirections, input));
      readRedirections(walker.reader, redirections, state, outcome.output);
      return dropOutput(outcome);
    }
    case 'Function':
      walker.defineFunction(node.name.value, state, (called) =>
        walkNode(walker, node.body, called, NO_INPUT),
      );
      return toOutcome(state);
    case 'Coproc':
      walkNode(walker, node.body, state, input);
      return toOutcome(state);
    case 'ArithmeticFor':
      readAllInner(node, state, walker.expander);
      return walkLoop(state, (current) => walkNode(walker, node.body, current, input));
    default:
      readAllInner(node, state, walker.expander);
      return toOutcome(state);
  }
}

function keepOutput({ output }: Outcome): Partial<Outcome> {
  return output === undefined ? {} : { output };
}

function walkIf(walker: Walker, node: If, state: ShellState, input: Input): Outcome {
  let before = walkNode(walker, node.clause, state, input);
  const ends = [settle(walkNode(walker, node.then, before.ok, input))];
  for (const { clause, then } of node.elif) {
    before = walkNode(walker, clause, before.fail, input);
    ends.push(settle(walkNode(walker, then, before.ok, input)));
  }
  ends.push(node.else === undefined ? before.fail : settle(walkNode(walker, node.else, before.fail, input)));
  return toOutcome(ends.reduce(mergeStates));
}

function walkCase(walker: Walker, node: Case, state: ShellState, input: Input): Outcome {
  const expander = walker.expander;
  readAllInner(node.word, state, expander);
  const ends = node.items.map(({ pattern, body }) => {
    for (const word of pattern) readAllInner(word, state, expander);
    return settle(walkNode(walker, body, state, input));
  });
  return toOutcome([state, ...ends].reduce(mergeStates));
}

function walkWhile(walker: Walker, node: While, state: ShellState, input: Input): Outcome {
  return walkLoop(state, (current) => {
    const clause = walkNode(walker, node.clause, current, input);
    const enters = node.kind === 'while' ? clause.ok : clause.fail;
    return toOutcome(mergeStates(settle(clause), settle(walkNode(walker, node.body, enters, input))));
  });
}

function walkFor(walker: Walker, node: For | Select, state: ShellState, input: Input): Outcome {
  const expander = walker.expander;
  const fields = node.wordlist?.flatMap((word) => expandWord(word, state, expander));
  const name = node.name.value;
  if (
    fields !== undefined &&
    node.type === 'For' &&
    fields.length > 0 &&
    fields.length <= MAX_TURNS &&
    fields.every(isKnown)
  ) {
    const end = fields.reduce(
      (current, { value }) => settle(walkNode(walker, node.body, setVariable(current, name, value), input)),
      state,
    );
    return toOutcome(end);
  }
  return walkLoop(setVariable(state, name, null), (current) => {
    return walkNode(walker, node.body, setVariable(current, name, null), input);
  });
}

function isKnown({ value }: Field): boolean {
  return value !== null;
}

/** Once as it is and, where a turn changes something, once more with only what holds for every turn. */
function walkLoop(state: ShellState, turn: (state: ShellState) => Outcome): Outcome {
  const after = settle(turn(state));
  const wide = widenState(state, after);
  if (isSame(wide, state)) return toOutcome(state);
  return toOutcome(mergeStates(wide, settle(turn(wide))));
}
