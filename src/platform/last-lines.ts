// The end of what a command printed, as lines below a sentence about it.
import { stripVTControlCharacters } from 'node:util';

const MAX_LINES = 8;
const MAX_CHARS = 160;

/** Empty, or begins with a line break. */
export function quoteLastLines(output: string): string {
  return stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-MAX_LINES)
    .map((line) => `\n  | ${line.trimEnd().slice(0, MAX_CHARS)}`)
    .join('');
}
