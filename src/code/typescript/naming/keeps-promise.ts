// Verbs that no code is called after unless it does what they say: to check is to decide, to find or to read is to bring something.
import type ts from 'typescript';
import { isConstant } from '../extract/starts.js';
import { unwrap } from './describe-noun.js';
import { findOutputs } from './find-outputs.js';
import { isCondition } from './from-condition.js';
import { onlyReports } from './from-guards.js';
import type { NamingInput } from './proposal.js';
import { CHECKING } from './read-effect.js';
import type { Effect } from './read-effect.js';
import { walkOwn } from './walk-own.js';
import type { Place } from './walk-own.js';
import { splitWords } from './words.js';

export function createPromiseTest(input: NamingInput, effect: Effect): (verb: string) => boolean {
  const [first] = input.nodes;
  if (first === undefined || input.ts.isExpression(first)) return () => true;
  const checks = decides(input);
  const brings = (effect === 'value' || effect === 'both') && !isAlwaysSame(input);
  return (verb) => {
    if (verb === 'check') return checks;
    return (verb !== 'find' && verb !== 'read') || brings;
  };
}

/** A condition decides how it ends or what comes out, or somebody else is asked to check. */
function decides(input: NamingInput): boolean {
  let found = false;
  walkOwn(input.ts, input.nodes, (node, place) => {
    found ||= (leaves(input.ts, node, place) && isChosen(input, node)) || asksToCheck(input, node);
  });
  const values = findOutputs(input).flatMap((output) => output.values);
  return (
    found || values.some(({ value }) => value !== undefined && (isChosen(input, value) || asks(input, value)))
  );
}

/** `break` and `continue` of a loop around all of it leave as well. */
function leaves(compiler: NamingInput['ts'], node: ts.Node, { inLoop }: Place): boolean {
  if (compiler.isBreakOrContinueStatement(node)) return !inLoop;
  return compiler.isReturnStatement(node) || compiler.isThrowStatement(node);
}

/** Whether it comes to that depends on a condition. */
function isChosen({ ts: compiler, nodes }: NamingInput, node: ts.Node): boolean {
  let at = node;
  while (!isChoice(compiler, at) && !nodes.includes(at)) at = at.parent;
  return isChoice(compiler, at);
}

function isChoice(compiler: NamingInput['ts'], node: ts.Node): boolean {
  return (
    compiler.isIfStatement(node) ||
    compiler.isCaseOrDefaultClause(node) ||
    compiler.isConditionalExpression(node) ||
    compiler.isCatchClause(node)
  );
}

/** `if (a) problems.push('…')`, `return a > b`, `return validate(x)`. */
function asksToCheck(input: NamingInput, node: ts.Node): boolean {
  const { ts: compiler } = input;
  if (compiler.isIfStatement(node)) return onlyReports(compiler, node);
  if (compiler.isReturnStatement(node)) return node.expression !== undefined && asks(input, node.expression);
  if (!compiler.isCallExpression(node)) return false;
  const { expression: callee } = node;
  const name = compiler.isPropertyAccessExpression(callee) ? callee.name : callee;
  return compiler.isIdentifier(name) && CHECKING.has(splitWords(name.text)[0] ?? '');
}

function asks({ ts: compiler }: NamingInput, node: ts.Node): boolean {
  const value = unwrap(compiler, node);
  if (!compiler.isExpression(value)) return false;
  const isLinked = compiler.isBinaryExpression(value) && /^(?:&&|\|\|)$/.test(value.operatorToken.getText());
  return isLinked || compiler.isConditionalExpression(value) || isCondition({ ts: compiler }, value);
}

/** All that comes out is one constant, whatever happens. */
function isAlwaysSame(input: NamingInput): boolean {
  const { ts: compiler, nodes } = input;
  const values: (ts.Node | undefined)[] = [];
  walkOwn(compiler, nodes, (node) => {
    if (compiler.isReturnStatement(node) && node.expression !== undefined) values.push(node.expression);
  });
  for (const output of findOutputs(input)) values.push(...output.values.map(({ value }) => value));
  const texts = new Set(values.map((value) => value?.getText(input.file)));
  const isFixed = values.every(
    (value) => value !== undefined && compiler.isExpression(value) && isConstant(compiler, value),
  );
  return isFixed && texts.size === 1;
}
