// The actions that change files, each planned into a pure edit set.
import { z } from 'zod';
import { present } from '../../platform/index.js';
import type { PlannedEdit } from '../../schema/index.js';
import { CAPS } from '../caps.js';
import { defineAction, type Action, type ActionView, type Intent } from './contract.js';
import { describeChange, summarizeEdits } from './describe-edit.js';
import { suggestLine } from './suggest-line.js';
import { matchEnding, spliceLines, splitLines } from './text-lines.js';

const path = z.string().min(1);
const line = z.number().int().positive();

const EditFile = z.strictObject({
  path,
  old: z.string().min(1),
  new: z.string(),
  all: z.boolean().optional(),
});
const ReplaceLines = z.strictObject({ path, start: line, end: line, text: z.string() });
const InsertLines = z.strictObject({ path, after: z.number().int().nonnegative(), text: z.string() });
const WriteFile = z.strictObject({ path, text: z.string() });

const AnyEdit = z.discriminatedUnion('action', [
  EditFile.extend({ action: z.literal('edit_file') }),
  ReplaceLines.extend({ action: z.literal('replace_lines') }),
  InsertLines.extend({ action: z.literal('insert_lines') }),
  WriteFile.extend({ action: z.literal('write_file') }),
]);
type AnyEdit = z.infer<typeof AnyEdit>;

export const editActions: readonly Action[] = [
  defineAction({
    name: 'edit_file',
    description: 'Replace a piece of text in a file; `old` must occur exactly once unless `all`.',
    when: 'you see the exact text of a small change',
    priority: 6,
    hints: { old: 'copied exactly, without line numbers' },
    parameters: EditFile,
    mutates: true,
    repeatable: false,
    plan: (parameters, view) => planEdits([{ action: 'edit_file', ...parameters }], view),
  }),
  defineAction({
    name: 'replace_lines',
    description: 'Replace lines start..end (inclusive) of a file.',
    when: 'the lines are in a window and their text repeats elsewhere',
    priority: 5,
    hints: { start: 'as numbered in the window' },
    parameters: ReplaceLines,
    mutates: true,
    repeatable: false,
    plan: (parameters, view) => planEdits([{ action: 'replace_lines', ...parameters }], view),
  }),
  defineAction({
    name: 'insert_lines',
    description: 'Insert text after a line; 0 inserts at the top.',
    when: 'you add code without touching what is there',
    priority: 4,
    parameters: InsertLines,
    mutates: true,
    repeatable: false,
    plan: (parameters, view) => planEdits([{ action: 'insert_lines', ...parameters }], view),
  }),
  defineAction({
    name: 'write_file',
    description: 'Create a file or replace its whole content.',
    when: 'the file is new or changes completely',
    priority: 4,
    parameters: WriteFile,
    mutates: true,
    repeatable: false,
    plan: (parameters, view) => planEdits([{ action: 'write_file', ...parameters }], view),
  }),
  defineAction({
    name: 'apply_edits',
    description:
      'Several edits, in one or several files, judged as one; each sees the file as the ones before it left it, line numbers included.',
    when: 'a change only makes sense as a whole',
    priority: 7,
    hints: { edits: 'a list of {action: edit_file|replace_lines|insert_lines|write_file, …its parameters}' },
    parameters: z.strictObject({ edits: z.array(AnyEdit).min(1).max(50) }),
    mutates: true,
    repeatable: false,
    plan: ({ edits }, view) => planEdits(edits, view),
  }),
];

/** Later edits see the result of earlier ones, as if the files had been changed in between. */
function planEdits(edits: readonly AnyEdit[], view: ActionView): Intent {
  const files = new Map<string, PlannedEdit>();
  const changes = new Map<string, string[]>();
  for (const [index, edit] of edits.entries()) {
    const current = openFile(edit, files, view);
    const planned = current.ok ? planOne(edit, current.file, view) : { ...current, hint: undefined };
    if (!current.ok || !planned.ok) return refuseEdit(planned, edits.length > 1 ? index : undefined);
    const { file } = current;
    const change = describeChange({ path: file.path, before: file.after, after: planned.text }, view);
    changes.set(file.path, [...(changes.get(file.path) ?? []), change]);
    files.set(file.path, { ...file, after: planned.text });
  }
  const changed = [...files.values()].filter(({ before, after }) => before !== after);
  if (changed.length === 0) {
    return {
      kind: 'fail',
      message: `The edit changes nothing: ${[...files.keys()].join(', ')} already has that text.`,
      hint: 'Look at the file again before the next edit.',
    };
  }
  const paths = new Set([...Object.keys(view.state.files), ...changed.map(({ path: file }) => file)]);
  if (paths.size > CAPS.files) {
    return {
      kind: 'fail',
      message: `One task may change ${CAPS.files} files, and this would be more.`,
      hint: 'Escalate: the task has to be split.',
    };
  }
  const target = changed.map(({ path: file }) => file).join(', ');
  return { kind: 'edit', edits: changed, target, summary: summarizeEdits(changed, changes) };
}

