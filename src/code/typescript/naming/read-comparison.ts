// What a comparison asserts: `node.type === 'circle'` → is circle, `items.length > max` → has too many items.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { describeNoun, unwrap } from './describe-noun.js';
import { listWords } from './lexicon.js';
import { assertDoes, assertHas, assertIs, assertIsA, negate } from './predicate.js';
import type { Predicate } from './predicate.js';
import { readString, readTextWords } from './read-string.js';
import { assertPresence, readLastName, readTruth } from './read-truth.js';
import { splitWords, toMany } from './words.js';

type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'instanceof';

interface Sides {
  readonly compiler: TypeScript;
  readonly left: ts.Node;
  readonly right: ts.Node;
}

export function readComparison(compiler: TypeScript, node: ts.BinaryExpression): Predicate | undefined {
  const operator = readOperator(compiler, node.operatorToken.kind);
  if (operator === undefined) return undefined;
  const left = unwrap(compiler, node.left);
  const right = unwrap(compiler, node.right);
  // A constant in front says the same the other way round.
  const isReversed = isConstant(compiler, left) && !isConstant(compiler, right) && operator !== 'in';
  const sides = isReversed ? { compiler, left: right, right: left } : { compiler, left, right };
  return readRelation(sides, isReversed ? (REVERSED.get(operator) ?? operator) : operator);
}

export function isComparison(compiler: TypeScript, node: ts.BinaryExpression): boolean {
  return readOperator(compiler, node.operatorToken.kind) !== undefined;
}

const REVERSED: ReadonlyMap<Comparison, Comparison> = new Map([
  ['<', '>'],
  ['<=', '>='],
  ['>', '<'],
  ['>=', '<='],
]);

function readOperator(compiler: TypeScript, kind: ts.SyntaxKind): Comparison | undefined {
  const text = compiler.tokenToString(kind)?.replace(/^([=!]=)=$/, '$1');
  return COMPARISONS.find((comparison) => comparison === text);
}

const COMPARISONS: readonly Comparison[] = ['==', '!=', '<', '<=', '>', '>=', 'in', 'instanceof'];

function isConstant(compiler: TypeScript, node: ts.Node): boolean {
  const { NullKeyword, TrueKeyword, FalseKeyword } = compiler.SyntaxKind;
  return (
    compiler.isLiteralExpression(node) ||
    [NullKeyword, TrueKeyword, FalseKeyword].some((kind) => kind === node.kind) ||
    (compiler.isIdentifier(node) && (node.text === 'undefined' || /^[A-Z][A-Z\d_]+$/.test(node.text)))
  );
}

function readRelation(sides: Sides, operator: Comparison): Predicate | undefined {
  const { compiler, left, right } = sides;
  if (operator === '==') return readEquality(sides);
  if (operator === '!=') {
    const equal = readEquality(sides);
    return equal === undefined ? undefined : negate(equal);
  }
  if (operator === 'instanceof')
    return assertIsA(describeNoun(compiler, left), splitWords(right.getText()).slice(-3));
  if (operator === 'in') {
    const key = readString(compiler, left);
    const words = key === undefined ? describeNoun(compiler, left) : readTextWords(key);
    return words.length === 0 ? undefined : assertHas(words);
  }
  return readOrder(sides, operator);
}

function readEquality(sides: Sides): Predicate | undefined {
  const { compiler, left, right } = sides;
  const { TrueKeyword, FalseKeyword } = compiler.SyntaxKind;
  if (compiler.isTypeOfExpression(left)) return readTypeTest(compiler, left, right);
  if (isNothing(compiler, right)) return negateIfAny(assertPresence(compiler, left));
  if (right.kind === TrueKeyword) return readTruth(compiler, left);
  if (right.kind === FalseKeyword) return negateIfAny(readTruth(compiler, left));
  return readNumberTest(sides) ?? readValueTest(sides);
}

function negateIfAny(predicate: Predicate | undefined): Predicate | undefined {
  return predicate === undefined ? undefined : negate(predicate);
}

function isNothing(compiler: TypeScript, node: ts.Node): boolean {
  const isUndefined = compiler.isIdentifier(node) && node.text === 'undefined';
  return isUndefined || node.kind === compiler.SyntaxKind.NullKeyword || compiler.isVoidExpression(node);
}

/** `typeof x === 'string'` → x is string; `'undefined'` → has no x. */
function readTypeTest(
  compiler: TypeScript,
  left: ts.TypeOfExpression,
  right: ts.Node,
): Predicate | undefined {
  const type = readString(compiler, right);
  if (type === 'undefined') return negateIfAny(assertPresence(compiler, left.expression));
  return type === undefined ? undefined : assertIsA(describeNoun(compiler, left.expression), [type]);
}

function readNumberTest(sides: Sides): Predicate | undefined {
  const { compiler, left, right } = sides;
  const number = readNumber(compiler, right);
  const name = readLastName(compiler, left);
  if (number === undefined)
    return isCounter(name) && isLastIndex(compiler, right) ? assertIs([], 'last') : undefined;
  if (number === -1) return negateIfAny(readIndexSearch(compiler, left));
  if (number === 0 && isCounter(name)) return assertIs([], 'first');
  if (number === 0 && (name === 'length' || name === 'size'))
    return negateIfAny(assertPresence(compiler, left));
  return readNumberValue(compiler, left, number);
}

/** `list.length - 1`. */
function isLastIndex(compiler: TypeScript, node: ts.Node): boolean {
  return compiler.isBinaryExpression(node) && readNumber(compiler, node.right) === 1;
}

