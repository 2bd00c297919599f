// What a cut tears apart at its two ends: statements that are alike, and what stands together under one comment.
import type { Entry, List } from './statement-list.js';
import { isOnlyDeclared } from './usages.js';
import type { Usages } from './usages.js';

/** Entries of a list from the first to the last that move. */
export interface Cut {
  readonly list: List;
  readonly first: number;
  readonly last: number;
}

export interface Breaks {
  /** Ends, up to two, that run through a row of statements that are alike. */
  readonly brokenRows: number;
  /** Ends, up to two, that run through statements that stand under one comment. */
  readonly partedBlocks: number;
}

export function countBreaks(cut: Cut): Breaks {
  const ends = [cut.first, cut.last + 1];
  return {
    brokenRows: ends.filter((at) => breaksRow(cut, at)).length,
    partedBlocks: ends.filter((at) => partsBlock(cut, at)).length,
  };
}

/** The first or the last statement declares a constant that others use: it had better stay with them. */
export function takesConstant({ list: { entries }, first, last }: Cut, usages: Usages): boolean {
  const [from, to] = [entries[first], entries[last]];
  if (from === undefined || to === undefined) return false;
  const span = { start: from.start, end: to.end };
  return [...from.declared, ...to.declared].some((name) => isOnlyDeclared(usages, name, span));
}

/** Statements that are alike, three at least, begin or end there; what they have in common tells where. */
export function isEdgeOfRow({ list: { entries }, first, last }: Cut, at: number): boolean {
  const inside = at === first ? entries[first] : entries[last];
  const outside = at === first ? entries[first - 1] : entries[at];
  if (inside?.row === undefined || inside.row === outside?.row) return false;
  return entries.slice(first, last + 1).filter(({ row }) => row === inside.row).length > 2;
}

/** What decides so much has a meaning of its own, whatever stands beside it. */
const OWN_MEANING = 3;

/** `at` is the index of the statement behind the end. */
function breaksRow({ list: { entries }, first, last }: Cut, at: number): boolean {
  if (first === last && (entries[first]?.tally.decisions ?? 0) >= OWN_MEANING) return false;
  const row = entries[at]?.row;
  return row !== undefined && entries[at - 1]?.row === row;
}

function partsBlock({ list: { entries }, first, last }: Cut, at: number): boolean {
  const [before, after] = [entries[at - 1], entries[at]];
  if (before === undefined || after === undefined || after.startsUnit) return false;
  if (!findHead(entries, at - 1)?.commented) return false;
  // A single statement is a unit of its own, unless the comment is as much about the one beside it.
  return first < last || before.statement.kind === after.statement.kind;
}

/** The statement that begins the paragraph. */
function findHead(entries: readonly Entry[], at: number): Entry | undefined {
  let head = at;
  while (head > 0 && entries[head]?.startsUnit === false) head--;
  return entries[head];
}
