const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What a reader sees as one character each. */
export function splitCharacters(text) {
  return Array.from(SEGMENTER.segment(text), ({ segment }) => segment);
}

export function countCharacters(text) {
  return splitCharacters(text).length;
}

/** From one character to another, the last one not included. */
export function sliceCharacters(text, start, end) {
  return text.slice(start, end);
}
