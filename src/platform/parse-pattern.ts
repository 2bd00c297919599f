// Reads a regular expression as far as its cost depends on it: what each part can match, and how often.

/** A stretch of the pattern; groups are laid open, alternatives are one part. */
export interface Part {
  /** Which characters fit: the 128 of ASCII, then two that stand for all others. */
  readonly chars: readonly boolean[];
  readonly min: number;
  readonly max: number;
  /** The end of the line: it fits nothing, but what stands before it is tried until it does. */
  readonly end?: boolean;
}

export type ParsedPattern =
  { readonly parts: readonly Part[]; readonly anchored: boolean } | { readonly problem: string };

const SAMPLES = [...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)), 'é', '中'];
const NONE = SAMPLES.map(() => false);
const ATOM =
  /\[(?:\\.|[^\]\\]){0,900}\]|\\(?:u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]{1,60}\}|c[A-Za-z]|[^])|[^]/uy;
const QUANTIFIER = /(?:([*+?])|\{(\d{1,6})(,?)(\d{0,6})\})\??/y;
const OPEN = /\((?:\?(?::|<[A-Za-z_]\w{0,60}>))?/y;

/** The source must be a valid regular expression. */
export function parsePattern(source: string): ParsedPattern {
  const cursor: Cursor = { source, at: 0 };
  const { parts } = readAlternatives(cursor);
  if (cursor.problem !== undefined) return { problem: cursor.problem };
  return { parts, anchored: source.startsWith('^') && !hasTopAlternative(source) };
}

interface Cursor {
  readonly source: string;
  at: number;
  /** The first thing that cannot be allowed. */
  problem?: string;
}

interface Stretch {
  readonly parts: Part[];
  /** Can match in more than one way: it must not be repeated as a whole. */
  readonly varies: boolean;
}

function readAlternatives(cursor: Cursor): Stretch {
  const branches: Stretch[] = [readSequence(cursor)];
  while (cursor.source[cursor.at] === '|') {
    cursor.at += 1;
    branches.push(readSequence(cursor));
  }
  const [only] = branches;
  if (branches.length === 1 && only) return only;
  const sizes = branches.map(({ parts }) => measure(parts));
  return {
    parts: [
      {
        chars: uniteChars(branches.flatMap(({ parts }) => parts)),
        min: Math.min(...sizes.map(({ min }) => min)),
        max: Math.max(...sizes.map(({ max }) => max)),
      },
    ],
    varies: true,
  };
}

function readSequence(cursor: Cursor): Stretch {
  const parts: Part[] = [];
  let varies = false;
  while (cursor.at < cursor.source.length && !/[|)]/.test(cursor.source[cursor.at] ?? '')) {
    const piece = cursor.source[cursor.at] === '(' ? readGroup(cursor) : readAtom(cursor);
    const repeated = repeat(cursor, piece, readQuantifier(cursor));
    parts.push(...repeated.parts);
    varies ||= repeated.varies;
  }
  return { parts, varies };
}

function readGroup(cursor: Cursor): Stretch {
  OPEN.lastIndex = cursor.at;
  const open = OPEN.exec(cursor.source)?.[0] ?? '(';
  if (open === '(' && cursor.source[cursor.at + 1] === '?')
    cursor.problem ??= 'it looks ahead or behind: match the text itself, in a group';
  cursor.at += open.length;
  const inner = readAlternatives(cursor);
  cursor.at += 1;
  return inner;
}

function readAtom(cursor: Cursor): Stretch {
  ATOM.lastIndex = cursor.at;
  const atom = ATOM.exec(cursor.source)?.[0] ?? '';
  cursor.at += Math.max(1, atom.length);
  if (/^\\(?:[1-9]|k)/.test(atom)) cursor.problem ??= 'it refers back to a group: compare the text elsewhere';
  if (atom === '^' || /^\\[bB]$/.test(atom)) return { parts: [], varies: false };
  if (atom === '$') return { parts: [{ chars: NONE, min: 0, max: 0, end: true }], varies: false };
  // Inside a problem the rest is only skipped: `\\1` alone is no expression.
  const pattern = new RegExp(cursor.problem === undefined ? `^${atom}$` : '^.$', 'su');
  return { parts: [{ chars: SAMPLES.map((sample) => pattern.test(sample)), min: 1, max: 1 }], varies: false };
}

interface Times {
  readonly min: number;
  readonly max: number;
}

function readQuantifier(cursor: Cursor): Times | undefined {
  QUANTIFIER.lastIndex = cursor.at;
  const match = QUANTIFIER.exec(cursor.source);
  if (!match) return undefined;
  cursor.at += match[0].length;
  const [, sign, from, comma, to] = match;
  if (sign !== undefined) return { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity };
  const min = Number(from);
  return { min, max: comma === '' ? min : to === '' ? Infinity : Number(to) };
}

const NESTED =
  'it repeats a group that itself repeats or has alternatives: repeat one character class instead';

function repeat(cursor: Cursor, piece: Stretch, times: Times | undefined): Stretch {
  if (!times) return piece;
  if (piece.varies && times.max > 1) cursor.problem ??= NESTED;
  if (times.max <= 1)
    return { parts: piece.parts.map((part) => ({ ...part, min: part.min * times.min })), varies: true };
  const size = measure(piece.parts);
  const part = {
    chars: uniteChars(piece.parts),
    min: size.min * times.min,
    max: size.max === 0 ? 0 : size.max * times.max,
  };
  return { parts: [part], varies: piece.varies || part.min !== part.max };
}

function measure(parts: readonly Part[]): Times {
  return {
    min: parts.reduce((sum, { min }) => sum + min, 0),
    max: parts.reduce((sum, { max }) => sum + max, 0),
  };
}

function uniteChars(parts: readonly Part[]): boolean[] {
  return SAMPLES.map((_, index) => parts.some(({ chars }) => chars[index] === true));
}

/** `^a|b` is anchored in one branch only. */
function hasTopAlternative(source: string): boolean {
  let depth = 0;
  for (const [atom] of source.matchAll(/\[(?:\\.|[^\]\\]){0,900}\]|\\[^]|[^]/gu)) {
    if (atom === '(') depth += 1;
    if (atom === ')') depth -= 1;
    if (atom === '|' && depth === 0) return true;
  }
  return false;
}
