// Names for an expression by what becomes of its value: the variable or property it is stored in, what is returned.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { isLogical } from '../measure/visit-logic.js';
import { describeNoun } from './describe-noun.js';
import { isCondition, isVerdict } from './from-condition.js';
import { readFunctionWords } from './function-words.js';
import { propose } from './proposal.js';
import type { NamingInput, Proposal } from './proposal.js';
import { chooseValueVerb } from './value-verb.js';
import { PARTICIPLES } from './lexicon.js';
import { isAdjective, isVerb, splitWords } from './words.js';

export function proposeFromValue(input: NamingInput): Proposal[] {
  const { ts: compiler, nodes } = input;
  const [node] = nodes;
  if (node === undefined || nodes.length > 1 || !compiler.isExpression(node)) return [];
  if (isCondition(input, node) || isVerdict(input, node)) return [];
  const verb = chooseValueVerb(compiler, node) ?? 'find';
  const stored = describeDestination(compiler, node);
  const own = describeNoun(compiler, isLogical(compiler, node) ? node.left : node);
  const { all, object } = readFunctionWords(input);
  const rest = isResult(compiler, node) ? propose(36, all, 'rest') : propose(40, verb, object);
  // `const known = toSeverity(…)`: what describes the value says less than what it is.
  const isVague = stored.every((word) => isAdjective(word) || PARTICIPLES.has(word));
  const found = [propose(isVague ? 50 : 80, verb, stored), propose(52, verb, own), rest];
  return [...proposeDeed(stored), ...found.filter(({ words }) => words.length > 1)];
}

/** What is returned in the end, or one of the things that may be: what it is called is what the function is called. */
function isResult(compiler: TypeScript, node: ts.Node): boolean {
  let value = node;
  while (compiler.isParenthesizedExpression(value.parent) || compiler.isConditionalExpression(value.parent))
    value = value.parent;
  return value !== node && compiler.isReturnStatement(value.parent);
}

/** `const removeLong = …` decides whether to. */
function proposeDeed(stored: readonly string[]): Proposal[] {
  return stored.length > 1 && isVerb(stored[0] ?? '') ? [propose(84, 'should', stored)] : [];
}

function describeDestination(compiler: TypeScript, node: ts.Expression): string[] {
  let { parent } = node;
  while (compiler.isParenthesizedExpression(parent) || compiler.isAwaitExpression(parent))
    parent = parent.parent;
  if (compiler.isVariableDeclaration(parent) || compiler.isPropertyAssignment(parent)) {
    return describeNoun(compiler, parent.name);
  }
  if (compiler.isBinaryExpression(parent))
    return parent.right === node ? describeNoun(compiler, parent.left) : [];
  if (!compiler.isJsxExpression(parent)) return [];
  return compiler.isJsxAttribute(parent.parent) ? splitWords(parent.parent.name.getText()) : [];
}
