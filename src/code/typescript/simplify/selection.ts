// A chain of `if`s or a `switch` that selects one of several things by comparing one value with constants.
import type ts from 'typescript';
import { findList, findNext, isAbrupt } from './flow.js';
import { unwrap } from './formula.js';
import type { Span } from './lexis.js';
import { readKeyTest } from './key-test.js';
import { isConstant, isPath } from './operand.js';
import { refuse } from '../extract/refusal.js';
import type { Refusal } from '../../refactoring.js';
import { contains } from '../extract/syntax.js';
import { canDissolve, readLocals } from './locals.js';
import { endOf, normalize, startOf } from './source.js';
import type { Source } from './source.js';

export interface Arm {
  readonly keys: readonly ts.Expression[];
  /** Without the `break` at their end. */
  readonly statements: readonly ts.Statement[];
  /** The node whose scope the statements stand in. */
  readonly scope: ts.Node;
  /** With the comments that belong to it. */
  readonly span: Span;
}

export interface Selection {
  readonly subject: ts.Expression;
  /** Whether the subject may be read more than once. */
  readonly isRepeatable: boolean;
  readonly arms: readonly Arm[];
  /** What happens to all other values. */
  readonly fallback: Omit<Arm, 'keys'> | undefined;
  readonly start: number;
  readonly end: number;
  /** The statement it ends with. */
  readonly last: ts.Node;
}

export function readChain(source: Source, head: ts.IfStatement): Selection | undefined {
  if (findList(source, head) === undefined) return undefined;
  const { subject, arms, last, next } = readLinks(source, head);
  if (subject === undefined) return undefined;
  const otherwise = next !== undefined && next.end <= last.end ? next : undefined;
  if (otherwise !== undefined && source.ts.isIfStatement(otherwise)) return undefined;
  const fallback = otherwise === undefined ? undefined : readBranch(source, otherwise, otherwise.pos);
  const span = { start: startOf(source, head), end: last.end };
  return toSelection(source, { subject, isRepeatable: true, arms, fallback, last, ...span });
}

interface Links {
  readonly subject: ts.Expression | undefined;
  readonly arms: readonly Arm[];
  /** The last `if` that is a statement of its own. */
  readonly last: ts.IfStatement;
  /** What comes after the links: an `else`, another statement, or nothing. */
  readonly next: ts.Statement | undefined;
}

function readLinks(source: Source, head: ts.IfStatement): Links {
  const arms: Arm[] = [];
  let subject: ts.Expression | undefined;
  let last = head;
  let next: ts.Statement | undefined = head;
  while (next !== undefined && source.ts.isIfStatement(next)) {
    const test = readTest(source, next.expression);
    if (test === undefined || (subject !== undefined && !isSame(source, subject, test.subject))) break;
    subject ??= test.subject;
    arms.push({ keys: test.keys, ...readBranch(source, next.thenStatement, next.expression.end) });
    if (findList(source, next) !== undefined) last = next;
    next = next.elseStatement ?? findSibling(source, last, arms);
  }
  return { subject, arms, last, next };
}

/** After a chain without `else` whose branches all leave, the next `if` goes on with it. */
function findSibling(source: Source, last: ts.IfStatement, arms: readonly Arm[]): ts.Statement | undefined {
  if (!arms.every(({ statements }) => isAbrupt(source, statements.at(-1)))) return undefined;
  const next = findNext(source, last);
  return next !== undefined && source.ts.isIfStatement(next) ? next : undefined;
}

/** `kind === 'a'`, or `kind === 'a' || kind === 'b'`. */
export function readTest(
  source: Source,
  condition: ts.Expression,
): { subject: ts.Expression; keys: ts.Expression[] } | undefined {
  const { ts: compiler } = source;
  const keys: ts.Expression[] = [];
  let subject: ts.Expression | undefined;
  const pending = [condition];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const inner = unwrap(source, node);
    if (compiler.isBinaryExpression(inner) && inner.operatorToken.kind === compiler.SyntaxKind.BarBarToken) {
      pending.push(inner.right, inner.left);
      continue;
    }
    const test = readKeyTest(source, inner, true);
    if (test === undefined || (subject !== undefined && !isSame(source, subject, test.subject)))
      return undefined;
    subject ??= test.subject;
    keys.push(test.key);
  }
  return subject === undefined ? undefined : { subject, keys };
}

