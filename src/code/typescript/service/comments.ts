// The comments of a file, to see that none gets lost.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';

/** Their texts with the layout squeezed out, since moved comments are indented anew. */
export function listComments(compiler: TypeScript, file: ts.SourceFile): string[] {
  const { text } = file;
  const found = new Map<number, string>();
  const note = (ranges: readonly ts.CommentRange[] | undefined): void => {
    for (const { pos, end } of ranges ?? []) found.set(pos, text.slice(pos, end).replace(/\s+/g, ' '));
  };
  const visit = (node: ts.Node): void => {
    if (compiler.isJsxText(node)) return;
    if (node.pos < node.end) {
      note(compiler.getLeadingCommentRanges(text, node.pos));
      note(compiler.getTrailingCommentRanges(text, node.end));
    }
    for (const child of node.getChildren(file)) if (!compiler.isJSDoc(child)) visit(child);
  };
  visit(file);
  return [...found.values()];
}
