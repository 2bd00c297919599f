// Names for a loop by what it goes through, and for code about which nothing better is known.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { describeNoun } from './describe-noun.js';
import { isPartOfVerdict } from './from-condition.js';
import { readFunctionWords } from './function-words.js';
import type { FunctionWords } from './function-words.js';
import { GLOBAL_OBJECTS, listWords, PARTICIPLES } from './lexicon.js';
import { propose } from './proposal.js';
import type { NamingInput, Proposal } from './proposal.js';
import { walkOwn } from './walk-own.js';
import {
  isAdjective,
  isGeneric,
  isPlural,
  mapLast,
  splitWords,
  toMany,
  toSingular,
  toVerb,
} from './words.js';

export function proposeFromLoop(input: NamingInput): Proposal[] {
  const { ts: compiler, nodes } = input;
  const loops = nodes.filter((node) => compiler.isIterationStatement(node, true));
  const [loop] = loops;
  if (loop === undefined || loops.length > 1) return [];
  const noun = describeCollection(compiler, loop);
  if (noun.length === 0) return [];
  const { verb } = readFunctionWords(input);
  const isOwn = verb !== '' && verb !== 'is' && verb !== 'has';
  return [
    ...(isOwn ? [propose(nodes.length === 1 ? 48 : 38, verb, toMany(noun))] : []),
    propose(24, 'process', toMany(noun)),
  ];
}

function describeCollection(compiler: TypeScript, loop: ts.Node): string[] {
  const statement = compiler.isLabeledStatement(loop) ? loop.statement : loop;
  const isEach = compiler.isForOfStatement(statement) || compiler.isForInStatement(statement);
  return isEach ? describeEach(compiler, statement) : describeCounted(compiler, statement);
}

function describeEach(compiler: TypeScript, { expression, initializer }: ts.ForInOrOfStatement): string[] {
  const noun = describeNoun(compiler, expression);
  if (noun.length > 0) return noun;
  const isDeclared = compiler.isVariableDeclarationList(initializer);
  return describeNoun(compiler, isDeclared ? initializer.declarations[0]?.name : initializer);
}

/** `i < orders.length`. */
function describeCounted(compiler: TypeScript, loop: ts.Node): string[] {
  const condition = readLoopCondition(compiler, loop);
  if (condition === undefined || !compiler.isBinaryExpression(condition)) return [];
  const limit = describeNoun(compiler, condition.right);
  return /^(?:count|length|size)$/.test(limit.at(-1) ?? '') ? limit.slice(0, -1) : [];
}

function readLoopCondition(compiler: TypeScript, loop: ts.Node): ts.Expression | undefined {
  if (compiler.isForStatement(loop)) return loop.condition;
  return compiler.isWhileStatement(loop) || compiler.isDoStatement(loop) ? loop.expression : undefined;
}

/** After the name that occurs most often, and after the function by where in it the code stands. */
export function proposeFromSurroundings(input: NamingInput): Proposal[] {
  const words = readFunctionWords(input);
  const { all, verb, object } = words;
  const thing = object.length > 0 ? object : [verb === '' ? 'step' : verb];
  return [
    propose(8, findPlace(input), thing),
    ...proposeDeed(input, words),
    ...(isLoopBody(input) ? proposeTurn(words) : []),
    ...(all.length > 0 ? [propose(6, all, 'step'), propose(5, 'run', all)] : []),
  ];
}

/** What the function does, or decides, with what the code mentions most. */
function proposeDeed(input: NamingInput, { verb, object }: FunctionWords): Proposal[] {
  const frequent = findFrequentNoun(input);
  const decides = returnsVerdict(input);
  const isQuestion = verb === 'is' || verb === 'has' || decides;
  return [
    ...(frequent.length > 0 ? proposeNoun(frequent, isQuestion ? '' : verb) : []),
    ...(isQuestion || returnsTruth(input) ? proposeCheck(frequent, object) : []),
    ...(decides && isAct(verb) ? [propose(48, 'can', verb, object)] : []),
  ];
}