function isSame(source: Source, a: ts.Node, b: ts.Node): boolean {
  return normalize(source, startOf(source, a), a.end) === normalize(source, startOf(source, b), b.end);
}

function readBranch(source: Source, branch: ts.Statement, start: number): Omit<Arm, 'keys'> {
  const statements = source.ts.isBlock(branch) ? [...branch.statements] : [branch];
  return { statements, scope: branch, span: { start, end: branch.end } };
}

export function readSwitch(source: Source, node: ts.SwitchStatement): Selection | Refusal | undefined {
  if (findList(source, node) === undefined) return undefined;
  const arms: Arm[] = [];
  let fallback: Omit<Arm, 'keys'> | undefined;
  let keys: ts.Expression[] = [];
  let isDefault = false;
  let { pos: start } = node.caseBlock.clauses;
  const { clauses } = node.caseBlock;
  for (const clause of clauses) {
    if (source.ts.isCaseClause(clause)) keys.push(clause.expression);
    else isDefault = true;
    if (clause.statements.length === 0 && clause !== clauses.at(-1)) continue;
    const arm = readClause(source, clause, start);
    if (arm === undefined) return refuse('jump_out', 'A case falls through into the next one.');
    if (isDefault) fallback = arm;
    else arms.push({ keys, ...arm });
    keys = [];
    isDefault = false;
    start = endOf(source, clause);
  }
  const { expression: subject } = node;
  const isRepeatable = isPath(source, subject);
  return toSelection(source, {
    subject,
    isRepeatable,
    arms,
    fallback,
    start: startOf(source, node),
    end: node.end,
    last: node,
  });
}

/** Undefined when it falls through. */
function readClause(
  source: Source,
  clause: ts.CaseOrDefaultClause,
  start: number,
): Omit<Arm, 'keys'> | undefined {
  const { ts: compiler } = source;
  const [first] = clause.statements;
  const isWrapped = clause.statements.length === 1 && first !== undefined && compiler.isBlock(first);
  const scope = isWrapped ? first : clause;
  const statements = [...(isWrapped ? first.statements : clause.statements)];
  const span = { start, end: endOf(source, clause) };
  const last = statements.at(-1);
  if (last !== undefined && compiler.isBreakStatement(last) && last.label === undefined) {
    return { statements: statements.slice(0, -1), scope, span };
  }
  const isLast = clause.parent.clauses.at(-1) === clause;
  return isLast || isAbrupt(source, last) ? { statements, scope, span } : undefined;
}

/** Constants all of them, and no two the same. */
export function toSelection(source: Source, selection: Selection): Selection | undefined {
  const keys = selection.arms.flatMap((arm) => arm.keys);
  if (!keys.every((key) => isConstant(source, key))) return undefined;
  const distinct = new Set(keys.map((key) => readKey(source, key)));
  return distinct.size === keys.length ? selection : undefined;
}

/** Two keys are the same value exactly when this is the same text. */
function readKey({ ts: compiler, file }: Source, key: ts.Expression): string {
  if (compiler.isStringLiteralLike(key)) return `'${key.text}`;
  const text = key.getText(file);
  return compiler.isNumericLiteral(key) ? String(Number(key.text)) : text === '-0' ? '0' : text;
}

/** Whether the statements of an arm mean the same in this list: no name of theirs clashes, no jump leads elsewhere. */
export function canMove(
  source: Source,
  scope: ts.Node,
  statements: readonly ts.Statement[],
  list: ts.Node,
): boolean {
  const { ts: compiler } = source;
  if (statements.some((statement) => hasBreak(source, statement))) return false;
  if (compiler.isBlock(scope)) return canDissolve(source, scope, list);
  if (!compiler.isCaseOrDefaultClause(scope)) return true;
  if (statements.some((statement) => compiler.isFunctionDeclaration(statement))) return false;
  return !readLocals(source).variables.some(
    (variable) =>
      variable.scope === scope.parent && variable.declarations.some((node) => contains(scope, node)),
  );
}

/** A `break` that leaves the `switch` or loop around the statement. */
export function hasBreak(source: Source, node: ts.Node): boolean {
  const { ts: compiler } = source;
  if (compiler.isBreakStatement(node)) return node.label === undefined;
  if (compiler.isFunctionLike(node) || compiler.isClassLike(node)) return false;
  if (compiler.isIterationStatement(node, false) || compiler.isSwitchStatement(node)) return false;
  return compiler.forEachChild(node, (child) => hasBreak(source, child) || undefined) === true;
}
