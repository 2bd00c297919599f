// The comment right above a statement, without its marks.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';

export function readCommentAbove(
  compiler: TypeScript,
  file: ts.SourceFile,
  node: ts.Node,
): string | undefined {
  const { text } = file;
  const start = node.getStart(file);
  const ranges = [
    ...(compiler.getTrailingCommentRanges(text, node.pos) ?? []),
    ...(compiler.getLeadingCommentRanges(text, node.pos) ?? []),
  ];
  const lines: string[] = [];
  let below = start;
  for (const range of ranges.reverse()) {
    if (text.slice(range.end, below).split('\n').length > 2) break;
    lines.unshift(stripMarks(text.slice(range.pos, range.end)));
    below = range.pos;
  }
  return lines.length === 0 ? undefined : lines.join('\n');
}

export function stripMarks(comment: string): string {
  return comment
    .replace(/^\/\*+|\*+\/$|^\/\/+/g, '')
    .replace(/^\s*\*+ ?/gm, '')
    .replace(/`/g, '')
    .trim();
}
