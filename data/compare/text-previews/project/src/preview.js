import { countCharacters, sliceCharacters } from './characters.js';

/** The beginning of a message, cut at a word where there is one, never longer than `limit` characters. */
export function preview(text, limit = 40) {
  const line = text.replace(/\s+/g, ' ').trim();
  if (countCharacters(line) <= limit) return line;
  const cut = sliceCharacters(line, 0, limit - 1);
  const space = cut.lastIndexOf(' ');
  return `${space > cut.length / 2 ? cut.slice(0, space) : cut}…`;
}

export function initials(name) {
  return name
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => sliceCharacters(part, 0, 1).toUpperCase())
    .join('');
}
