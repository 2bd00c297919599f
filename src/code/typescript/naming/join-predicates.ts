// Several assertions as one: `is circle` or `is square` → is circle or square.
import { negate, renderPredicate } from './predicate.js';
import type { Predicate } from './predicate.js';
import { isSign } from './read-string.js';

type Joint = 'and' | 'or';

const MAX_JOINED = 3;
/** More that differ in kind are only the code again. */
const MAX_MIXED = 2;

/** Undefined when there are too many to name them all, or when they seem to contradict each other. */
export function joinPredicates(predicates: readonly Predicate[], joint: Joint): string[] | undefined {
  const unique = predicates.filter(
    (predicate, index) =>
      findSame(predicates, predicate) === index && !predicates.some((other) => isShortFor(predicate, other)),
  );
  const [first] = unique;
  if (first === undefined) return undefined;
  if (unique.length === 1) return renderSame(predicates, first, joint);
  if (unique.some((predicate) => findSame(unique, negate(predicate)) >= 0)) return undefined;
  return unique.every(({ negated }) => negated) ? joinNegated(unique, joint) : joinAsserted(unique, joint);
}

/** Not a and not b: neither of the two. */
function joinNegated(predicates: readonly Predicate[], joint: Joint): string[] | undefined {
  const joined = joinAsserted(predicates.map(negate), joint === 'and' ? 'or' : 'and');
  return joined === undefined ? undefined : renderNeither(joined);
}

function joinAsserted(predicates: readonly Predicate[], joint: Joint): string[] | undefined {
  const joined = joinKinds(predicates, joint) ?? joinCommon(predicates);
  if (joined !== undefined) return joined;
  return predicates.length > MAX_MIXED ? undefined : joinMixed(predicates, joint);
}

/** `'-n'` beside `'--number'`. */
function isShortFor({ kind, rest: [letter = '', ...end] }: Predicate, { rest }: Predicate): boolean {
  const [word = '', ...others] = rest;
  return (
    kind === 'isA' &&
    letter.length === 1 &&
    word.length > 1 &&
    word.startsWith(letter) &&
    others.join() === end.join()
  );
}

function findSame(predicates: readonly Predicate[], { kind, rest, negated }: Predicate): number {
  return predicates.findIndex(
    (other) => other.kind === kind && other.negated === negated && other.rest.join() === rest.join(),
  );
}

/** `a.done && b.done` → are both done. */
function renderSame(predicates: readonly Predicate[], first: Predicate, joint: Joint): string[] {
  const subjects = new Set(predicates.map(({ subject }) => subject.join()));
  const isAbout = first.kind === 'is' || first.kind === 'isA';
  if (subjects.size < 2 || !isAbout || predicates.length > 2) return renderPredicate(first);
  return renderPredicate({ ...first, subject: [] }).flatMap((word, index) =>
    index > 0 ? [word] : joint === 'and' ? ['are', 'both'] : ['is', 'either'],
  );
}

function renderNeither([verb = '', ...rest]: readonly string[]): string[] {
  if (verb === 'has') return ['has', 'no', ...rest];
  if (verb !== 'is') return ['does', 'not', 'pass', verb, ...rest];
  return rest.includes('or')
    ? ['is', 'neither', ...rest.map((word) => (word === 'or' ? 'nor' : word))]
    : ['is', 'not', ...rest];
}

/** Assertions of one kind share their verb. */
function joinKinds(predicates: readonly Predicate[], joint: Joint): string[] | undefined {
  const [first] = predicates;
  if (first === undefined || predicates.length > MAX_JOINED) return undefined;
  const isAlike = predicates.every(
    ({ kind, negated, subject }) =>
      negated === first.negated &&
      (kind === first.kind || (sharesVerb(kind, first.kind) && subject.join() === first.subject.join())),
  );
  if (!isAlike || first.kind === 'does') return undefined;
  const sameSubject = predicates.every(({ subject }) => subject.join() === first.subject.join());
  const subject = predicates.every(({ kind }) => kind === 'is') && sameSubject ? first.subject : [];
  const own = (predicate: Predicate): readonly string[] =>
    first.kind === 'is' && !sameSubject ? [...predicate.subject, ...predicate.rest] : predicate.rest;
  const rest = enumerate(shareStart(shareEnd(predicates.map(own))), joint);
  return renderPredicate({ ...first, subject, rest });
}

function sharesVerb(a: Predicate['kind'], b: Predicate['kind']): boolean {
  return (a === 'is' && b === 'isA') || (a === 'isA' && b === 'is');
}

/** a, b or c. */
function enumerate(lists: readonly (readonly string[])[], joint: Joint): string[] {
  return lists.flatMap((words, index) =>
    index > 0 && index === lists.length - 1 ? [joint, ...words] : words,
  );
}

/** same major, same minor → same major, minor. */
function shareStart(lists: readonly (readonly string[])[]): (readonly string[])[] {
  const first = lists[0]?.[0];
  const isShared = lists.every((words) => words.length > 1 && words[0] === first);
  return isShared ? lists.map((words, index) => (index > 0 ? words.slice(1) : words)) : [...lists];
}

/** import declaration, export declaration → import, export declaration. */
function shareEnd(lists: readonly (readonly string[])[]): (readonly string[])[] {
  const last = lists[0]?.at(-1);
  const isShared = lists.every((words) => words.length > 1 && words.at(-1) === last);
  return isShared
    ? lists.map((words, index) => (index < lists.length - 1 ? words.slice(0, -1) : words))
    : [...lists];
}

/** Of many kinds only what they have in common is worth saying. */
function joinCommon(predicates: readonly Predicate[]): string[] | undefined {
  const [first, ...others] = predicates;
  if (
    first === undefined ||
    predicates.length <= MAX_JOINED ||
    !predicates.every(({ kind }) => kind === 'isA')
  )
    return undefined;
  if (predicates.every(({ rest }) => WHITESPACE.has(rest.join(' ')))) return ['is', 'whitespace'];
  const common = first.rest.filter((word) => others.every(({ rest }) => rest.includes(word)));
  if (common.length > 0) return ['is', ...common];
  const subject = first.subject.length > 0 ? first.subject : predicates.every(isCharacter) ? ['char'] : [];
  return subject.length === 0 ? undefined : ['is', 'special', ...subject];
}

function isCharacter({ rest }: Predicate): boolean {
  return isSign(rest) || /^(?:digit|letter)$/.test(rest.at(-1) ?? '');
}

const WHITESPACE = new Set([
  'space',
  'tab',
  'newline',
  'carriage return',
  'line feed',
  'feed',
  'form feed',
  'cr',
  'lf',
  'ff',
]);

function joinMixed(predicates: readonly Predicate[], joint: Joint): string[] {
  const [verb] = predicates[0] === undefined ? [] : renderPredicate(predicates[0]);
  return predicates.flatMap((predicate, index) => {
    const words = renderPredicate(predicate);
    const isShared = index > 0 && words[0] === verb && (verb === 'is' || verb === 'has');
    return index === 0 ? words : [joint, ...(isShared ? words.slice(1) : words)];
  });
}
