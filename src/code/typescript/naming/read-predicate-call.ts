// What a call asserts that is used as a condition: `seen.has(node)` → is seen, `text.startsWith('on')` → starts with on.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { describeNoun, unwrap } from './describe-noun.js';
import { listWords } from './lexicon.js';
import { assertDoes, assertHas, assertIs, assertIsA, negate, readFlag } from './predicate.js';
import type { Predicate } from './predicate.js';
import { readString, readTextWords } from './read-string.js';
import { isAdjective, isVerb, mapLast, splitWords, toSingular } from './words.js';

interface Called {
  readonly compiler: TypeScript;
  readonly receiver: ts.Expression | undefined;
  readonly name: string;
  readonly argument: readonly string[];
  readonly call: ts.CallExpression;
}

export function readPredicateCall(compiler: TypeScript, call: ts.CallExpression): Predicate | undefined {
  const callee = unwrap(compiler, call.expression);
  const isMember = compiler.isPropertyAccessExpression(callee);
  if (!isMember && !compiler.isIdentifier(callee)) return undefined;
  const receiver = isMember ? callee.expression : undefined;
  const name = isMember ? callee.name.text : callee.text;
  const called = { compiler, receiver, name, argument: readArgument(compiler, call.arguments[0]), call };
  return (
    (receiver === undefined ? undefined : METHODS.get(name)?.(called, receiver)) ??
    readAbsence(called) ??
    readByName(called)
  );
}

function readArgument(compiler: TypeScript, argument: ts.Expression | undefined): string[] {
  const text = argument === undefined ? undefined : readString(compiler, argument);
  return text === undefined ? describeNoun(compiler, argument) : readTextWords(text);
}

type ReadMethod = (called: Called, receiver: ts.Expression) => Predicate | undefined;

const readMembership: ReadMethod = ({ compiler, argument }, receiver) => {
  const holder = describeNoun(compiler, receiver);
  const last = holder.at(-1) ?? '';
  if (isAdjective(last) || last === 'seen') return assertIs(argument, ...holder);
  if (argument.length > 0) return assertHas(argument);
  return holder.length === 0 ? undefined : assertIsA([], mapLast(holder, toSingular));
};

const readStart: ReadMethod = ({ name, argument }) =>
  argument.length === 0
    ? undefined
    : assertDoes(name === 'endsWith' ? 'ends' : 'starts', 'with', ...argument);

/** `DATE_PATTERN.test(text)` → is date. */
const readPatternTest: ReadMethod = ({ compiler, argument }, receiver) => {
  const pattern = withoutPattern(describeNoun(compiler, receiver));
  if (pattern[0] === 'is') return assertIsA([], pattern.slice(1));
  if (pattern.length > 0) return assertIsA([], pattern);
  return argument.length === 0 ? undefined : assertIs(argument, 'matching');
};

function withoutPattern(words: readonly string[]): string[] {
  return words.filter((word) => !/^(?:re|rx|regex|regexp|reg|exp|pattern)$/.test(word));
}

const readSome: ReadMethod = ({ compiler, name }, receiver) => {
  const noun = describeNoun(compiler, receiver);
  if (noun.length === 0) return undefined;
  return name === 'every'
    ? assertDoes('has', 'only', 'matching', ...noun)
    : assertHas(['matching', ...mapLast(noun, toSingular)]);
};

const readOwnKey: ReadMethod = ({ compiler, call }) => {
  const key = readArgument(compiler, call.arguments.at(-1));
  return key.length === 0 ? undefined : assertHas(key);
};

const METHODS: ReadonlyMap<string, ReadMethod> = new Map([
  ['includes', readMembership],
  ['has', readMembership],
  ['contains', readMembership],
  ['startsWith', readStart],
  ['endsWith', readStart],
  ['test', readPatternTest],
  ['match', ({ compiler, call }, receiver) => readPattern(compiler, call, receiver)],
  ['some', readSome],
  ['every', readSome],
  ['hasOwn', readOwnKey],
  ['hasOwnProperty', readOwnKey],
  [
    'call',
    ({ compiler, call }, receiver) =>
      /hasOwn/.test(receiver.getText()) ? readOwnKeyOf(compiler, call) : undefined,
  ],
]);

function readPattern(
  compiler: TypeScript,
  call: ts.CallExpression,
  receiver: ts.Expression,
): Predicate | undefined {
  const words = withoutPattern(describeNoun(compiler, call.arguments[0]));
  return words.length > 0 ? assertIsA(describeNoun(compiler, receiver), words) : undefined;
}

function readOwnKeyOf(compiler: TypeScript, call: ts.CallExpression): Predicate | undefined {
  const key = readArgument(compiler, call.arguments[1]);
  return key.length === 0 ? undefined : assertHas(key);
}

/** `isIdentifier(node)` → is identifier; `getUser()` → has user; `writeNode()` → can write node. */
function readByName(called: Called): Predicate | undefined {
  const words = splitWords(called.name);
  const [first = ''] = words;
  const flag =
    words.length > 1 || called.receiver !== undefined ? readFlag(words, findOwner(called)) : undefined;
  // Abbreviations such as `cmpChar` would only be repeated.
  if (flag !== undefined || (first.length <= 3 && !isVerb(first))) return flag;
  const noun = describeNoun(called.compiler, called.call);
  return noun.length === 0 ? undefined : (readDeed(first, noun) ?? assertHas(noun));
}

/** `isUndefined(name)` → has no name. */
function readAbsence({ name, argument }: Called): Predicate | undefined {
  return NOTHING.test(name) && argument.length > 0 ? negate(assertHas(argument)) : undefined;
}

const NOTHING = /^is(?:Undefined|Null|Nil|Nullish|NullOrUndefined|Empty|Blank|Missing)$/;

function findOwner({ compiler, receiver, argument }: Called): readonly string[] {
  return receiver === undefined ? argument : describeNoun(compiler, receiver);
}

const GETTERS = listWords('get find fetch load read pick select resolve take peek next create make parse');

/** A call with a verb asserts that it worked. */
function readDeed(verb: string, noun: readonly string[]): Predicate | undefined {
  if (!isVerb(verb) || GETTERS.has(verb)) return undefined;
  if (verb === 'validate' || verb === 'verify') return assertIs(noun, 'valid');
  if (verb === 'match') return assertDoes('matches', ...noun);
  if (verb === 'check' || verb === 'test') return assertDoes('passes', ...noun, 'check');
  return assertDoes('can', verb, ...noun);
}
