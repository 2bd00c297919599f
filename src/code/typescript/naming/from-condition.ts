// Names for a condition that becomes a function: what it asserts, or what is done when it holds.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { isLogical } from '../measure/visit-logic.js';
import { describeNoun, unwrap } from './describe-noun.js';
import { proposeConsequence } from './from-consequence.js';
import { proposeFromSubject } from './from-subject.js';
import { readFunctionWords } from './function-words.js';
import { readFlag } from './predicate.js';
import { propose } from './proposal.js';
import type { NamingInput, Proposal } from './proposal.js';
import { isComparison } from './read-comparison.js';
import { readCondition } from './read-condition.js';
import { readLastName } from './read-truth.js';
import { isPlural, splitWords, toGerund } from './words.js';

export function proposeFromCondition(input: NamingInput): Proposal[] {
  const [node] = input.nodes;
  if (node === undefined || input.nodes.length > 1 || !input.ts.isExpression(node)) return [];
  if (!isCondition(input, node) && !isVerdict(input, node)) return [];
  const { object } = readFunctionWords(input);
  const last = [propose(10, 'is', 'special', object, 'case')];
  return [
    ...proposeAssertion(input, node),
    ...proposeFromPlace(input, node),
    ...proposeFromSubject(input.ts, node),
    ...proposePart(input, node),
    ...last,
  ];
}

/** In `canCancel`, what holds for the staff → can staff cancel; in `isSafe`, for what is printable → is printable safe. */
function proposePart(input: NamingInput, node: ts.Expression): Proposal[] {
  const [verb = '', ...object] = readFunctionWords(input).all;
  // Only what comes first in a row of things that all have to hold says whom it is about.
  const first = findFirstOperand(input.ts, node);
  const read = first === undefined ? undefined : readCondition(input.ts, first);
  const told = read?.words;
  if (
    told === undefined ||
    !isCase(told[0], told.slice(1), object) ||
    !/^(?:is|can|should|may|must)$/.test(verb) ||
    object.length === 0
  )
    return [];
  return [propose(34, verb, told.slice(1), object)];
}

/** `a` of `a && b && c`. */
function findFirstOperand(compiler: TypeScript, node: ts.Node): ts.Expression | undefined {
  const value = unwrap(compiler, node);
  if (!compiler.isBinaryExpression(value)) return undefined;
  if (value.operatorToken.kind !== compiler.SyntaxKind.AmpersandAmpersandToken) return undefined;
  const left = unwrap(compiler, value.left);
  return findFirstOperand(compiler, left) ?? (isLogical(compiler, left) ? undefined : value.left);
}

/** One word that says what it is, other than the question itself. */
function isCase(verb: string | undefined, rest: readonly string[], object: readonly string[]): boolean {
  const [word = '', second] = rest;
  return verb === 'is' && second === undefined && /^[a-z]{3,}$/.test(word) && !object.includes(word);
}

/** What a function returns that is called `is…`, or what a variable is set to that is. */
export function isVerdict(input: NamingInput, expression: ts.Expression): boolean {
  const { ts: compiler } = input;
  const { parent } = expression;
  if (!isLogical(compiler, expression)) return false;
  if (compiler.isVariableDeclaration(parent))
    return readFlag(splitWords(parent.name.getText()), []) !== undefined;
  const isReturned = compiler.isReturnStatement(parent) || compiler.isArrowFunction(parent);
  if (isReturned && isQuestion(readFunctionWords(input).all)) return true;
  return isPartOfVerdict(compiler, expression, input.target);
}

function isQuestion([first = '']: readonly string[]): boolean {
  return /^(?:is|are|was|has|can|should|must|needs|supports|allows)$/.test(first);
}

/** What is returned where `true` or `false` is returned otherwise, or a part of that. */
export function isPartOfVerdict(compiler: TypeScript, expression: ts.Node, target: ts.Node): boolean {
  let value = expression;
  while (compiler.isParenthesizedExpression(value.parent) || isLogical(compiler, value.parent))
    value = value.parent;
  return compiler.isReturnStatement(value.parent) && returnsTruth(compiler, target);
}

function returnsTruth(compiler: TypeScript, node: ts.Node): boolean {
  const { TrueKeyword, FalseKeyword } = compiler.SyntaxKind;
  if (compiler.isReturnStatement(node))
    return node.expression?.kind === TrueKeyword || node.expression?.kind === FalseKeyword;
  const visit = (child: ts.Node): boolean | undefined =>
    (!compiler.isFunctionLike(child) && returnsTruth(compiler, child)) || undefined;
  return compiler.forEachChild(node, visit) === true;
}

/** Asks something, rather than choosing a value. */
export function isCondition({ ts: compiler }: Pick<NamingInput, 'ts'>, expression: ts.Expression): boolean {
  return isTested(compiler, expression) || asks(compiler, unwrap(compiler, expression));
}

