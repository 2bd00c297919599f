// Searching lines from a position on, without starting over each time.

/** The first line from `from` on that passes, or `until` when none before it does. */
export function findLineFrom(
  lines: readonly string[],
  from: number,
  passes: (line: string) => boolean,
  until = lines.length,
): number {
  const end = Math.min(until, lines.length);
  let index = Math.max(0, from);
  while (index < end && !passes(lines[index] ?? '')) index += 1;
  return index;
}

/** What is read from lines, where something is; unlike flatMap it costs nothing for the many that say nothing. */
export function collectLines<Value>(
  lines: readonly string[],
  read: (line: string, index: number) => Value | undefined,
): Value[] {
  const found: Value[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const value = read(lines[index] ?? '', index);
    if (value !== undefined) found.push(value);
  }
  return found;
}

export function countIndent(line: string): number {
  return line.length - line.trimStart().length;
}
