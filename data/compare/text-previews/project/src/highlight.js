import { countCharacters, sliceCharacters } from './characters.js';

/** Where a word occurs, counted in characters. */
export function findWord(text, word) {
  const at = text.toLowerCase().indexOf(word.toLowerCase());
  if (at === -1) return undefined;
  const start = countCharacters(text.slice(0, at));
  return { start, end: start + countCharacters(word) };
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