/** `code === 10` → is newline, `depth === 0` → is depth zero; another number says nothing to a reader of the name. */
function readNumberValue(compiler: TypeScript, left: ts.Node, number: number): Predicate | undefined {
  const subject = describeNoun(compiler, left);
  const name = readLastName(compiler, left) ?? '';
  const isCharacter =
    /^(?:c|ch|cc)$|code$|char$/i.test(name) || /charcodeat\(|codepointat\(/i.test(left.getText());
  const sign = isCharacter && number > 0 ? readTextWords(String.fromCharCode(number)) : [];
  if (sign.length > 0) return assertIsA(subject, sign);
  return subject.length === 0 || number !== 0 ? undefined : assertIs(subject, 'zero');
}

function isCounter(name: string | undefined): boolean {
  return name !== undefined && /^(?:[ijkn]|idx|index|pos|position)$/.test(name);
}

/** `list.indexOf(x)` compared with -1 → includes x. */
function readIndexSearch(compiler: TypeScript, node: ts.Node): Predicate | undefined {
  if (!compiler.isCallExpression(node)) return undefined;
  const callee = unwrap(compiler, node.expression);
  if (!compiler.isPropertyAccessExpression(callee) || !/^(?:last)?indexof$/i.test(callee.name.text))
    return undefined;
  const [sought] = node.arguments;
  const text = sought === undefined ? undefined : readString(compiler, sought);
  const words = text === undefined ? describeNoun(compiler, sought) : readTextWords(text);
  return words.length === 0 ? undefined : assertDoes('includes', ...words);
}

function readNumber(compiler: TypeScript, node: ts.Node): number | undefined {
  if (compiler.isNumericLiteral(node)) return Number(node.text);
  const isNegative =
    compiler.isPrefixUnaryExpression(node) && node.operator === compiler.SyntaxKind.MinusToken;
  if (!isNegative || !compiler.isNumericLiteral(node.operand)) return undefined;
  return -Number(node.operand.text);
}

/** Being a certain value: a text, a member of an enumeration, a constant. */
function readValueTest({ compiler, left, right }: Sides): Predicate | undefined {
  const subject = describeNoun(compiler, left);
  const text = readString(compiler, right);
  if (text === '') return assertIs(subject, 'empty');
  if (text !== undefined) {
    const words = readTextWords(text);
    return words.length === 0 ? undefined : assertIsA(subject, [...words, ...nameOption(text)]);
  }
  const name = readLastName(compiler, right);
  if (name !== undefined && /^[A-Z]/.test(name))
    return assertIsA(subject, withoutSubject(splitWords(name), subject));
  const other = describeNoun(compiler, right);
  if (other.length > 0 && other.at(-1) === subject.at(-1)) return assertHas(['same', ...subject.slice(-2)]);
  return other.length === 0 ? undefined : assertDoes('matches', ...other);
}

/** `'--quiet'` is an option of a command. */
function nameOption(text: string): string[] {
  return /^--?[a-z]/i.test(text) ? ['option'] : [];
}

/** `char === CHAR_DOT` → is dot. */
function withoutSubject(words: readonly string[], subject: readonly string[]): string[] {
  const rest = words.filter((word, index) => index > 0 || !(subject.includes(word) || CODE_WORDS.has(word)));
  return rest.length === 0 ? [...words] : rest;
}

const CODE_WORDS = listWords('char code type kind token state mode');

function readOrder({ compiler, left, right }: Sides, operator: Comparison): Predicate | undefined {
  const number = readNumber(compiler, right);
  const name = readLastName(compiler, left);
  const subject = describeNoun(compiler, left);
  const isCount = name === 'length' || name === 'size';
  if (number !== undefined) {
    const found = operator === '>=' && number === 0 ? readIndexSearch(compiler, left) : undefined;
    const isAny = isCount && (operator === '>' ? number === 0 : operator === '>=' && number === 1);
    return isAny ? assertPresence(compiler, left) : (found ?? readBound(subject, isCount, operator, number));
  }
  return readLimit(subject, describeNoun(compiler, right), isCount, operator);
}

function readBound(
  subject: readonly string[],
  isCount: boolean,
  operator: Comparison,
  number: number,
): Predicate | undefined {
  if (subject.length === 0) return undefined;
  if (isCount) return readCountBound(toMany(subject.slice(0, -1)), operator, number);
  const isAbove = operator.startsWith('>');
  if (number > 1) return undefined;
  const isSign = number === 0 && operator.length === 1;
  return assertIs(subject, isSign ? (isAbove ? 'positive' : 'negative') : isAbove ? 'high' : 'low');
}

function readCountBound(noun: readonly string[], operator: Comparison, number: number): Predicate {
  const least = operator === '>' ? number + 1 : number;
  const isLower = operator === '>' || operator === '>=';
  if (isLower && least <= 1) return assertHas(noun);
  if (isLower) return assertHas([least === 2 ? 'multiple' : 'enough', ...noun]);
  const isNone = operator === '<' ? number <= 1 : number === 0;
  return isNone ? negate(assertHas(noun)) : assertHas(['few', ...noun]);
}

function readLimit(
  subject: readonly string[],
  limit: readonly string[],
  isCount: boolean,
  operator: Comparison,
): Predicate | undefined {
  // Two of a kind: a name would not say which is which.
  if (limit.length === 0 || limit.join() === subject.join()) return undefined;
  const isAbove = operator === '>' || operator === '>=';
  if (limit.some((word) => LIMITS.has(word))) {
    const exceeds = assertDoes(operator === '>' || operator === '<=' ? 'exceeds' : 'reaches', ...limit);
    return isAbove ? exceeds : negate(exceeds);
  }
  const counted = isCount ? subject.slice(0, -1) : subject;
  return assertIs(counted, isAbove ? 'above' : 'below', ...limit);
}

const LIMITS = listWords('max maximum limit threshold cap capacity quota budget min minimum');