function proposeCheck(frequent: readonly string[], object: readonly string[]): Proposal[] {
  return [propose(34, 'check', frequent), propose(20, 'check', object)];
}

/** In `useColors`, what decides whether to → can use colors. */
function isAct(verb: string): boolean {
  return /^(?:use|apply|show|accept|allow|match|merge|cache|retry|reuse|support)$/.test(verb);
}

/** Ends with what the function decides. */
function returnsVerdict({ ts: compiler, nodes, target }: NamingInput): boolean {
  const last = nodes.at(-1);
  if (last === undefined || !compiler.isReturnStatement(last) || last.expression === undefined) return false;
  return isPartOfVerdict(compiler, last.expression, target);
}

function proposeNoun(noun: readonly string[], verb: string): Proposal[] {
  // What an accessor or a constructor is about is in its name.
  const own = verb === '' || /^(?:set|get|init)$/.test(verb) ? [] : [propose(30, verb, noun)];
  return [...own, propose(18, 'handle', noun), propose(16, 'process', noun)];
}

/** One turn of the loop in `parseOptions` → parse option; in `readSequence` → read sequence entry. */
function proposeTurn({ verb, object }: FunctionWords): Proposal[] {
  const last = object.at(-1);
  if (last === undefined || verb === '' || verb === 'is' || verb === 'has') return [];
  return isPlural(last)
    ? [propose(52, verb, mapLast(object, toSingular))]
    : [propose(36, verb, object, 'entry')];
}

function isLoopBody({ ts: compiler, nodes }: NamingInput): boolean {
  const block = nodes[0]?.parent;
  if (block === undefined || !compiler.isBlock(block)) return false;
  return compiler.isIterationStatement(block.parent, false) && nodes.length * 2 >= block.statements.length;
}

/** Decides something: `return false` and `return true`. */
function returnsTruth({ ts: compiler, nodes }: NamingInput): boolean {
  let found = false;
  walkOwn(compiler, nodes, (node) => {
    if (!compiler.isReturnStatement(node) || node.expression === undefined) return;
    const { kind } = node.expression;
    found ||= kind === compiler.SyntaxKind.TrueKeyword || kind === compiler.SyntaxKind.FalseKeyword;
  });
  return found;
}

function findPlace({ target, nodes }: NamingInput): string {
  const { body } = target;
  const first = nodes[0];
  const last = nodes.at(-1);
  if (body === undefined || first === undefined || last === undefined) return 'continue';
  const middle = (body.pos + body.end) / 2;
  if (last.end < middle) return 'prepare';
  return first.pos > middle ? 'finish' : 'continue';
}

function isCalled(compiler: TypeScript, node: ts.Identifier): boolean {
  const isMember = compiler.isPropertyAccessExpression(node.parent) && node.parent.name === node;
  const callee = isMember ? node.parent : node;
  return compiler.isCallExpression(callee.parent) && callee.parent.expression === callee;
}

/** Handed to everything, so that they tell little. */
const SHARED = listWords('options config context state node token settings params props this');

/** `existing`, `negated`: tells how something is, not what it is. */
function isState(word: string): boolean {
  return isAdjective(word) || PARTICIPLES.has(word) || (word.endsWith('ing') && toVerb(word) !== undefined);
}

/** Of two that occur equally often the earlier one. */
function findFrequentNoun({ ts: compiler, nodes }: NamingInput): string[] {
  const counts = new Map<string, number>();
  walkOwn(compiler, nodes, (node) => {
    if (!compiler.isIdentifier(node)) return;
    const words = splitWords(node.text);
    if (isGeneric(words) || words.length > 3 || isCalled(compiler, node) || GLOBAL_OBJECTS.has(node.text))
      return;
    if (isState(words.at(-1) ?? '')) return;
    const key = words.join(' ');
    counts.set(key, (counts.get(key) ?? 0) + (SHARED.has(key) ? 0.3 : 1));
  });
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  return best === undefined ? [] : best[0].split(' ');
}
