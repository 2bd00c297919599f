// Literal texts as words, including signs that have a name.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { splitWords } from './words.js';

const SIGNS: ReadonlyMap<string, string> = new Map([
  [' ', 'space'],
  ['\n', 'newline'],
  ['\r', 'carriage return'],
  ['\t', 'tab'],
  ['!', 'bang'],
  ['"', 'double quote'],
  ['#', 'hash'],
  ['$', 'dollar'],
  ['%', 'percent'],
  ['&', 'ampersand'],
  ["'", 'single quote'],
  ['(', 'open paren'],
  [')', 'close paren'],
  ['*', 'star'],
  ['+', 'plus'],
  [',', 'comma'],
  ['-', 'dash'],
  ['.', 'dot'],
  ['/', 'slash'],
  [':', 'colon'],
  [';', 'semicolon'],
  ['<', 'open angle'],
  ['=', 'equals'],
  ['>', 'close angle'],
  ['?', 'question mark'],
  ['@', 'at sign'],
  ['[', 'open bracket'],
  ['\\', 'backslash'],
  [']', 'close bracket'],
  ['^', 'caret'],
  ['_', 'underscore'],
  ['`', 'backtick'],
  ['{', 'open brace'],
  ['|', 'pipe'],
  ['}', 'close brace'],
  ['~', 'tilde'],
  ['=>', 'arrow'],
  ['>=', 'at least'],
  ['<=', 'at most'],
  ['...', 'ellipsis'],
  ['\r\n', 'line break'],
  ['/*', 'comment start'],
  ['*/', 'comment end'],
  ['[]', 'brackets'],
  ['{}', 'braces'],
  ['()', 'parens'],
]);
const SIGN_NAMES = new Set(SIGNS.values());
const MAX_WORDS = 4;

/** The text of a string literal or a template without gaps. */
export function readString(compiler: TypeScript, node: ts.Node): string | undefined {
  return compiler.isStringLiteralLike(node) ? node.text : undefined;
}

/** The name of a single sign. */
export function isSign(words: readonly string[]): boolean {
  return SIGN_NAMES.has(words.join(' '));
}

/** `'dry-run'` → dry, run; `'('` → open, paren; `'--'` → double, dash; long texts say too much. */
export function readTextWords(text: string): string[] {
  if (text === '') return ['empty'];
  const words = splitWords(text);
  if (words.length > 0) return words.length > MAX_WORDS || text.length > 30 ? [] : words;
  const whole = SIGNS.get(text);
  if (whole !== undefined) return splitWords(whole);
  const first = SIGNS.get(text.slice(0, 1));
  if (first === undefined) return [];
  const repeats = text.length === 2 && text[0] === text[1];
  return repeats ? ['double', ...splitWords(first)] : [];
}
