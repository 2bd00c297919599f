// Words of names: taking identifiers apart, putting them together, and the little English that takes.
import {
  ADJECTIVES,
  GENERIC,
  NOT_ADJECTIVES,
  OPPOSITES,
  PARTICIPLES,
  SHORT,
  SINGULARS,
  UNCOUNTABLE,
  VERBS,
  WHOLE_WORDS,
} from './lexicon.js';

/** Lower-case words of an identifier or a text: `parseHTMLDoc` → parse, html, doc. */
export function splitWords(text: string): string[] {
  return text
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => WHOLE_WORDS.get(word) ?? word);
}

export function joinCamel(words: readonly string[]): string {
  return words.map((word, index) => (index === 0 ? word : upperFirst(word))).join('');
}

export function joinSnake(words: readonly string[]): string {
  return words.join('_');
}

export function toSingular(word: string): string {
  const known = SINGULARS.get(word);
  if (known !== undefined) return known;
  if (/(?:ss|us|is|[^aeiou]ws?)$|^(?:has|does|was|its|this|as)$/.test(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|[^aeiou]o)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word;
}

export function toPlural(word: string): string {
  const known = [...SINGULARS].find(([, singular]) => singular === word);
  if (known !== undefined) return known[0];
  if (word.endsWith('s') && !word.endsWith('ss')) return word;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:ss|sh|ch|x|z)$/.test(word) ? `${word}es` : `${word}s`;
}

/** The last word carries the number: `order line` → `order lines`. */
export function mapLast(words: readonly string[], change: (word: string) => string): string[] {
  return words.map((word, index) => (index === words.length - 1 ? change(word) : word));
}

/** As many of them; what only describes or cannot be counted has no plural. */
export function toMany(words: readonly string[]): string[] {
  const last = words.at(-1) ?? '';
  const isSame = isPlural(last) || isAdjective(last) || UNCOUNTABLE.has(last) || PARTICIPLES.has(last);
  return isSame ? [...words] : mapLast(words, toPlural);
}

export function isPlural(word: string): boolean {
  return toSingular(word) !== word;
}

/** The verb a comment means: `applies`, `applying`, `apply` → apply; undefined when it does not start with one. */
export function toVerb(word: string): string | undefined {
  const bases = [word, toSingular(word), word.replace(/(?:es|s)$/, '')];
  if (word.endsWith('ing')) {
    const stem = word.slice(0, -3);
    bases.push(stem, `${stem}e`, stem.replace(/(.)\1$/, '$1'));
  }
  return bases.find((base) => VERBS.has(base));
}

export function isVerb(word: string): boolean {
  return VERBS.has(word);
}

/** `read` → reading, `write` → writing, `scan` → scanning. */
export function toGerund(verb: string): string {
  if (/[^e]e$/.test(verb)) return `${verb.slice(0, -1)}ing`;
  return /^[^aeiou]*[aeiou][bdgmnpt]$/.test(verb) ? `${verb}${verb.slice(-1)}ing` : `${verb}ing`;
}

/** Says nothing about what something is. */
export function isGeneric(words: readonly string[]): boolean {
  return words.every(
    (word) => GENERIC.has(word) || /^\d+$/.test(word) || (word.length < 3 && !SHORT.has(word)),
  );
}

/** Describes rather than names, so `is` goes with it. */
export function isAdjective(word: string): boolean {
  return (
    ADJECTIVES.has(word) || (/(?:ed|able|ible|ive|less|ful|ous)$/.test(word) && !NOT_ADJECTIVES.has(word))
  );
}

export function findOpposite(word: string): string | undefined {
  return OPPOSITES.get(word);
}

function upperFirst(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
