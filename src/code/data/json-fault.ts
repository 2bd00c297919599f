// Finds where a text stops being JSON; iterative, so that no nesting is too deep for it.

type Expected =
  'value' | 'value or ]' | 'property name or }' | 'property name' | ':' | ', or closing' | 'end of text';
type Token = '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'scalar';

const ALLOWED: Readonly<Record<Expected, readonly Token[]>> = {
  value: ['{', '[', 'string', 'scalar'],
  'value or ]': ['{', '[', 'string', 'scalar', ']'],
  'property name or }': ['string', '}'],
  'property name': ['string'],
  ':': [':'],
  ', or closing': [',', '}', ']'],
  'end of text': [],
};
const INSIDE: Readonly<Partial<Record<Token, Expected>>> = { '{': 'property name or }', '[': 'value or ]' };
const OPENERS: Readonly<Partial<Record<Token, Token>>> = { '}': '{', ']': '[' };
const MARKS = ['{', '}', '[', ']', ',', ':'] as const;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const BLANK = /[ \t\n\r]*/y;

/** The first fault, or undefined when the text is JSON. */
export function findJsonFault(text: string): { offset: number; message: string } | undefined {
  const open: Token[] = [];
  let expected: Expected = 'value';
  let offset = matchLength(BLANK, text, 0);
  while (offset < text.length) {
    const found = readToken(text, offset);
    const next: Expected | undefined = found && accept(expected, found.token, open);
    if (found === undefined || next === undefined) return describe(expected, text, offset);
    expected = next;
    offset += found.length;
    offset += matchLength(BLANK, text, offset);
  }
  return expected === 'end of text' ? undefined : describe(expected, text, offset);
}

function readToken(text: string, offset: number): { token: Token; length: number } | undefined {
  const mark = MARKS.find((candidate) => candidate === text[offset]);
  if (mark !== undefined) return { token: mark, length: 1 };
  const string = matchLength(STRING, text, offset);
  if (string > 0) return { token: 'string', length: string };
  const scalar = matchLength(SCALAR, text, offset);
  return scalar > 0 ? { token: 'scalar', length: scalar } : undefined;
}

/** What may follow the token, or undefined when the token itself may not stand here; keeps `open` up to date. */
function accept(expected: Expected, token: Token, open: Token[]): Expected | undefined {
  if (!ALLOWED[expected].includes(token)) return undefined;
  if (token === ':') return 'value';
  if (token === ',') return open.at(-1) === '{' ? 'property name' : 'value';
  if (token === 'string' && expected.startsWith('property name')) return ':';
  return changeLevel(token, open);
}

/** Goes a level in or out; after a whole value, the level it stands in says what may follow. */
function changeLevel(token: Token, open: Token[]): Expected | undefined {
  const inside = INSIDE[token];
  if (inside !== undefined) {
    open.push(token);
    return inside;
  }
  const opener = OPENERS[token];
  if (opener !== undefined && open.pop() !== opener) return undefined;
  return open.length === 0 ? 'end of text' : ', or closing';
}

function matchLength(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0].length ?? 0;
}

function describe(expected: Expected, text: string, offset: number): { offset: number; message: string } {
  const found = /^\S{1,20}/.exec(text.slice(offset, offset + 20))?.[0] ?? 'the end of the text';
  return { offset, message: `Expected ${expected} but found ${found}` };
}
