// What running a piece of code amounts to for its caller: a value, a refusal, a change somewhere, or a value and a change.
import type ts from 'typescript';
import { findOutputs } from './find-outputs.js';
import type { Output } from './find-outputs.js';
import { listWords } from './lexicon.js';
import { listChanges } from './list-changes.js';
import type { NamingInput } from './proposal.js';
import { walkOwn } from './walk-own.js';

/** `refusal`: all it does is to throw when something is wrong. */
export type Effect = 'value' | 'refusal' | 'change' | 'both';

export function readEffect(input: NamingInput): Effect {
  const { ts: compiler, nodes } = input;
  const [first] = nodes;
  if (first === undefined || compiler.isExpression(first)) return 'value';
  if (findOutputs(input).some(isHandedBack) || returnsValue(input))
    return listChanges(input).length > 0 ? 'both' : 'value';
  return onlyRefuses(input) ? 'refusal' : 'change';
}

/** What is only added to a list is not handed back. */
function isHandedBack({ isDeclared, values }: Output): boolean {
  return isDeclared || values.some(({ kind }) => kind !== 'push');
}

function returnsValue({ ts: compiler, nodes }: NamingInput): boolean {
  let found = false;
  walkOwn(compiler, nodes, (node) => {
    found ||= compiler.isReturnStatement(node) && node.expression !== undefined;
  });
  return found;
}

function onlyRefuses({ ts: compiler, nodes }: NamingInput): boolean {
  let throws = false;
  let acts = false;
  walkOwn(compiler, nodes, (node) => {
    throws ||= compiler.isThrowStatement(node);
    acts ||= compiler.isExpressionStatement(node) && !endsInThrow(compiler, node.parent);
  });
  return throws && !acts;
}

/** What is done in a block that throws in the end only prepares what is thrown. */
function endsInThrow(compiler: NamingInput['ts'], block: ts.Node): boolean {
  const last = compiler.isBlock(block) ? block.statements.at(-1) : undefined;
  return last !== undefined && compiler.isThrowStatement(last);
}

/** Promise that something comes back. */
const GIVING = listWords(
  'find read compute get choose list count format build calculate extract detect is has can should describe render infer derive',
);
export const CHECKING = listWords('check validate assert ensure verify require reject refuse forbid guard');

/** Whether a verb promises what the code does not do. */
export function isUntrue(verb: string, effect: Effect): boolean {
  if (effect === 'refusal') return !CHECKING.has(verb);
  if (effect === 'both' && verb === 'prepare') return true;
  return (effect === 'change' || effect === 'both') && GIVING.has(verb);
}
