// The text of one file, with the questions every check asks of it; or the reason why it is not looked at.
import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { confine, isDiskError, sha256 } from '../../platform/index.js';

/** Larger files are data; looking through them costs more than it tells. */
export const MAX_SOURCE_BYTES = 1_500_000;

export interface SourceText {
  readonly path: string;
  /** As it is in the file: a byte order mark is its first character, line endings are kept. */
  readonly text: string;
  readonly hash: string;
  /** 1-based. */
  readonly lineAt: (offset: number) => number;
  /** Without what stands around it: indentation, repeated blanks, line ending. Empty for a line that is not there. */
  readonly lineText: (line: number) => string;
  readonly lineCount: () => number;
  /** The offset where a 1-based line begins. */
  readonly lineStart: (line: number) => number;
}

export function readSource(root: string, path: string): SourceText | { readonly why: string } {
  const confined = confine(root, path, { forWriting: false });
  if (!confined.ok) {
    const isOutside = confined.reason === 'outside_root';
    return { why: isOutside ? 'is a link that leads out of the project' : confined.message };
  }
  try {
    const stat = statSync(confined.absolute);
    if (!stat.isFile()) return { why: 'is no regular file' };
    if (stat.size > MAX_SOURCE_BYTES) return { why: `is too large (${describeSize(stat.size)})` };
    return decodeSource(path, readFileSync(confined.absolute));
  } catch (error) {
    return { why: isDiskError(error, 'ENOENT') ? 'does not exist' : 'cannot be read' };
  }
}

export function createSourceText(path: string, text: string, hash = sha256(text)): SourceText {
  let starts: number[] | undefined;
  const listStarts = (): number[] => (starts ??= findLineStarts(text));
  const lineStart = (line: number): number => listStarts()[line - 1] ?? text.length;
  return {
    path,
    text,
    hash,
    lineStart,
    lineAt: (offset) => findLast(listStarts(), offset) + 1,
    lineText: (line) => toAnchor(text.slice(lineStart(line), lineStart(line + 1))),
    // The text after the last line ending counts only when there is some.
    lineCount: () => listStarts().length - (listStarts().at(-1) === text.length ? 1 : 0),
  };
}

const MAX_ANCHOR_CHARS = 300;

/** Text without the differences that formatting makes. */
export function toAnchor(text: string): string {
  return text
    .slice(0, 4 * MAX_ANCHOR_CHARS)
    .replace(/[\s\uFEFF]+/g, ' ')
    .trim()
    .slice(0, MAX_ANCHOR_CHARS);
}

function decodeSource(path: string, bytes: Buffer): SourceText | { readonly why: string } {
  if (bytes.includes(0)) return { why: 'is binary' };
  if (!isUtf8(bytes)) return { why: 'is not text in UTF-8' };
  return createSourceText(path, bytes.toString('utf8'), sha256(bytes));
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The index of the last entry that is not beyond `offset`. */
function findLast(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function describeSize(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
