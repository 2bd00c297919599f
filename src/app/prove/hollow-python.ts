// Python functions with nothing in them, found by their indentation.

export function hollowPython(text: string, lines: ReadonlySet<number>): string {
  const all = text.split('\n');
  const kept: string[] = [];
  for (let index = 0; index < all.length; index++) {
    const found = findFunction(all, index);
    const isChanged = found && [...lines].some((line) => line > found.head && line <= found.end);
    kept.push(...(isChanged ? hollow(all, index, found) : [all[index] ?? '']));
    if (isChanged) index = found.end - 1;
  }
  return kept.join('\n');
}

/** Numbers of the last line of its head and of the last line of its body. */
interface FoundFunction {
  readonly head: number;
  readonly end: number;
  readonly indent: string;
}

function findFunction(lines: readonly string[], start: number): FoundFunction | undefined {
  const indent = /^([ \t]*)(?:async\s+)?def\s+\w+/.exec(lines[start] ?? '')?.[1];
  const head = indent === undefined ? undefined : findHeadEnd(lines, start);
  if (indent === undefined || head === undefined) return undefined;
  const rest = lines.slice(head + 1);
  const isOutside = (line: string): boolean => line.trim() !== '' && countIndent(line) <= indent.length;
  const border = rest.findIndex(isOutside);
  const body = border === -1 ? rest : rest.slice(0, border);
  const last = body.findLastIndex((line) => line.trim() !== '');
  return last === -1 ? undefined : { head: head + 1, end: head + 2 + last, indent };
}

function countIndent(line: string): number {
  return line.length - line.trimStart().length;
}

/** Where the brackets are closed and a colon ends the line; undefined when the body follows on the same one. */
function findHeadEnd(lines: readonly string[], start: number): number | undefined {
  let depth = 0;
  for (let index = start; index < lines.length; index++) {
    const line = (lines[index] ?? '').replace(/(["']).*?\1/g, '').replace(/#.*$/, '');
    for (const character of line) depth += '([{'.includes(character) ? 1 : ')]}'.includes(character) ? -1 : 0;
    if (depth <= 0) return line.trimEnd().endsWith(':') ? index : undefined;
  }
  return undefined;
}

/** What yields stays a generator, so that it is not the call itself that fails. */
function hollow(lines: readonly string[], start: number, { head, end, indent }: FoundFunction): string[] {
  const yields = lines.slice(head, end).some((line) => /\byield\b/.test(line));
  return [...lines.slice(start, head), `${indent}    return`, ...(yields ? [`${indent}    yield`] : [])];
}
