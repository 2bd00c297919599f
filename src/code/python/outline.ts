// The declarations of a Python file with their lines, by indentation.
import type { OutlineEntry, SymbolKind } from '../language-provider.js';
import { readLogicalLines } from './logical-lines.js';
import type { LogicalLine } from './logical-lines.js';

const DECLARATION = /^(?:async\s+)?(def|class)\s+([^\s(:[]+)/;
const CONSTANT = /^([\p{L}_][\p{L}\p{N}_]*)\s*(?::[^=]+)?=(?!=)/u;

interface OpenBlock {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly start: number;
  readonly indent: number;
}

export async function outlinePython(_path: string, text: string): Promise<OutlineEntry[]> {
  const entries: OutlineEntry[] = [];
  const open: OpenBlock[] = [];
  let decorated: number | undefined;
  let lastEnd = 0;
  const closeDownTo = (indent: number): void => {
    for (let block = open.at(-1); block !== undefined && block.indent >= indent; block = open.at(-1)) {
      entries.push({ name: block.name, kind: block.kind, start: block.start, end: lastEnd });
      open.pop();
    }
  };
  for (const line of readLogicalLines(text)) {
    closeDownTo(line.indent);
    lastEnd = line.end;
    if (line.code.startsWith('@')) {
      decorated ??= line.start;
      continue;
    }
    const block = openBlock(line, open.at(-1), decorated ?? line.start);
    const constant = line.indent === 0 ? CONSTANT.exec(line.code)?.[1] : undefined;
    if (block !== undefined) open.push(block);
    else if (constant !== undefined)
      entries.push({ name: constant, kind: 'const', start: line.start, end: line.end });
    decorated = undefined;
  }
  closeDownTo(0);
  return entries.sort((a, b) => a.start - b.start || b.end - a.end);
}

function openBlock(line: LogicalLine, parent: OpenBlock | undefined, start: number): OpenBlock | undefined {
  const [, keyword, name] = DECLARATION.exec(line.code) ?? [];
  if (name === undefined) return undefined;
  const member = parent?.kind === 'class' ? 'method' : 'function';
  return {
    name: parent === undefined ? name : `${parent.name}.${name}`,
    kind: keyword === 'class' ? 'class' : member,
    start,
    indent: line.indent,
  };
}
