// Statements in a row that exist only to compute one variable: its declaration, what fills it, and helpers used nowhere else.
import type { Field } from './candidate.js';
import type { Entry, List } from './statement-list.js';
import type { Usage } from './usages.js';

export interface ValueRun {
  readonly first: number;
  readonly last: number;
  /** The variable. */
  readonly value: string;
}

/** A mention of a variable, and in which statement of the list it is; -1 when in none. */
interface Mention extends Usage {
  readonly at: number;
}

export function findValueRuns(field: Field, list: List): ValueRun[] {
  const mentionsOf = locateMentions(field, list.entries);
  return list.entries.flatMap((entry, index) => {
    const [value, second] = entry.declared;
    if (value === undefined || second !== undefined) return [];
    return followValue(list.entries, mentionsOf, index, value);
  });
}

type MentionsOf = ReadonlyMap<string, readonly Mention[]>;

function locateMentions({ usages }: Field, entries: readonly Entry[]): MentionsOf {
  const names = new Set(entries.flatMap(({ declared }) => declared));
  const locate = (usage: Usage): Mention => ({ ...usage, at: findEntry(entries, usage.position) });
  return new Map([...names].map((name) => [name, (usages.ofName.get(name) ?? []).map(locate)]));
}

/** The statements are in source order; a long function has thousands of mentions. */
function findEntry(entries: readonly Entry[], position: number): number {
  let [low, high] = [0, entries.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const entry = entries[middle];
    if (entry === undefined) return -1;
    if (position < entry.start) high = middle - 1;
    else if (position >= entry.end) low = middle + 1;
    else return middle;
  }
  return -1;
}

/** From the declaration to the last statement that changes the variable, provided that nothing else happens there. */
function followValue(
  entries: readonly Entry[],
  mentionsOf: MentionsOf,
  declaration: number,
  value: string,
): ValueRun[] {
  const mentions = mentionsOf.get(value) ?? [];
  if (mentions.filter(({ declares }) => declares).length > 1 || mentions.some(({ at }) => at < declaration))
    return [];
  const last = Math.max(declaration, ...mentions.filter(isChange).map(({ at }) => at));
  if (!mentions.some(({ at }) => at > last)) return [];
  let first = declaration;
  while (isHelper(mentionsOf, entries[first - 1], first - 1, last)) first--;
  const serves = (entry: Entry, index: number): boolean =>
    index === declaration ||
    isHelper(mentionsOf, entry, index, last) ||
    mentions.some((mention) => mention.at === index && isChange(mention));
  const run = entries.slice(first, last + 1);
  const isWhole = run.every((entry, offset) => serves(entry, first + offset) && !leaves(entry));
  return isWhole && last > first ? [{ first, last, value }] : [];
}

function isChange({ writes, changes }: Usage): boolean {
  return writes || changes;
}

/** Declares only what is used from there to the last statement. */
function isHelper(mentionsOf: MentionsOf, entry: Entry | undefined, index: number, last: number): boolean {
  return (
    entry !== undefined &&
    entry.declared.length > 0 &&
    entry.declared.every((name) => mentionsOf.get(name)?.every(({ at }) => at >= index && at <= last))
  );
}

function leaves({ exits }: Entry): boolean {
  return exits.returns || exits.jumps;
}