function asks(compiler: TypeScript, node: ts.Node): boolean {
  if (isLogical(compiler, node)) {
    const isChoice = node.operatorToken.kind === compiler.SyntaxKind.QuestionQuestionToken;
    return (
      !isChoice && asks(compiler, unwrap(compiler, node.left)) && asks(compiler, unwrap(compiler, node.right))
    );
  }
  if (compiler.isPrefixUnaryExpression(node)) return node.operator === compiler.SyntaxKind.ExclamationToken;
  if (compiler.isBinaryExpression(node)) return isComparison(compiler, node);
  return compiler.isCallExpression(node) && asksByName(compiler, node.expression);
}

function asksByName(compiler: TypeScript, callee: ts.Expression): boolean {
  const name = splitWords(readLastName(compiler, unwrap(compiler, callee)) ?? '');
  return readFlag(name, []) !== undefined || ['test', 'includes', 'some', 'every'].includes(name[0] ?? '');
}

/** Stands where only true or false matters. */
function isTested(compiler: TypeScript, expression: ts.Expression): boolean {
  const { parent } = expression;
  if (compiler.isParenthesizedExpression(parent)) return isTested(compiler, parent);
  const tests =
    compiler.isIfStatement(parent) || compiler.isWhileStatement(parent) || compiler.isDoStatement(parent);
  if (tests) return parent.expression === expression;
  const chooses = compiler.isConditionalExpression(parent) || compiler.isForStatement(parent);
  if (chooses) return parent.condition === expression;
  return compiler.isPrefixUnaryExpression(parent) && parent.operator === compiler.SyntaxKind.ExclamationToken;
}

function proposeAssertion({ ts: compiler }: NamingInput, node: ts.Expression): Proposal[] {
  const read = readCondition(compiler, node);
  if (read === undefined) return [];
  const length = read.words.length;
  const score =
    (length <= 4 ? 84 : 84 - (length - 4) * 6) -
    (isMixed(read.words) ? 14 : 0) -
    (hidesVerb(read.words) ? 30 : 0);
  // What leaves out an operand is wrong about the rest.
  const whole = propose(read.coverage < 1 ? Math.min(9, score) : score, read.words);
  return [whole, ...read.parts.map(proposeCase)];
}

/** `is file and has missing` only says the code again. */
function isMixed(words: readonly string[]): boolean {
  return words.some(
    (word, index) =>
      (word === 'and' || word === 'or') && /^(?:is|has|does|should|can)$/.test(words[index + 1] ?? ''),
  );
}

/** `has low has pre` comes of a name that is a sentence itself. */
function hidesVerb(words: readonly string[]): boolean {
  return words.some(
    (word, index) => index > 0 && word === 'has' && !/^(?:and|or)$/.test(words[index - 1] ?? ''),
  );
}

/** A part of it alone would say too little, and be wrong: `is staff` → is staff case. */
function proposeCase(words: readonly string[]): Proposal {
  return words[0] === 'is' && words.length < 4 ? propose(12, words, 'case') : propose(6, words);
}

function proposeFromPlace(input: NamingInput, node: ts.Expression): Proposal[] {
  const { ts: compiler } = input;
  let { parent } = node;
  while (compiler.isParenthesizedExpression(parent)) parent = parent.parent;
  if (compiler.isVariableDeclaration(parent) || compiler.isPropertyAssignment(parent)) {
    return proposeStored(parent.name.getText());
  }
  if (compiler.isIfStatement(parent)) return proposeConsequence(input, parent.thenStatement);
  if (compiler.isWhileStatement(parent) || compiler.isDoStatement(parent)) return proposeGoingOn(input);
  if (!compiler.isConditionalExpression(parent)) return [];
  const noun = describeNoun(compiler, parent.whenTrue);
  if (noun.length === 0) return [];
  return isNothing(compiler, parent.whenFalse)
    ? [propose(62, 'needs', noun)]
    : [propose(50, 'should', 'use', noun)];
}

/** `undefined`, `null`, `''`, `[]`, `{}`. */
function isNothing(compiler: TypeScript, node: ts.Node): boolean {
  return /^(?:undefined|null|''|""|``|\[\]|\{\})$/.test(unwrap(compiler, node).getText());
}

/** `while (…)` in `readName` → should keep reading. */
function proposeGoingOn(input: NamingInput): Proposal[] {
  const { verb } = readFunctionWords(input);
  const keepsOn = verb === '' ? [] : [propose(44, 'should', 'keep', toGerund(verb))];
  return [...keepsOn, propose(42, 'should', 'continue')];
}

function proposeStored(name: string): Proposal[] {
  const words = splitWords(name);
  const flag = readFlag(words, []);
  if (flag === undefined) return [propose(64, isPlural(words.at(-1) ?? '') ? 'has' : 'is', words)];
  const asserted = flag.kind === 'is' && words[0] !== 'is' ? ['is', ...words] : words;
  if (words[0] === 'should') return [propose(92, words), propose(70, 'can', words.slice(1))];
  const plain = words[0] === 'is' || words[0] === 'has' ? words.slice(1) : words;
  return [propose(92, asserted), propose(60, 'check', plain)];
}
