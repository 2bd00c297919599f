// What one operand of a condition asserts, in a form that can be negated, combined and put into words.
import { listWords } from './lexicon.js';
import { findOpposite, isAdjective, isVerb, toVerb } from './words.js';

export interface Predicate {
  /** `is`: subject is rest; `isA`: is of that kind; `has`: is there; `does`: the first word of rest is a verb. */
  readonly kind: 'is' | 'isA' | 'has' | 'does';
  /** May be left out without becoming wrong. */
  readonly subject: readonly string[];
  readonly rest: readonly string[];
  readonly negated: boolean;
}

export function assertIs(subject: readonly string[], ...rest: readonly string[]): Predicate {
  return { kind: 'is', subject, rest, negated: false };
}

export function assertIsA(subject: readonly string[], rest: readonly string[]): Predicate {
  return { kind: 'isA', subject, rest, negated: false };
}

export function assertHas(rest: readonly string[]): Predicate {
  return { kind: 'has', subject: [], rest, negated: false };
}

export function assertDoes(...rest: readonly string[]): Predicate {
  return { kind: 'does', subject: [], rest, negated: false };
}

export function negate(predicate: Predicate): Predicate {
  return { ...predicate, negated: !predicate.negated };
}

const ASSERTING = listWords(
  'can should must needs will allows supports uses wants does looks matches includes contains starts ends requires accepts expects',
);
/** Flags are often named in the imperative. */
const IMPERATIVES: ReadonlyMap<string, string> = new Map([
  ['allow', 'allows'],
  ['need', 'needs'],
  ['use', 'uses'],
  ['support', 'supports'],
  ['require', 'requires'],
  ['accept', 'accepts'],
]);
const PLACES = new Set(['in', 'within', 'inside', 'outside', 'at']);

/** Names that say themselves what they assert: `isReady`, `hasItems`, `verbose`. */
export function readFlag(words: readonly string[], subject: readonly string[]): Predicate | undefined {
  const [first = '', ...rest] = words;
  const asserted = rest.length > 0 ? readAsserted(first, rest) : undefined;
  if (asserted !== undefined) return asserted;
  // `omitUndefined` says what is done.
  if (rest.length > 0 && isVerb(first) && !isAdjective(first)) return undefined;
  return describesState(words.at(-1) ?? '') ? assertIs(subject, ...words) : undefined;
}

/** `ready`, `looping`. */
function describesState(word: string): boolean {
  return isAdjective(word) || (word.endsWith('ing') && toVerb(word) !== undefined && !THINGS.has(word));
}

/** Made of a verb, and yet things. */
const THINGS = listWords(
  'setting mapping heading building binding warning listing ending meeting string ring thing spelling padding rating reading opening ordering matching',
);

function readAsserted(first: string, rest: readonly string[]): Predicate | undefined {
  if (first === 'is' || first === 'was' || first === 'are') return assertIs([], ...rest);
  if (first === 'has') return assertHas(rest);
  if (ASSERTING.has(first)) return assertDoes(first, ...rest);
  if (PLACES.has(first)) return assertIs([], first, ...rest);
  const asserted = IMPERATIVES.get(first);
  return asserted === undefined ? undefined : assertDoes(asserted, ...rest);
}

/** Verb first: is user active, is circle, has no items, exceeds limit. */
export function renderPredicate({ kind, subject, rest, negated }: Predicate): string[] {
  if (kind === 'has') return ['has', ...(negated ? turnPresence(rest) : rest)];
  if (kind === 'does') return negated ? renderDoesNot(rest) : [...rest];
  const about = kind === 'is' ? subject : [];
  return ['is', ...about, ...(negated ? turnRound(rest) : rest)];
}

function turnPresence(rest: readonly string[]): readonly string[] {
  return rest[0] === 'same' ? ['different', ...rest.slice(1)] : ['no', ...rest];
}

function turnRound(rest: readonly string[]): readonly string[] {
  const [first = '', ...others] = rest;
  const opposite = findOpposite(first);
  if (opposite !== undefined) return [opposite, ...others];
  return first === 'not' ? others : ['not', ...rest];
}

const OPPOSITE_VERBS: ReadonlyMap<string, readonly string[]> = new Map([
  ['exceeds', ['is', 'within']],
  ['includes', ['lacks']],
  ['contains', ['lacks']],
  ['uses', ['avoids']],
  ['reaches', ['is', 'below']],
]);
const MODALS = listWords('can should must will');

function renderDoesNot([verb = '', ...object]: readonly string[]): string[] {
  const opposite = OPPOSITE_VERBS.get(verb);
  if (opposite !== undefined) return [...opposite, ...object];
  if (MODALS.has(verb)) return [verb, 'not', ...object];
  return ['does', 'not', ...(verb === 'does' ? [] : [toBase(verb)]), ...object];
}

function toBase(verb: string): string {
  return verb.replace(/(?<=ch|sh|ss)es$|(?<!s)s$/, '');
}
