// Line surgery on text that keeps the file's own line ending and final newline.

export interface TextLines {
  readonly lines: readonly string[];
  readonly ending: '\n' | '\r\n';
  readonly endsWithNewline: boolean;
}

export function splitLines(text: string): TextLines {
  const ending = text.includes('\r\n') ? '\r\n' : '\n';
  const endsWithNewline = text.endsWith('\n');
  const body = endsWithNewline ? text.slice(0, -ending.length) : text;
  return { lines: text === '' ? [] : body.split(ending), ending, endsWithNewline };
}

export function joinLines({ lines, ending, endsWithNewline }: TextLines): string {
  return lines.length === 0 ? '' : lines.join(ending) + (endsWithNewline ? ending : '');
}

/** Replaces lines `start`..`end` (from 1, inclusive; `end = start - 1` inserts before `start`) by the lines of `text`. */
export function spliceLines(original: string, start: number, end: number, text: string): string {
  const split = splitLines(original);
  const added = text === '' ? [] : splitLines(text.replaceAll('\r\n', '\n')).lines;
  const lines = [...split.lines.slice(0, start - 1), ...added, ...split.lines.slice(end)];
  return joinLines({ ...split, lines, endsWithNewline: split.endsWithNewline || original === '' });
}

/** Gives `text` the line ending of `like`. */
export function matchEnding(text: string, like: string): string {
  return splitLines(like).ending === '\r\n' ? text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n') : text;
}

/** How much two sequences share at their beginning and, apart from that, at their end. */
export function measureCommonEnds(
  old: ArrayLike<unknown>,
  now: ArrayLike<unknown>,
): { head: number; tail: number } {
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  return { head, tail };
}

/** Lines `start`..`end` with their numbers. */
export function numberLines(lines: readonly string[], start: number, end: number): string {
  const width = String(end).length;
  return lines
    .slice(start - 1, end)
    .map((line, index) => `${String(start + index).padStart(width)}| ${line}`)
    .join('\n');
}
