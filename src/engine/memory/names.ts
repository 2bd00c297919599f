// Names that came up: a context shows little text, but the next action is made of names seen many steps ago.
import type { DrawnNames, KnownName } from '../../schema/index.js';
import { CAPS } from '../caps.js';

const NAME = /[A-Za-z_][\w./-]{3,79}/g;
/** A line end written inside a string is no letter of the name behind it. */
const ESCAPE = /\\[nrt]/g;
const MAX_CHARS_READ = 40_000;
/** What an agent wrote itself will more likely be used again than what a tool printed. */
const USED_WEIGHT = 4;
const SEEN_WEIGHT = 1;
/** What a name is worth a step later. */
const DECAY = 0.96;
const KEYWORDS = new Set(
  `assert async await boolean break case catch class const continue default delete elif else enum except export extends false False
  final finally float from func function global implements import instanceof interface lambda None null object package pass print
  private protected public raise return self static string struct super switch this throw true True type typeof undefined void while
  with yield`.split(/\s+/),
);

/** The names in what was done and in what was seen, the most telling and most frequent first. */
export function drawNames(done: string, seen: string): DrawnNames {
  return { used: listNames(done, CAPS.namesUsed), seen: listNames(seen, CAPS.namesSeen) };
}

function listNames(text: string, max: number): string[] {
  const counts = new Map<string, number>();
  for (const [match] of dropMiddle(text).replace(ESCAPE, ' ').matchAll(NAME)) {
    const name = match.replace(/[./-]+$/, '');
    if (isWorthKnowing(name)) counts.set(name, (counts.get(name) ?? 0) + (isPlainWord(name) ? 1 : 2));
  }
  // A stable sort: of equally frequent ones the first comes first.
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, max)
    .map(([name]) => name);
}

function dropMiddle(text: string): string {
  if (text.length <= MAX_CHARS_READ) return text;
  return `${text.slice(0, MAX_CHARS_READ / 2)}\n${text.slice(-MAX_CHARS_READ / 2)}`;
}

/** Neither a word of the language nor a digest. */
function isWorthKnowing(name: string): boolean {
  return name.length >= 4 && !KEYWORDS.has(name) && !/^[\da-f]{12,}$/i.test(name);
}

/** It may be a name, or a word in a sentence. */
function isPlainWord(name: string): boolean {
  return /^[A-Z]?[a-z]+$/.test(name);
}

/** Names gain by being used or seen and lose with every step; the weakest are forgotten. */
export function mergeNames(known: readonly KnownName[], drawn: DrawnNames): KnownName[] {
  const weights = new Map(known.map(({ name, weight }) => [name, weight * DECAY]));
  const add = (name: string, weight: number): void => {
    weights.set(name, (weights.get(name) ?? 0) + weight);
  };
  for (const name of drawn.seen) add(name, isPlainWord(name) ? SEEN_WEIGHT / 2 : SEEN_WEIGHT);
  for (const name of drawn.used) add(name, isPlainWord(name) ? USED_WEIGHT / 2 : USED_WEIGHT);
  return [...weights]
    .map(([name, weight]) => ({ name, weight: Math.round(weight * 1_000) / 1_000 }))
    .sort((one, other) => other.weight - one.weight)
    .slice(0, CAPS.names);
}
