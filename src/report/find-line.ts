// Searching lines from a position on, without starting over each time.

/** The first line at or after `from` that passes, or `lines.length` when none does. */
export function findLineFrom(
  lines: readonly string[],
  from: number,
  passes: (line: string) => boolean,
): number {
  let index = Math.max(0, from);
  while (index < lines.length && !passes(lines[index] ?? '')) index += 1;
  return index;
}

export function countIndent(line: string): number {
  return line.length - line.trimStart().length;
}
