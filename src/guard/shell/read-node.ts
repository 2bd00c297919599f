// A simple command of the tree, with its words expanded.
import type { Assignment, Command, HereDoc, Redirect, Redirection as RedirectionNode, Word } from 'unbash';
import type { Field } from './field.js';
import { literalField, unknownField } from './field.js';
import type { Input } from './input.js';
import { UNKNOWN_INPUT } from './input.js';
import type { AssignedVariable, Redirection } from './simple-command.js';
import { readSimpleCommand } from './simple-command.js';
import type { Outcome, ShellState } from './state.js';
import { setVariable } from './state.js';
import type { Walker } from './walker.js';
import type { Expander } from './words.js';
import { expandParts, expandText, expandWord, readAllInner } from './words.js';

export function readCommandNode(walker: Walker, node: Command, state: ShellState, input: Input): Outcome {
  const { assignments, after } = readAssignments(walker, node, state);
  const expander = walker.expander;
  const words = node.name === undefined ? [] : [...expandWord(node.name, state, expander)];
  for (const argument of node.args) {
    if (argument.type === 'Word') words.push(...expandWord(argument, state, expander));
    else words.push(toArgument(argument, readValue(argument, state, expander)));
  }
  const redirections = readRedirectionNodes(walker, node.redirects, after);
  const text = walker.source.slice(node.pos, node.end);
  return readSimpleCommand(walker.reader, { words, assignments, redirections, text }, state, input);
}

export function readRedirectionNodes(
  walker: Walker,
  nodes: readonly RedirectionNode[],
  state: ShellState,
): readonly Redirection[] {
  const expander = walker.expander;
  return nodes.flatMap((node): readonly Redirection[] => {
    if (node.type === 'HereDoc')
      return [{ kind: 'input', input: toInput(readHereDoc(node, state, expander)) }];
    if (node.type === 'HereString') {
      const text = node.target === undefined ? null : expandText(node.target, state, expander);
      return [{ kind: 'input', input: toInput(text === null ? null : `${text}\n`, node.target?.text) }];
    }
    return readRedirect(walker, node, state, expander);
  });
}

/** Each assignment sees the ones before it. */
function readAssignments(
  walker: Walker,
  node: Command,
  state: ShellState,
): { assignments: readonly AssignedVariable[]; after: ShellState } {
  let after = state;
  const assignments: AssignedVariable[] = [];
  for (const item of node.prefix) {
    if (item.type !== 'Assignment') continue;
    const value = readValue(item, after, walker.expander);
    after = setVariable(after, item.name, value);
    assignments.push({ name: item.name, value, raw: item.text });
  }
  return { assignments, after };
}

function readValue(assignment: Assignment, state: ShellState, expander: Expander): string | null {
  if (assignment.value.type === 'ArrayValue' || assignment.index !== undefined) {
    readAllInner(assignment, state, expander);
    return null;
  }
  const value = expandText(assignment.value, state, expander);
  if (assignment.append !== true) return value;
  const before = state.variables.get(assignment.name)?.value ?? null;
  return before === null || value === null ? null : before + value;
}

/** `export A=b` has it as a word. */
function toArgument({ name, text }: Assignment, value: string | null): Field {
  return value === null ? unknownField(text, `${name}=`) : literalField(`${name}=${value}`, text);
}

function readHereDoc({ body, delimiter }: HereDoc, state: ShellState, expander: Expander): string | null {
  if (delimiter?.quoted === true) return body.text;
  if (body.parts === undefined)
    return body.text.replace(/\\([$`\\\n])/g, (_, one: string) => (one === '\n' ? '' : one));
  return expandParts(body.parts, state, expander);
}

function toInput(text: string | null, raw = ''): Input {
  if (text !== null) return { kind: 'text', text };
  return /base64|xxd|openssl/.test(raw) ? { kind: 'unknown', encoded: true } : UNKNOWN_INPUT;
}

function readRedirect(
  walker: Walker,
  node: Redirect,
  state: ShellState,
  expander: Expander,
): readonly Redirection[] {
  if (node.target === undefined) return [];
  const fields = expandWord(node.target, state, expander);
  const [only] = fields;
  const target = fields.length === 1 && only !== undefined ? only : unknownField(node.target.text);
  // In zsh `>!` is an operator, and the file is the word behind it.
  if (target.head.startsWith('!')) {
    walker.reader.findings.addDoubt('unparsable', 'The file that > ! writes differs between shells.');
  }
  if (node.operator === '<') return [{ kind: 'input', input: readFrom(node.target, target) }];
  if (node.operator === '<&' || isDuplicate(node, target)) return [];
  const { descriptor } = node;
  const isStdout =
    descriptor === undefined || (descriptor.type === 'FileDescriptor' && descriptor.value === 1);
  return [{ kind: 'output', target, append: node.operator.endsWith('>>'), isStdout }];
}

function readFrom(word: Word, file: Field): Input {
  return isProcess(word) ? toInput(null, word.text) : { kind: 'file', file };
}

function isProcess(word: Word | undefined): boolean {
  return word?.parts?.[0]?.type === 'ProcessSubstitution';
}

/** `2>&1`, `>&-`, and `> >(program)`, whose program is read on its own. */
function isDuplicate(node: Redirect, target: Field): boolean {
  if (isProcess(node.target)) return true;
  return node.operator === '>&' && target.value !== null && /^(\d+-?|-)$/.test(target.value);
}
