// Working memory: what is loaded, what it displaces, and how windows follow the lines they were opened on.
import type { EventBody, MemoryItem, MemoryRules, PlannedEdit } from '../../schema/index.js';
import { measureCommonEnds, splitLines, type Load } from '../actions/index.js';

/** A file this short is shown whole when it is changed; of a longer one the lines around the change. */
const SMALL_FILE = 120;
const LINES_BESIDE = 10;

export interface Admission {
  readonly rules: MemoryRules;
  readonly step: number;
  /** How many tokens a window shows. */
  readonly sizeOf: (item: MemoryItem) => number;
  /** Files the task is about: windows on them are not displaced by what is only looked up. */
  readonly kept: ReadonlySet<string>;
}

/** Items for what was asked for, and the keys of the oldest ones that make room for them. */
export function admit(
  memory: readonly MemoryItem[],
  loads: readonly (Omit<Load, 'text'> & { blob?: string })[],
  { rules, step, sizeOf, kept }: Admission,
): EventBody[] {
  const loaded = loads.map(({ passing, ...load }) => {
    const pinned = memory.find(({ key }) => key === load.key)?.pinned ?? false;
    // Loaded in this step, it appears in the contexts of the next ones.
    const until = passing && !pinned ? { until: step + rules.expiresAfterSteps } : {};
    return { ...load, step, pinned, ...until };
  });
  const keys = new Set(loaded.map(({ key }) => key));
  const known = memory.filter(({ key }) => !keys.has(key));
  const joined = known.filter((item) => loaded.some((one) => isMet(item, one)));
  const items = loaded.map((item) => joined.filter((one) => isMet(one, item)).reduce(join, item));
  const others = known.filter((item) => !joined.includes(item));
  const surplus = Math.max(0, others.length + items.length - rules.maxItems);
  const movable = others.filter(({ pinned, path }) => !pinned && !kept.has(path ?? ''));
  const count = Math.max(surplus, countOverfull(movable, items, { rules, sizeOf }));
  const displaced = [...joined, ...movable.slice(0, count)];
  return [
    ...displaced.map(({ key }): EventBody => ({ type: 'context-cleared', step, key })),
    ...items.map((item): EventBody => ({ type: 'context-loaded', step, item })),
  ];
}

/**
 * How many of the oldest must go because all would be too much to show. Then as many go as leave a third of the room free: windows
 * that stay where they are from step to step are cheap, because providers cache what a context begins with.
 */
function countOverfull(
  movable: readonly MemoryItem[],
  items: readonly MemoryItem[],
  { rules, sizeOf }: Pick<Admission, 'rules' | 'sizeOf'>,
): number {
  // What expires by itself makes nothing else go.
  if (items.every(({ until }) => until !== undefined)) return 0;
  const sizes = [...movable, ...items].map((item) => (item.until === undefined ? sizeOf(item) : 0));
  let total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= rules.maxTokens) return 0;
  const end = movable.findIndex((_, index) => {
    total -= sizes[index] ?? 0;
    return total <= (rules.maxTokens * 2) / 3;
  });
  return end === -1 ? movable.length : end + 1;
}

/** Two windows on one file that overlap or touch: the same lines are not shown twice. */
function isMet(item: MemoryItem, other: MemoryItem): boolean {
  const isWindow = item.path !== undefined && item.path === other.path && !item.pinned && !other.pinned;
  if (!isWindow || item.until !== undefined || other.until !== undefined) return false;
  return startOf(item) <= endOf(other) + 1 && startOf(other) <= endOf(item) + 1;
}

/** Without ends it is the whole file. */
function join(item: MemoryItem, other: MemoryItem): MemoryItem {
  const { path = '' } = item;
  const { start: _, end: __, ...rest } = item;
  const [start, end] = [Math.min(startOf(item), startOf(other)), Math.max(endOf(item), endOf(other))];
  if (end === Infinity) return { ...rest, key: path, title: path };
  const name = `${path}#${start}-${end}`;
  return { ...rest, key: name, title: name, start, end };
}

function startOf({ start = 1 }: MemoryItem): number {
  return start;
}

function endOf({ end = Infinity }: MemoryItem): number {
  return end;
}

/** Windows below a change move with their lines; windows around it grow or shrink. */
export function followEdits(
  memory: readonly MemoryItem[],
  edits: readonly PlannedEdit[],
  step: number,
): EventBody[] {
  return memory.flatMap((item): EventBody[] => {
    const edit = edits.find(({ path }) => path === item.path);
    if (
      !edit ||
      item.start === undefined ||
      item.end === undefined ||
      edit.before === null ||
      edit.after === null
    )
      return [];
    const { from, until, delta } = changedLines(edit.before, edit.after);
    if (delta === 0 || item.end < from) return [];
    const start = item.start > until ? item.start + delta : item.start;
    const end = Math.max(start, item.end + delta);
    const title = item.title.replace(/#\d+-\d+$/, `#${start}-${end}`);
    return [{ type: 'context-loaded', step, item: { ...item, title, start, end } }];
  });
}

/** What was just written is what the next step is about: windows for changed lines that none shows for good. */
export function showEdits(
  memory: readonly MemoryItem[],
  edits: readonly PlannedEdit[],
): Omit<Load, 'text'>[] {
  return edits.flatMap(({ path, before, after }) => {
    if (after === null) return [];
    const count = splitLines(after).lines.length;
    const { from, until, delta } = changedLines(before ?? '', after);
    const last = Math.max(from, until + delta);
    const isShown = memory.some(
      (item) =>
        item.path === path &&
        item.until === undefined &&
        startOf(item) <= from &&
        endOf(item) >= Math.min(last, count),
    );
    if (isShown) return [];
    const [start, end] = [Math.max(1, from - LINES_BESIDE), Math.min(count, last + LINES_BESIDE)];
    const isWhole = count <= SMALL_FILE || before === null;
    const key = isWhole ? path : `${path}#${start}-${end}`;
    return [{ key, title: key, path, passing: false, ...(isWhole ? {} : { start, end }) }];
  });
}

/** The first and last line of the old text that differ, and how many lines were gained. */
function changedLines(before: string, after: string): { from: number; until: number; delta: number } {
  const old = splitLines(before).lines;
  const now = splitLines(after).lines;
  const { head, tail } = measureCommonEnds(old, now);
  return { from: head + 1, until: old.length - tail, delta: now.length - old.length };
}
