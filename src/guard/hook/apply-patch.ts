// Reads the patch format of Codex: files added, deleted, updated by hunks without line numbers, and moved.
import { deleteFile, writeFile, type Content, type FileChange } from './file-change.js';

export type PatchReading =
  | { readonly ok: true; readonly changes: readonly FileChange[]; readonly moves: readonly Move[] }
  | { readonly ok: false; readonly reason: string };

/** A file that changes its name and perhaps its text. */
export interface Move {
  readonly from: string;
  readonly to: string;
  readonly apply: FileChange['apply'];
}

const [BEGIN, END] = ['*** Begin Patch', '*** End Patch'];

/** The patch that a text holds; undefined when it holds none. */
export function findPatch(text: string): string | undefined {
  const start = text.indexOf(BEGIN);
  const end = text.indexOf(END, start);
  return start < 0 ? undefined : text.slice(start, end < 0 ? undefined : end + END.length);
}

export function readPatch(text: string): PatchReading {
  const lines = text.trim().split(/\r?\n/);
  if (lines[0]?.trim() !== BEGIN || lines.at(-1)?.trim() !== END)
    return { ok: false, reason: 'it has no beginning or no end' };
  const sections = splitSections(lines.slice(1, -1));
  if (sections === undefined) return { ok: false, reason: 'it holds lines that belong to no file' };
  const [changes, moves]: [FileChange[], Move[]] = [[], []];
  for (const section of sections) {
    const read = readSection(section);
    if (typeof read === 'string') return { ok: false, reason: read };
    if ('to' in read) moves.push(read);
    else changes.push(read);
  }
  if (sections.length === 0) return { ok: false, reason: 'it names no file' };
  return { ok: true, changes, moves };
}

interface Section {
  readonly verb: 'Add' | 'Delete' | 'Update';
  readonly path: string;
  readonly lines: readonly string[];
}

const HEADER = /^\*\*\* (Add|Delete|Update) File: (.+)$/;

function splitSections(lines: readonly string[]): Section[] | undefined {
  const sections: (Section & { lines: string[] })[] = [];
  for (const line of lines) {
    const header = HEADER.exec(line.trimEnd());
    const [verb, path] = [header?.[1], header?.[2]];
    if (verb !== undefined && path !== undefined)
      sections.push({ verb: verb as Section['verb'], path: path.trim(), lines: [] });
    else if (sections.length > 0) sections.at(-1)?.lines.push(line);
    else if (line.trim() !== '' && !line.startsWith('*** Environment ID:')) return undefined;
  }
  return sections;
}

function readSection({ verb, path, lines }: Section): FileChange | Move | string {
  const isBlank = (line: string): boolean => line.trim() === '';
  if (verb === 'Delete')
    return lines.every(isBlank) ? deleteFile(path) : `there is text below the deletion of ${path}`;
  if (verb === 'Add') return readAddition(path, lines);
  return readUpdate(path, lines);
}

function readAddition(path: string, lines: readonly string[]): FileChange | string {
  const added = lines.filter((line) => line.startsWith('+'));
  const isWhole = lines.every((line) => line.startsWith('+') || line.trim() === '');
  return isWhole
    ? writeFile(path, toText(added.map((line) => line.slice(1))))
    : `${path} is added with lines that are no additions`;
}

function readUpdate(path: string, lines: readonly string[]): FileChange | Move | string {
  const to = /^\*\*\* Move to: (.+)$/.exec(lines[0]?.trimEnd() ?? '')?.[1]?.trim();
  const hunks = splitHunks(to === undefined ? lines : lines.slice(1));
  if (hunks === undefined) return `the change of ${path} has lines that are neither context nor change`;
  const apply = (before: string | null): Content => applyHunks(before, hunks);
  return to === undefined ? { path, apply } : { from: path, to, apply };
}

interface Hunk {
  /** A line above the change, to find it by. */
  readonly below: string | undefined;
  readonly oldLines: string[];
  readonly newLines: string[];
  atEnd: boolean;
}

function splitHunks(lines: readonly string[]): Hunk[] | undefined {
  const hunks: Hunk[] = [];
  for (const line of lines) {
    if (line.startsWith('@@')) hunks.push(startHunk(line.slice(2).trim() || undefined));
    else if (line.trim() === '*** End of File') markEnd(hunks);
    else if (!addLine(line, hunks)) return undefined;
  }
  return hunks;
}

function startHunk(below: string | undefined): Hunk {
  return { below, oldLines: [], newLines: [], atEnd: false };
}

function markEnd(hunks: readonly Hunk[]): void {
  const last = hunks.at(-1);
  if (last) last.atEnd = true;
}

function addLine(line: string, hunks: Hunk[]): boolean {
  if (hunks.length === 0) hunks.push(startHunk(undefined));
  const hunk = hunks.at(-1);
  const [sign, text] = [line[0] ?? ' ', line.slice(1)];
  if (!hunk || !' +-'.includes(sign)) return false;
  if (sign !== '+') hunk.oldLines.push(text);
  if (sign !== '-') hunk.newLines.push(text);
  return true;
}

function applyHunks(before: string | null, hunks: readonly Hunk[]): Content {
  if (before === null) return undefined;
  let lines = before.replace(/\n$/, '').split('\n');
  let from = 0;
  for (const hunk of hunks) {
    const start = hunk.below === undefined ? from : findLines(lines, [hunk.below], from) + 1;
    const at =
      hunk.oldLines.length === 0 ? findInsertion(lines, hunk, start) : findLines(lines, hunk.oldLines, start);
    if (at < 0 || (hunk.below !== undefined && start === 0)) return undefined;
    lines = [...lines.slice(0, at), ...hunk.newLines, ...lines.slice(at + hunk.oldLines.length)];
    from = at + hunk.newLines.length;
  }
  return toText(lines);
}

function findInsertion(lines: readonly string[], { below }: Hunk, start: number): number {
  return below === undefined ? lines.length : start;
}

/** Exactly, then with trailing blanks ignored, then with any around it: as Codex looks for it. */
function findLines(lines: readonly string[], wanted: readonly string[], from: number): number {
  const spellings = [(line: string) => line, (line: string) => line.trimEnd(), (line: string) => line.trim()];
  for (const spell of spellings) {
    const target = wanted.map(spell);
    for (let at = from; at + target.length <= lines.length; at += 1)
      if (target.every((line, index) => line === spell(lines[at + index] ?? ''))) return at;
  }
  return -1;
}

function toText(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
