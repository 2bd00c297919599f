// How much of what the next action is made of was in view: names that had occurred before, and whether the context has them.

const NAME = /[A-Za-z_][\w./-]{3,}/g;
const KEYWORDS = new Set(
  `abstract arguments assert async await bool boolean break byte case catch char class const continue default delete double elif else
  enum except export extends false False final finally float from func function global goto implements import instanceof interface
  lambda long match mut native None nonlocal null object package pass print private protected public raise return self short static
  string struct super switch this throw true True try type typeof undefined void where while with yield`.split(
    /\s+/,
  ),
);

/** @param {string} text @returns {string[]} */
export function namesIn(text) {
  return [...new Set(text.match(NAME) ?? [])].filter((name) => !KEYWORDS.has(name));
}

/** The names in `next` known from `earlier` that `context` does not hold. @param {string} next @param {string} earlier @param {string} context */
export function findMissing(next, earlier, context) {
  return namesIn(next).filter((name) => earlier.includes(name) && !context.includes(name));
}

/** The share of the names in `next` known from `earlier` that `context` holds; undefined when it uses none. @param {string} next @param {string} earlier @param {string} context */
export function measureGrounding(next, earlier, context) {
  const known = namesIn(next).filter((name) => earlier.includes(name));
  return known.length === 0
    ? undefined
    : known.filter((name) => context.includes(name)).length / known.length;
}
