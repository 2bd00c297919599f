// Runs of whole statements that could become a function: loops, branches, cases, paragraphs.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { findExits, alwaysExits } from './exits.js';
import type { Exits } from './exits.js';
import type { Candidate, Field } from './candidate.js';
import type { FunctionMetric } from './metric.js';
import { priceStatements } from './price.js';
import type { StatementsShape } from './price.js';
import { addTallies, NOTHING, tallyOf } from './tally-of.js';
import type { PieceTally } from './tally-of.js';
import { estimateFlow } from './usages.js';
import type { Span } from './usages.js';

/** Longer runs are no unit that anyone would name. */
const MAX_STATEMENTS = 30;
const MAX_RUNS = 400;

/** The statements of one block or case, with what matters about each. */
interface List {
  readonly entries: readonly Entry[];
  readonly level: number;
  readonly loop: Span | undefined;
  readonly isBody: boolean;
}

interface Entry {
  readonly statement: ts.Statement;
  readonly tally: PieceTally;
  readonly exits: Exits;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly startsUnit: boolean;
  readonly commented: boolean;
  /** Nothing else is on its first and last line. */
  readonly alone: boolean;
}

interface Run {
  readonly list: List;
  readonly first: number;
  readonly last: number;
  readonly tally: PieceTally;
}

export function findStatementCandidates(field: Field): Candidate[] {
  const runs = findLists(field).flatMap((list) => listRuns(field, list));
  const worthwhile = runs
    .map((run) => ({ run, rough: roughPrice(run, field) }))
    .sort((a, b) => a.rough - b.rough)
    .slice(0, MAX_RUNS);
  return worthwhile.map(({ run }) => toCandidate(field, run)).filter(({ gain }) => gain > 0);
}

function findLists(field: Field): List[] {
  const { ts: compiler, target } = field.input;
  const lists: List[] = [];
  const visit = (node: ts.Node, level: number, loop: Span | undefined): void => {
    if (compiler.isFunctionLike(node) || compiler.isClassLike(node)) return;
    const statements =
      compiler.isBlock(node) || compiler.isCaseOrDefaultClause(node) ? node.statements : undefined;
    if (statements !== undefined && statements.length > 0) {
      const entries = describeEntries(field, node, statements);
      lists.push({ entries, level, loop, isBody: node === target.body });
    }
    const looping = compiler.isIterationStatement(node, false);
    const around = loop ?? (looping ? { start: node.getStart(), end: node.end } : undefined);
    const deeper = level + (isNest(compiler, node) ? 1 : 0);
    compiler.forEachChild(node, (child) => visit(child, deeper, around));
  };
  if (target.body !== undefined) visit(target.body, 0, undefined);
  return lists;
}

function isNest(compiler: TypeScript, node: ts.Node): boolean {
  return (
    compiler.isIterationStatement(node, false) ||
    compiler.isIfStatement(node) ||
    compiler.isSwitchStatement(node)
  );
}

function describeEntries(field: Field, holder: ts.Node, statements: readonly ts.Statement[]): Entry[] {
  const { ts: compiler, file } = field.input;
  const lineOf = (offset: number): number => file.getLineAndCharacterOfPosition(offset).line + 1;
  return statements.map((statement, index) => {
    const firstLine = lineOf(statement.getStart(file));
    const lastLine = lineOf(statement.end);
    const previous = statements[index - 1];
    const next = statements[index + 1];
    const lineBefore = lineOf(previous?.end ?? Math.max(statement.getFullStart() - 1, holder.getStart(file)));
    const lineAfter = next === undefined ? lineOf(holder.end) : lineOf(next.getStart(file));
    const inCase = compiler.isCaseOrDefaultClause(holder);
    const commented =
      (compiler.getLeadingCommentRanges(file.text, statement.getFullStart()) ?? []).length > 0;
    return {
      statement,
      tally: tallyOf(compiler, statement),
      exits: findExits(compiler, statement),
      firstLine,
      lastLine,
      commented,
      startsUnit: previous === undefined || commented || hasBlankLine(file.text, statement, file),
      alone: lineBefore < firstLine && (lineAfter > lastLine || (inCase && next === undefined)),
    };
  });
}

function hasBlankLine(text: string, statement: ts.Statement, file: ts.SourceFile): boolean {
  return /\n[ \t]*\r?\n/.test(text.slice(statement.getFullStart(), statement.getStart(file)));
}

/** Runs that hold something the metric counts, neither too long nor far beyond the limit. */
function listRuns(field: Field, list: List): Run[] {
  const runs: Run[] = [];
  const { entries } = list;
  for (let first = 0; first < entries.length; first++) {
    let tally = NOTHING;
    const end = Math.min(entries.length, first + MAX_STATEMENTS);
    for (let last = first; last < end; last++) {
      const entry = entries[last];
      if (entry === undefined) break;
      tally = addTallies(tally, entry.tally);
      if (tally.decisions > field.limit * 4 && last > first) break;
      const whole = list.isBody && first === 0 && last === entries.length - 1;
      if (!whole && isWorthTrying(field.metric, entries, first, last, tally))
        runs.push({ list, first, last, tally });
    }
  }
  return runs;
}