/** Of several, the one at fault is named by its place in the list. */
function refuseEdit(refused: PlannedText, index: number | undefined): Intent {
  const { message, hint } = refused.ok ? { message: '', hint: undefined } : refused;
  const which = index === undefined ? message : `edits.${index}: ${message} None of the edits was applied.`;
  return { kind: 'fail', message: which, ...present({ hint }) };
}

type OpenFile = { ok: true; file: PlannedEdit } | { ok: false; message: string };

function openFile(edit: AnyEdit, files: ReadonlyMap<string, PlannedEdit>, view: ActionView): OpenFile {
  const read = view.readFile(edit.path);
  const known = files.get(read.path);
  if (known) return { ok: true, file: known };
  if (read.ok) return { ok: true, file: { path: read.path, before: read.text, after: read.text } };
  if (edit.action === 'write_file' && !read.exists)
    return { ok: true, file: { path: read.path, before: null, after: null } };
  return { ok: false, message: read.message };
}

type PlannedText = { ok: true; text: string } | { ok: false; message: string; hint: string | undefined };

function planOne(edit: AnyEdit, file: PlannedEdit, view: ActionView): PlannedText {
  const text = file.after ?? '';
  const lost = view.missing(edit.action === 'edit_file' ? edit.old + edit.new : edit.text);
  if (lost.length > 0) return refuseLost(lost);
  if (edit.action === 'edit_file') return replaceText(edit, text, view);
  if (edit.action === 'write_file') {
    const added = view.restore(edit.text);
    const full = added === '' || added.endsWith('\n') ? added : `${added}\n`;
    return { ok: true, text: file.before === null ? full : matchEnding(full, file.before) };
  }
  return planLines(edit, { ...file, after: text }, view);
}

function refuseLost(numbers: readonly number[]): PlannedText {
  return {
    ok: false,
    message: `The value behind ‹secret:${numbers[0]}› is not known here yet.`,
    hint: 'Read the file that holds it, then send the edit again.',
  };
}

/** Counts lines as a window does, where a secret of many lines is one placeholder. */
function planLines(
  edit: Extract<AnyEdit, { action: 'replace_lines' | 'insert_lines' }>,
  file: { readonly path: string; readonly after: string },
  view: ActionView,
): PlannedText {
  if (edit.action === 'insert_lines' && edit.text === '')
    return { ok: false, message: 'There is no text to insert.', hint: 'Put the lines into `text`.' };
  const shown = view.redact(file.after, file.path);
  const count = splitLines(shown).lines.length;
  const isInsert = edit.action === 'insert_lines';
  const [start, end] = isInsert ? [edit.after + 1, edit.after] : [edit.start, edit.end];
  if (end > count || (!isInsert && start > end)) {
    return {
      ok: false,
      message: `${file.path} has ${count} lines, so lines ${start}-${end} cannot be changed.`,
      hint: 'Read the file again for its current line numbers.',
    };
  }
  return { ok: true, text: view.restore(spliceLines(shown, start, end, edit.text)) };
}

function replaceText(edit: z.infer<typeof EditFile>, text: string, view: ActionView): PlannedText {
  const old = matchEnding(view.restore(edit.old), text);
  const replacement = matchEnding(view.restore(edit.new), text);
  const count = countOccurrences(text, old);
  if (count === 0) {
    return {
      ok: false,
      message: `The old text was not found in ${edit.path}.`,
      hint: suggestLine(view.redact(text, edit.path), edit.old),
    };
  }
  if (count > 1 && !edit.all) {
    return {
      ok: false,
      message: `The old text occurs ${count} times in ${edit.path} (${listLines(text, old)}).`,
      hint: 'Give more surrounding text, or set "all": true.',
    };
  }
  return {
    ok: true,
    text: edit.all ? text.split(old).join(replacement) : text.replace(old, () => replacement),
  };
}

const MAX_LINES_NAMED = 5;

function listLines(text: string, part: string): string {
  const lines = new Set<number>();
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) {
    if (lines.size === MAX_LINES_NAMED) return `lines ${[...lines].join(', ')}, …`;
    lines.add(text.slice(0, at).split('\n').length);
  }
  return `${lines.size === 1 ? 'line' : 'lines'} ${[...lines].join(', ')}`;
}

function countOccurrences(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count++;
  return count;
}
