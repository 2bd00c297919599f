// What an expression stands for, as a noun: `order.items[0]` → order item, `getUser(id)` → user.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { GLOBAL_OBJECTS, listWords } from './lexicon.js';
import { readString } from './read-string.js';
import { isGeneric, isVerb, mapLast, splitWords, toSingular } from './words.js';

const MAX_WORDS = 3;
/** Mean something only together with what they belong to. */
const ATTRIBUTES = listWords(
  'length size type kind name id value key text count index status state mode level path url title label date time data options config node parent',
);
/** Methods that give back the same thing in another form. */
const SAME_THING = listWords(
  'trim trimEnd trimStart toLowerCase toUpperCase toString valueOf slice concat sort reverse filter flat flatMap map join split replace replaceAll substring substr normalize padStart padEnd at then catch pop shift call apply bind',
);

const CONVERSIONS = new Set(['parseInt', 'parseFloat', 'Number', 'String', 'Boolean', 'BigInt']);

/** Lower-case words; empty when the expression has no telling name. */
export function describeNoun(compiler: TypeScript, node: ts.Node | undefined): string[] {
  if (node === undefined) return [];
  const words = readNoun(compiler, unwrap(compiler, node)).slice(-MAX_WORDS);
  return isGeneric(words) ? [] : words;
}

/** Without what does not change what it stands for: parentheses, `await`, `!`, `as`, `...`. */
export function unwrap(compiler: TypeScript, node: ts.Node): ts.Node {
  const isWrapper =
    compiler.isParenthesizedExpression(node) ||
    compiler.isAwaitExpression(node) ||
    compiler.isNonNullExpression(node) ||
    compiler.isAsExpression(node) ||
    compiler.isSatisfiesExpression(node) ||
    compiler.isTypeAssertionExpression(node) ||
    compiler.isSpreadElement(node);
  return isWrapper ? unwrap(compiler, node.expression) : node;
}

function readNoun(compiler: TypeScript, node: ts.Node): string[] {
  if (compiler.isIdentifier(node) || compiler.isPrivateIdentifier(node)) {
    return stripQuestion(splitWords(node.text));
  }
  if (compiler.isPropertyAccessExpression(node)) return readProperty(compiler, node);
  if (compiler.isElementAccessExpression(node)) return readElement(compiler, node);
  if (compiler.isCallExpression(node)) return readCalled(compiler, node);
  if (compiler.isNewExpression(node)) return describeNoun(compiler, node.expression);
  if (compiler.isTemplateExpression(node)) return splitWords(node.head.text).slice(0, MAX_WORDS);
  const text = readString(compiler, node);
  return text === undefined ? [] : splitWords(text).slice(0, MAX_WORDS);
}

function stripQuestion(words: readonly string[]): string[] {
  return words.length > 1 && (words[0] === 'is' || words[0] === 'has') ? words.slice(1) : [...words];
}

/** `getUser` and `toUser` → user, but `run` stays. */
function stripVerb(words: readonly string[]): string[] {
  const [first = '', ...rest] = words;
  return rest.length > 0 && (isVerb(first) || first === 'to') ? rest : [...words];
}

function readProperty(compiler: TypeScript, node: ts.PropertyAccessExpression): string[] {
  const own = splitWords(node.name.text);
  const needsOwner = own.length === 1 && ATTRIBUTES.has(own[0] ?? '');
  if (!needsOwner) return isGeneric(own) ? describeNoun(compiler, node.expression) : own;
  const owner = describeNoun(compiler, node.expression);
  return own[0] === 'length' || own[0] === 'size'
    ? [...mapLast(owner, toSingular), 'count']
    : [...owner, ...own];
}

function readElement(compiler: TypeScript, node: ts.ElementAccessExpression): string[] {
  const key = readString(compiler, node.argumentExpression);
  if (key !== undefined && /^[\w$-]+$/.test(key)) return splitWords(key);
  const owner = mapLast(describeNoun(compiler, node.expression), toSingular);
  return owner.length > 0 ? owner : describeNoun(compiler, node.argumentExpression);
}

function readCalled(compiler: TypeScript, node: ts.CallExpression): string[] {
  const callee = unwrap(compiler, node.expression);
  if (compiler.isPropertyAccessExpression(callee)) {
    if (callee.name.text === 'call') return describeNoun(compiler, node.arguments[0]);
    if (SAME_THING.has(callee.name.text)) return describeNoun(compiler, callee.expression);
    const { expression } = callee;
    // `Object.keys(options)` → options; `Math.max(a, b)` is a name of nothing.
    if (compiler.isIdentifier(expression) && GLOBAL_OBJECTS.has(expression.text))
      return expression.text === 'Math' ? [] : describeNoun(compiler, node.arguments[0]);
    return readCallee(compiler, splitWords(callee.name.text), node, callee.expression);
  }
  if (compiler.isIdentifier(callee) && CONVERSIONS.has(callee.text))
    return describeNoun(compiler, node.arguments[0]);
  return compiler.isIdentifier(callee) ? readCallee(compiler, splitWords(callee.text), node) : [];
}

/** `parseHeader()` → header, `parse(header)` → header, `header.read()` → header. */
function readCallee(
  compiler: TypeScript,
  words: readonly string[],
  call: ts.CallExpression,
  receiver?: ts.Expression,
): string[] {
  const noun = stripVerb(words);
  const onlyVerb = noun.length === 1 && isVerb(noun[0] ?? '');
  if (!onlyVerb && !isGeneric(noun)) return noun;
  const argument = describeNoun(compiler, call.arguments[0]);
  return argument.length > 0 || receiver === undefined ? argument : describeNoun(compiler, receiver);
}
