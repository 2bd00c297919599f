import { sliceCharacters, splitCharacters } from './characters.js';

const LETTERS = new Intl.Collator('en', { sensitivity: 'accent' });

/** Where a word occurs in whatever case, counted in characters. */
export function findWord(text, word) {
  const characters = splitCharacters(text);
  const wanted = splitCharacters(word);
  const isAt = (start) =>
    wanted.every((character, index) => LETTERS.compare(character, characters[start + index] ?? '') === 0);
  const start = characters.findIndex((_, index) => isAt(index));
  return start === -1 ? undefined : { start, end: start + wanted.length };
}

/** The text with the first occurrence of a word between brackets. */
export function highlight(text, word) {
  const found = findWord(text, word);
  if (!found) return text;
  const { start, end } = found;
  return [
    sliceCharacters(text, 0, start),
    '[',
    sliceCharacters(text, start, end),
    ']',
    sliceCharacters(text, end),
  ].join('');
}
