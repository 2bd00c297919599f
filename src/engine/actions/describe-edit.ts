// Tells in one line what an edit set changes.
import type { PlannedEdit } from '../../schema/index.js';
import type { ActionView } from './contract.js';
import { measureCommonEnds, splitLines } from './text-lines.js';

/** Tells of files as windows show them: what is cut from a line must not be a part of a secret. */
export function summarizeEdits(edits: readonly PlannedEdit[], view: ActionView): string {
  const show = (text: string | null, path: string): string | null => text && view.redact(text, path);
  const shown = edits
    .slice(0, 4)
    .map(({ path: file, before, after }) =>
      describeEdit({ path: file, before: show(before, file), after: show(after, file) }),
    )
    .join('; ');
  return edits.length > 4 ? `${shown} and ${edits.length - 4} more` : shown;
}

/** Names the lines that changed, so that an edit that was undone can be told from the next attempt. */
function describeEdit({ path: file, before, after }: PlannedEdit): string {
  const now = splitLines(after ?? '').lines;
  if (before === null) return `created ${file} (${now.length} lines)`;
  const old = splitLines(before).lines;
  const { start, removed, added } = compareLines(old, now);
  const place = removed.length > 1 ? `lines ${start}-${start + removed.length - 1}` : `line ${start}`;
  const change =
    removed.length === 0
      ? `before ${place}: ${quote(added)}`
      : `${place}: ${quote(removed)} → ${quote(added)}`;
  return `changed ${file} (${old.length} → ${now.length} lines; ${change})`;
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
