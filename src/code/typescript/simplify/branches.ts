// An `else` that is not needed, and branches in the better order.
import type ts from 'typescript';
import { replaceStatements } from './change.js';
import { findList, isAbrupt } from './flow.js';
import type { StatementList } from './flow.js';
import { negate } from './formula.js';
import { findClash } from './guard-clause.js';
import { dissolve, joinStatements, toBlock } from './layout.js';
import { canDissolve } from './locals.js';
import { refuse } from '../extract/refusal.js';
import { rewrite } from './rewrite.js';
import type { Attempt } from './rewrite.js';
import { commentsIn, indentAt, startOf, textOf } from './source.js';
import type { Source } from './source.js';

/** After a branch that jumps away no `else` is needed; along the whole chain. */
export function dropElse(source: Source, node: ts.IfStatement): Attempt {
  const list = findList(source, node);
  if (list === undefined || node.elseStatement === undefined) return undefined;
  if (isEmpty(source, node.elseStatement)) return dropEmptyElse(source, node);
  if (!isAbrupt(source, node.thenStatement)) return undefined;
  const indent = indentAt(source, startOf(source, node));
  const parts = separate(source, node, list, indent);
  if (parts === undefined) {
    return refuse('name_taken', 'A name declared in the else branch means something else around it.');
  }
  const code = joinStatements(source, parts, indent);
  const change = replaceStatements(source, startOf(source, node), node.end, code);
  return rewrite('drop_else', [change], 'removed the else after a branch that leaves');
}

/** The statements that take the place of a chain; undefined when names would clash. */
function separate(
  source: Source,
  head: ts.IfStatement,
  list: StatementList,
  indent: string,
): string[] | undefined {
  const { ts: compiler, text } = source;
  const parts: string[] = [];
  let node = head;
  for (;;) {
    const { thenStatement, elseStatement } = node;
    if (elseStatement === undefined || !isAbrupt(source, thenStatement))
      return [...parts, textOf(source, node)];
    parts.push(text.slice(startOf(source, node), thenStatement.end));
    parts.push(...readComments(source, thenStatement.end, elseStatement.pos));
    if (!compiler.isIfStatement(elseStatement)) {
      if (!canDissolve(source, elseStatement, list)) return undefined;
      return [...parts, dissolve(source, elseStatement, indent)];
    }
    parts.push(...readComments(source, elseStatement.pos, startOf(source, elseStatement)));
    node = elseStatement;
  }
}

function readComments(source: Source, start: number, end: number): string[] {
  return commentsIn(source, start, end).map((comment) => source.text.slice(comment.start, comment.end));
}

function isEmpty({ ts: compiler }: Source, branch: ts.Statement): boolean {
  return compiler.isBlock(branch) ? branch.statements.length === 0 : compiler.isEmptyStatement(branch);
}

function dropEmptyElse(source: Source, node: ts.IfStatement): Attempt {
  const start = startOf(source, node);
  const change = replaceStatements(source, start, node.end, source.text.slice(start, node.thenStatement.end));
  return rewrite('drop_else', [change], 'removed an empty else');
}

/** The branch that leaves goes first, so that the other one is not nested; or the only one that does anything. */
export function invertBranches(source: Source, node: ts.IfStatement): Attempt {
  const { ts: compiler } = source;
  const { thenStatement, elseStatement } = node;
  const list = findList(source, node);
  if (list === undefined || elseStatement === undefined || compiler.isIfStatement(elseStatement))
    return undefined;
  const start = startOf(source, node);
  const indent = indentAt(source, start);
  const inverted = `if (${negate(source, node.expression).text}) `;
  if (isEmpty(source, thenStatement)) {
    const code = inverted + toBlock(source, elseStatement, indent);
    const change = replaceStatements(source, start, node.end, code);
    return rewrite('invert_branches', [change], 'inverted a condition that guarded nothing');
  }
  if (!isAbrupt(source, elseStatement) || isEmpty(source, elseStatement)) return undefined;
  const unsafe = findClash(source, node, list);
  if (unsafe !== undefined) return unsafe;
  const otherwise = writeBranch(source, elseStatement, indent);
  const code = joinStatements(
    source,
    [inverted + otherwise, dissolve(source, thenStatement, indent)],
    indent,
  );
  const change = replaceStatements(source, start, node.end, code);
  return rewrite('invert_branches', [change], 'put the branch that leaves first');
}

function writeBranch(source: Source, branch: ts.Statement, indent: string): string {
  const { ts: compiler } = source;
  const needsBlock =
    compiler.isBlock(branch) || commentsIn(source, branch.pos, startOf(source, branch)).length > 0;
  return needsBlock ? toBlock(source, branch, indent) : textOf(source, branch);
}
