// Brace expansion, which is done on the text of a word before anything else: `a{b,c}` → `ab`, `ac`.

const MAX_WORDS = 64;
const QUOTED = /\\[\s\S]?|'[^']*'?|(["`])(?:(?!\1)[^\\]|\\[\s\S])*\1?/y;
const SEQUENCE = /^(?:(-?\d+)\.\.(-?\d+)|([A-Za-z])\.\.([A-Za-z]))(?:\.\.(-?\d+))?$/;

/** Undefined when there are too many. */
export function expandBraces(text: string): readonly string[] | undefined {
  const found = findBraces(text);
  if (found === undefined) return [text];
  const { start, end, choices } = found;
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const tails = expandBraces(after);
  const words: string[] = [];
  for (const choice of choices) {
    const middles = expandBraces(choice);
    if (middles === undefined || tails === undefined) return undefined;
    for (const middle of middles) words.push(...tails.map((tail) => before + middle + tail));
    if (words.length > MAX_WORDS) return undefined;
  }
  return words;
}

interface Braces {
  readonly start: number;
  readonly end: number;
  readonly choices: readonly string[];
}

function findBraces(text: string): Braces | undefined {
  for (let at = 0; at < text.length; at = skipOne(text, at)) {
    if (text[at] !== '{') continue;
    const choices = readChoices(text, at);
    if (choices !== undefined) return choices;
  }
  return undefined;
}

function readChoices(text: string, start: number): Braces | undefined {
  const choices: string[] = [];
  let [depth, from] = [0, start + 1];
  for (let at = start; at < text.length; at = skipOne(text, at)) {
    const character = text[at];
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (depth === 0) return close(text, { start, end: at + 1, choices: [...choices, text.slice(from, at)] });
    if (character !== ',' || depth !== 1) continue;
    choices.push(text.slice(from, at));
    from = at + 1;
  }
  return undefined;
}

function close(text: string, braces: Braces): Braces | undefined {
  if (braces.choices.length > 1) return braces;
  const match = SEQUENCE.exec(text.slice(braces.start + 1, braces.end - 1));
  if (match === null) return undefined;
  const [, from, to, first = '', last = '', step = '1'] = match;
  const isNumber = from !== undefined;
  const [low, high] = isNumber ? [Number(from), Number(to)] : [first.charCodeAt(0), last.charCodeAt(0)];
  const width = isNumber && /^-?0\d/.test(from) ? from.length : 0;
  return {
    ...braces,
    choices: count(low, high, Math.abs(Number(step)) || 1).map((value) => name(value, isNumber, width)),
  };
}

function count(low: number, high: number, step: number): readonly number[] {
  const length = Math.min(Math.floor(Math.abs(high - low) / step) + 1, MAX_WORDS + 1);
  return Array.from({ length }, (_, index) => low + (high >= low ? 1 : -1) * index * step);
}

function name(value: number, isNumber: boolean, width: number): string {
  return isNumber ? String(value).padStart(width, '0') : String.fromCharCode(value);
}

/** Behind one character, one quoted text, or one expansion. */
function skipOne(text: string, at: number): number {
  if (/^\$[{(]/.test(text.slice(at, at + 2))) return skipGroup(text, at + 1);
  QUOTED.lastIndex = at;
  return at + (QUOTED.exec(text)?.[0].length ?? 1);
}

function skipGroup(text: string, start: number): number {
  const [open, end] = text[start] === '{' ? ['{', '}'] : ['(', ')'];
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === open) depth += 1;
    if (text[at] === end) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}
