// A comment above the moved code that says what all of it is for: it belongs above the new function.
import type ts from 'typescript';
import type { StatementPlan } from './plan.js';
import type { TextRange } from './statement-range.js';

/** Words that tell a tool, or somebody later, what to do with the next statement; such a comment must stay beside that. */
const TOOLS = [
  ...[
    'eslint',
    'jshint',
    'jslint',
    'tslint:',
    'oxlint',
    'stylelint',
    'biome-',
    'deno-',
    'prettier-',
    'standard',
  ],
  ...[
    'global',
    'istanbul',
    'c8',
    'v8',
    'node:coverage',
    'webpack',
    'flow',
    '\\$Flow',
    'falls? ?through',
    'todo',
    'fixme',
    'xxx',
    'hack',
  ],
];
const DIRECTIVE = new RegExp(`^(?:///|/\\*!|/[/*]+\\s*(?:[@#]|${TOOLS.join('|')}))`, 'i');

/** Only of a single paragraph; what stands above several may be about the first of them. */
export function findLeadComment(plan: StatementPlan, moved: TextRange): TextRange | undefined {
  const { compiler, file, first } = plan.region;
  const { text } = file;
  const start = first.getStart(file);
  const comments = (compiler.getLeadingCommentRanges(text, first.pos) ?? []).filter(
    ({ pos }) => pos >= moved.start,
  );
  const [top, last] = [comments[0], comments.at(-1)];
  if (top === undefined || last === undefined || top.pos !== moved.start) return undefined;
  if (!beginsParagraph(text, top.pos) || !text.slice(last.end, start).includes('\n')) return undefined;
  if (comments.some((comment) => isBound(text, comment)) || !isParagraph(plan)) return undefined;
  return { start: top.pos, end: last.end };
}

/** The first of its block, or below an empty line. */
function beginsParagraph(text: string, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - 1000), offset).replaceAll('\r', '');
  return /(?:[{:][^\S\n]*|\n[^\S\n]*)\n[^\S\n]*$/.test(before);
}

/** Directives, and tags such as `@type`, which are about the statement itself. */
export function isBound(text: string, { pos, end }: ts.TextRange): boolean {
  const comment = text.slice(pos, end);
  return DIRECTIVE.test(comment) || (comment.startsWith('/**') && /^[\s/*]*@\w/m.test(comment));
}

function isParagraph({ region, nodes }: StatementPlan): boolean {
  const { compiler, file, first } = region;
  // Above several branches it may be about the first of them alone.
  if (compiler.isIfStatement(first) && first.elseStatement !== undefined) return false;
  // Another comment further in says that this one is about what it stands before.
  if (nodes.length > 1 && /\/[/*]/.test(file.text.slice(first.getStart(file), region.last.end))) return false;
  return nodes.slice(1).every((node) => {
    const gap = file.text.slice(node.pos, node.getStart(file)).replaceAll('\r', '');
    const comments = compiler.getLeadingCommentRanges(file.text, node.pos) ?? [];
    return comments.length === 0 && !/\n[^\S\n]*\n/.test(gap);
  });
}