function isWorthTrying(
  metric: FunctionMetric,
  entries: readonly Entry[],
  first: number,
  last: number,
  tally: PieceTally,
): boolean {
  const from = entries[first];
  const to = entries[last];
  if (from === undefined || to === undefined || !from.alone || !to.alone) return false;
  if (metric === 'function_lines') return to.lastLine - from.firstLine >= 4;
  return tally.decisions > 0;
}

function isEndOfUnit({ list: { entries }, last }: Run): boolean {
  return entries[last + 1]?.startsUnit ?? true;
}

/** Without looking at variables, which takes longer. */
function roughPrice(run: Run, field: Field): number {
  const { entries } = run.list;
  const single = run.first === run.last;
  const starts = single || (entries[run.first]?.startsUnit ?? false);
  const ends = single || isEndOfUnit(run);
  const far = Math.abs(run.tally.decisions - field.limit + 1);
  return (starts ? 0 : 4) + (ends ? 0 : 4) + far + (run.last - run.first) * 0.3;
}

function toCandidate(field: Field, run: Run): Candidate {
  const entries = run.list.entries.slice(run.first, run.last + 1);
  const statements = entries.map(({ statement }) => statement);
  const first = entries[0]?.firstLine ?? 0;
  const last = entries.at(-1)?.lastLine ?? 0;
  const exits = describeExits(field, run, entries);
  const lines = last - first + 1;
  const variables = countVariables(field, run, statements);
  return {
    kind: 'statements',
    parts: { action: 'extract_function', start: first, end: last },
    nodes: statements,
    tally: run.tally,
    ...forecast(field.metric, run, lines, Number(exits.jumps) + Number(exits.returnsEarly)),
    parameters: variables.parameters,
    neededParameters: variables.needed,
    cost: priceStatements({
      ...variables,
      ...describeEdges(run, entries),
      ...exits,
      decisions: run.tally.decisions,
      lines,
    }),
  };
}

function countVariables(
  { input: { file }, usages }: Field,
  { list }: Run,
  statements: readonly ts.Statement[],
): Pick<StatementsShape, 'parameters' | 'outputs'> & { readonly needed: number } {
  const span = { start: statements[0]?.getStart(file) ?? 0, end: statements.at(-1)?.end ?? 0 };
  const flow = estimateFlow(usages, span, list.loop);
  return {
    parameters: flow.inputs.length,
    outputs: flow.outputs.length,
    needed: flow.needed.length,
  };
}

function describeEdges(
  run: Run,
  entries: readonly Entry[],
): Pick<StatementsShape, 'startsUnit' | 'endsUnit' | 'commented' | 'units'> {
  const single = entries.length === 1;
  const first = entries[0];
  return {
    startsUnit: single || (first?.startsUnit ?? false),
    endsUnit: single || isEndOfUnit(run),
    commented: first?.commented ?? false,
    units: 1 + entries.slice(1).filter(({ startsUnit }) => startsUnit).length,
  };
}

function describeExits(
  { input: { ts: compiler } }: Field,
  run: Run,
  entries: readonly Entry[],
): Pick<StatementsShape, 'returnsEarly' | 'jumps'> {
  const always = alwaysExits(compiler, entries.at(-1)?.statement);
  return {
    returnsEarly: leavesEarly(run, entries, always),
    jumps: entries.some(({ exits }) => exits.jumps),
  };
}

/** A run at the end of a function that returns nothing may return as it likes; so may one that always returns. */
function leavesEarly({ list, last }: Run, entries: readonly Entry[], alwaysLeaves: boolean): boolean {
  if (alwaysLeaves || !entries.some(({ exits }) => exits.returns)) return false;
  const atEnd = list.isBody && last === list.entries.length - 1;
  return !atEnd || entries.some(({ exits }) => exits.returnsValue);
}

function forecast(
  metric: FunctionMetric,
  { tally, list }: Run,
  lines: number,
  overhead: number,
): Pick<Candidate, 'gain' | 'own'> {
  switch (metric) {
    case 'cyclomatic':
      return { gain: tally.decisions - overhead, own: tally.decisions + 1 };
    case 'cognitive':
      return { gain: tally.cognitive + list.level - overhead * (1 + list.level), own: tally.cognitive };
    case 'function_lines':
      return { gain: lines - 1 - overhead, own: lines + 2 };
    case 'nesting':
      return { gain: tally.nesting, own: tally.nesting };
    case 'parameters':
      return { gain: 0, own: 0 };
  }
}
