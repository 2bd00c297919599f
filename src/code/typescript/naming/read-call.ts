// What a call does, as a verb and what it is done to: `cart.addItem(item)` → add item.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { describeNoun, unwrap } from './describe-noun.js';
import { listWords } from './lexicon.js';
import { isAdjective, isPlural, isVerb, mapLast, splitWords, toSingular } from './words.js';

export interface CallWords {
  readonly verb: string;
  readonly object: readonly string[];
  /** How much it says about the code around it, from 0 to 1. */
  readonly weight: number;
  /** Changes what it is called on: `errors.push(…)`. */
  readonly isChange?: boolean;
}

const REFUSALS = listWords('throw fail raise abort assert warn report notify');

/** Methods of collections and streams, and what they mean for what they are called on. */
const ON_RECEIVER: ReadonlyMap<string, string> = new Map([
  ['push', 'add'],
  ['unshift', 'prepend'],
  ['add', 'add'],
  ['append', 'append'],
  ['pop', 'remove'],
  ['shift', 'take'],
  ['splice', 'splice'],
  ['delete', 'remove'],
  ['clear', 'clear'],
  ['set', 'set'],
  ['sort', 'sort'],
  ['reverse', 'reverse'],
  ['fill', 'fill'],
]);
const ADDS_ONE = listWords('push unshift add append pop shift delete set');
/** Says how something is done, not what for. */
const PLUMBING = listWords(
  'call apply bind then catch finally slice substr substring charAt charCodeAt codePointAt indexOf lastIndexOf ' +
    'concat join split trim toString valueOf keys values entries has get includes test exec match floor ceil round ' +
    'abs max min isArray assign freeze hasOwn require setTimeout clearTimeout next forEach map filter reduce some ' +
    'every find findIndex log debug info warn error trace preventDefault stopPropagation hasOwnProperty at ' +
    'stringify replace replaceAll repeat raw print parseInt parseFloat isNaN super',
);

export function readCall(
  compiler: TypeScript,
  call: ts.CallExpression | ts.NewExpression,
): CallWords | undefined {
  const callee = unwrap(compiler, call.expression);
  const isMember = compiler.isPropertyAccessExpression(callee);
  if (!isMember && !compiler.isIdentifier(callee)) return undefined;
  const name = isMember ? callee.name.text : callee.text;
  // What begins with a capital makes something, or is called after it.
  if (PLUMBING.has(name) || /^[A-Z]/.test(name)) return undefined;
  const meaning = isMember ? ON_RECEIVER.get(name) : undefined;
  if (isMember && meaning !== undefined) return readChange(compiler, call, callee.expression, name, meaning);
  return readNamed(compiler, call, splitWords(name), isMember ? callee.expression : undefined);
}

/** `errors.push(…)` → add error. */
function readChange(
  compiler: TypeScript,
  call: ts.CallExpression | ts.NewExpression,
  receiver: ts.Expression,
  name: string,
  verb: string,
): CallWords | undefined {
  const noun = describeNoun(compiler, receiver);
  const argument = describeNoun(compiler, call.arguments?.[0]);
  if (noun.length === 0)
    return argument.length > 0 ? { verb, object: argument, weight: 0.5, isChange: true } : undefined;
  if (!ADDS_ONE.has(name)) return { verb, object: noun, weight: 0.7 };
  return readElementChange(verb, noun, argument);
}

function readElementChange(verb: string, noun: readonly string[], argument: readonly string[]): CallWords {
  // `flaky.add(name)` adds a flaky name.
  if (isAdjective(noun.at(-1) ?? '') && argument.length > 0)
    return { verb, object: [...noun, ...argument].slice(-3), weight: 0.7, isChange: true };
  const isMany = isPlural(noun.at(-1) ?? '');
  if (isMany) return { verb, object: mapLast(noun, toSingular), weight: 0.7, isChange: true };
  return verb === 'set'
    ? { verb: 'update', object: noun, weight: 0.7 }
    : { verb, object: [LINKS.get(verb) ?? 'to', ...noun], weight: 0.6 };
}

/** `stack.pop()` → take from stack. */
const LINKS: ReadonlyMap<string, string> = new Map([
  ['remove', 'from'],
  ['take', 'from'],
]);

function readNamed(
  compiler: TypeScript,
  call: ts.CallExpression | ts.NewExpression,
  words: readonly string[],
  receiver: ts.Expression | undefined,
): CallWords | undefined {
  const [verb = '', ...object] = words;
  if (!isVerb(verb)) return undefined;
  // Refusing is what code does beside its work.
  if (REFUSALS.has(verb)) return { verb, object, weight: 0.3 };
  if (object.length > 0 && !PREPOSITION.test(object[0] ?? ''))
    return { verb, object: object.slice(0, 3), weight: 1 };
  const argument = describeNoun(compiler, call.arguments?.[0]);
  if (argument.length > 0) return { verb, object: argument, weight: 0.8 };
  const owner = describeNoun(compiler, receiver);
  return owner.length > 0 ? { verb, object: owner, weight: 0.6 } : { verb, object: [], weight: 0.4 };
}

const PREPOSITION = /^(?:to|from|in|of|by|for|with|on|as)$/;
