// Which of many short texts occur in a long one, in one pass. Looking for each by itself costs a pass for every one that is not there,
// and most of the some hundred and fifty signs of formats are not.

/** Signs by the pair of characters that they are looked up with. */
interface Pair {
  readonly sign: string;
  /** Where in the sign the pair begins. */
  readonly offset: number;
}

export type SignFinder = (text: string) => ReadonlySet<string>;

export function createSignFinder(signs: readonly string[]): SignFinder {
  const pairs = new Map<number, Pair[]>();
  for (const sign of new Set(signs)) {
    const offset = findRarest(sign);
    const key = keyOf(sign.charCodeAt(offset), sign.charCodeAt(offset + 1));
    pairs.set(key, [...(pairs.get(key) ?? []), { sign, offset }]);
  }
  return (text) => findSigns(text, pairs);
}

const KEYS = 1 << 16;

function keyOf(first: number, second: number): number {
  return ((first * 251) ^ second) & (KEYS - 1);
}

function findSigns(text: string, pairs: ReadonlyMap<number, readonly Pair[]>): Set<string> {
  const open = new Map(pairs);
  const isOpen = new Uint8Array(KEYS);
  for (const key of open.keys()) isOpen[key] = 1;
  const found = new Set<string>();
  let first = text.charCodeAt(0);
  for (let at = 1; at < text.length; at++) {
    const second = text.charCodeAt(at);
    const key = keyOf(first, second);
    first = second;
    if (isOpen[key] === 0) continue;
    const looked = open.get(key) ?? [];
    const left = lookAt(text, at - 1, looked, found);
    // What was found need not be found again.
    if (left !== looked) open.set(key, left);
    if (left.length === 0) isOpen[key] = 0;
  }
  return found;
}

/** The signs that are still looked for. */
function lookAt(text: string, at: number, pairs: readonly Pair[], found: Set<string>): readonly Pair[] {
  let left = pairs;
  for (const pair of pairs) {
    if (!text.startsWith(pair.sign, at - pair.offset)) continue;
    found.add(pair.sign);
    left = left.filter((other) => other !== pair);
  }
  return left;
}

function findRarest(sign: string): number {
  let best = { offset: 0, rarity: -1 };
  for (let offset = 0; offset + 1 < sign.length; offset++) {
    const rarity = rarityOf(sign[offset] ?? '', sign[offset + 1] ?? '');
    if (rarity > best.rarity) best = { offset, rarity };
  }
  return best.offset;
}

/** In logs small letters and blanks are everywhere, and what is not ASCII hardly anywhere; unlike characters seldom meet. */
function rarityOf(first: string, second: string): number {
  if (isForeign(first) || isForeign(second)) return 4;
  const kinds = [kindOf(first), kindOf(second)];
  if (kinds.includes('blank')) return kinds.includes('mark') ? 1 : 0;
  return kinds[0] === kinds[1] ? (kinds[0] === 'small' ? 0 : 2) : 3;
}

function isForeign(character: string): boolean {
  return character.charCodeAt(0) > 126;
}

function kindOf(character: string): 'blank' | 'small' | 'capital' | 'mark' {
  if (/\s/.test(character)) return 'blank';
  if (/[a-z]/.test(character)) return 'small';
  return /[A-Z]/.test(character) ? 'capital' : 'mark';
}
