// Finds the whole statements, or the expression, that a request points at.
import type ts from 'typescript';
import type { Refusal } from '../../refactoring.js';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { refuse } from './refusal.js';

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export type FoundStatements = { readonly ok: true; readonly statements: readonly ts.Statement[] } | Refusal;

/** The outermost run of sibling statements inside `range`; a statement that is cut in two is no match. */
export function findStatements(
  compiler: TypeScript,
  file: ts.SourceFile,
  within: ts.Node,
  range: TextRange,
): FoundStatements {
  for (const list of listStatementLists(compiler, within)) {
    const chosen = list.filter(
      (each) => each.getStart(file) >= range.start && findCodeEnd(file, each) <= range.end,
    );
    if (chosen.length === 0) continue;
    const cut =
      list.some((each) => !chosen.includes(each) && overlaps(file, each, range)) ||
      hasMore(compiler, file, chosen, range);
    if (!cut) return { ok: true, statements: chosen };
    return refuse(
      'partial_statement',
      'The range cuts a statement in two.',
      'Choose whole statements of one block.',
    );
  }
  return refuse(
    'not_found',
    'There is no whole statement in that range of the function.',
    'Give the first and the last line of complete statements.',
  );
}

function overlaps(file: ts.SourceFile, node: ts.Node, range: TextRange): boolean {
  return node.getStart(file) < range.end && findCodeEnd(file, node) > range.start;
}

/** Whether there is code in the range before or after the chosen statements. */
function hasMore(
  compiler: TypeScript,
  file: ts.SourceFile,
  chosen: readonly ts.Statement[],
  range: TextRange,
): boolean {
  const [first, last] = [chosen[0], chosen.at(-1)];
  if (first === undefined || last === undefined) return true;
  if (file.text.slice(range.start, first.pos).trim() !== '') return true;
  const code = findCodeEnd(file, last);
  const comments = compiler.getTrailingCommentRanges(file.text, code) ?? [];
  return !/^[\s;]*$/.test(file.text.slice(comments.at(-1)?.end ?? code, range.end));
}

/** Where a statement ends; a semicolon on a later line only guards what follows it. */
export function findCodeEnd(file: ts.SourceFile, node: ts.Node): number {
  const guard = /\S(\s*\n\s*;)$/.exec(file.text.slice(node.pos, node.end));
  return node.end - (guard?.[1]?.length ?? 0);
}

/** Outer lists come before the lists inside them. */
function* listStatementLists(compiler: TypeScript, node: ts.Node): Generator<readonly ts.Statement[]> {
  yield* readLists(compiler, node);
  const children: ts.Node[] = [];
  compiler.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* listStatementLists(compiler, child);
}

function readLists(compiler: TypeScript, node: ts.Node): readonly (readonly ts.Statement[])[] {
  if (compiler.isBlock(node) || compiler.isCaseOrDefaultClause(node)) return [node.statements];
  // A statement that stands alone where a block could stand is a list of one.
  const embedded: ts.Statement[] = [];
  if (compiler.isIfStatement(node)) embedded.push(node.thenStatement);
  if (compiler.isIfStatement(node) && node.elseStatement !== undefined) embedded.push(node.elseStatement);
  if (compiler.isIterationStatement(node, false)) embedded.push(node.statement);
  return embedded.filter((statement) => !compiler.isBlock(statement)).map((statement) => [statement]);
}

/** From the beginning of line `start` to the end of line `end`, both 1-based. */
export function toTextRange(file: ts.SourceFile, start: number, end: number): TextRange | undefined {
  const starts = file.getLineStarts();
  const from = starts[start - 1];
  if (from === undefined || end < start || end > starts.length) return undefined;
  return { start: from, end: starts[end] ?? file.text.length };
}

/** The first expression with exactly this text, layout aside, that begins in the range. */
export function findExpression(
  compiler: TypeScript,
  file: ts.SourceFile,
  within: ts.Node,
  range: TextRange,
  text: string,
): ts.Expression | undefined {
  const wanted = squeeze(text);
  let found: ts.Expression | undefined;
  const visit = (node: ts.Node): void => {
    if (found !== undefined || node.end <= range.start || node.pos >= range.end) return;
    const start = node.getStart(file);
    if (compiler.isExpression(node) && start >= range.start && squeeze(node.getText(file)) === wanted) {
      found = node;
      return;
    }
    compiler.forEachChild(node, visit);
  };
  visit(within);
  return found;
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}
