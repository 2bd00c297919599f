// Tells in one line what an edit changes.
import type { PlannedEdit } from '../../schema/index.js';
import type { ActionView } from './contract.js';
import { measureCommonEnds, splitLines } from './text-lines.js';

const MAX_FILES_TOLD = 4;

/** Each file once, with the changes that were made to it one after the other. */
export function summarizeEdits(
  edits: readonly PlannedEdit[],
  changes: ReadonlyMap<string, readonly string[]>,
): string {
  const told = edits.slice(0, MAX_FILES_TOLD).map(({ path: file, before, after }) => {
    const count = (text: string | null): number => splitLines(text ?? '').lines.length;
    if (before === null) return `created ${file} (${count(after)} lines)`;
    const [was, is] = [count(before), count(after)];
    const size = was === is ? [] : [`${was} → ${is} lines`];
    return `changed ${file} (${[...size, ...(changes.get(file) ?? [])].join('; ')})`;
  });
  const more = edits.length - told.length;
  return more > 0 ? `${told.join('; ')} and ${more} more` : told.join('; ');
}

/**
 * Names the lines that changed, so that an edit that was undone can be told from the next attempt; as windows show them, because what
 * is cut from a line must not be a part of a secret.
 */
export function describeChange({ path: file, before, after }: PlannedEdit, view: ActionView): string {
  const split = (text: string | null): readonly string[] =>
    splitLines(text === null ? '' : view.redact(text, file)).lines;
  const old = split(before);
  const { start, removed, added } = compareLines(old, split(after));
  const place = removed.length > 1 ? `lines ${start}-${start + removed.length - 1}` : `line ${start}`;
  if (removed.length > 0) return `${place}: ${quote(removed)} → ${quote(added)}`;
  return `${start > old.length ? 'at the end' : `before ${place}`}: ${quote(added)}`;
}

/** What lies between the first and the last difference. */
function compareLines(
  old: readonly string[],
  now: readonly string[],
): { start: number; removed: readonly string[]; added: readonly string[] } {
  const { head, tail } = measureCommonEnds(old, now);
  return {
    start: head + 1,
    removed: old.slice(head, old.length - tail),
    added: now.slice(head, now.length - tail),
  };
}

/** The first of the lines that says something, and how many there are. */
function quote(lines: readonly string[]): string {
  if (lines.length === 0) return 'nothing';
  const first = (lines.find((line) => line.trim() !== '') ?? '').trim();
  const short = `"${first.length > 60 ? `${first.slice(0, 59)}…` : first}"`;
  return lines.length === 1 ? short : `${short} and ${lines.length - 1} more`;
}
