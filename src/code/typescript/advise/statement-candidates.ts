// Runs of whole statements that could become a function: loops, branches, cases, paragraphs.
import type ts from 'typescript';
import type { TypeScript } from '../../javascript/load-typescript.js';
import { alwaysExits } from './exits.js';
import type { Candidate, Field } from './candidate.js';
import type { FunctionMetric } from './metric.js';
import { priceStatements } from './price.js';
import type { Ending, StatementsShape } from './price.js';
import { countBreaks, isEdgeOfRow, takesConstant } from './cut-edges.js';
import type { Cut } from './cut-edges.js';
import { describePiece } from './piece-shape.js';
import { findLists } from './statement-list.js';
import type { Entry, List } from './statement-list.js';
import { addTallies, NOTHING } from './tally-of.js';
import type { PieceTally } from './tally-of.js';
import { countParts, estimateFlow } from './usages.js';
import { findValueRuns } from './value-runs.js';
import type { ValueRun } from './value-runs.js';

/** Longer runs are no unit that anyone would name. */
const MAX_STATEMENTS = 30;
const MAX_RUNS = 400;

interface Run extends Cut {
  readonly tally: PieceTally;
  /** The one variable that all of it exists for. */
  readonly value: string | undefined;
}

export function findStatementCandidates(field: Field): Candidate[] {
  const runs = findLists(field).flatMap((list) => listRuns(field, list));
  const worthwhile = runs
    .filter((run) => !takesConstant(run, field.usages))
    .map((run) => ({ run, rough: roughPrice(run, field) }))
    .sort((a, b) => a.rough - b.rough)
    .slice(0, MAX_RUNS);
  return worthwhile.map(({ run }) => toCandidate(field, run)).filter(({ gain }) => gain > 0);
}

/** Runs that hold something the metric counts, neither too long nor far beyond the limit. */
function listRuns(field: Field, list: List): Run[] {
  const runs: Run[] = [];
  const { entries } = list;
  const valueRuns = findValueRuns(field, list);
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
        runs.push({ list, first, last, tally, value: nameValue(valueRuns, first, last) });
    }
  }
  return runs;
}

function nameValue(runs: readonly ValueRun[], first: number, last: number): string | undefined {
  return runs.find((run) => run.first === first && run.last === last)?.value;
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
  if (run.value !== undefined) return 0;
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
    rewritten: variables.rewritten,
    outputs: variables.outputs,
    cost: priceStatements({
      ...variables,
      ...describeEdges(run, entries),
      ...describePiece(field.input.ts, run.list, entries),
      ...exits,
      ending: findEnding(field, run),
      isLastResort: field.isLastResort,
      computesValue: run.value !== undefined,
      share: run.tally.decisions / Math.max(1, field.decisions),
      decisions: run.tally.decisions,
      lines,
    }),
  };
}

function countVariables(
  { input: { file }, usages }: Field,
  { list }: Run,
  statements: readonly ts.Statement[],
): Pick<StatementsShape, 'parameters' | 'outputs' | 'parts' | 'rewritten' | 'grown' | 'constants'> & {
  readonly needed: number;
} {
  const [start = 0, end = 0] = [statements[0]?.getStart(file), statements.at(-1)?.end];
  const flow = estimateFlow(usages, { start, end, block: list.block }, list.loop);
  return {
    parameters: flow.inputs.length,
    outputs: flow.outputs.length,
    needed: flow.needed.length,
    parts: countParts(usages, flow.inputs),
    rewritten: flow.rewritten.length,
    grown: flow.grown.length,
    constants: flow.constants.length,
  };
}

function describeEdges(
  run: Run,
  entries: readonly Entry[],
): Pick<StatementsShape, 'startsUnit' | 'endsUnit' | 'commented' | 'units' | 'brokenRows' | 'partedBlocks'> {
  const single = entries.length === 1;
  const first = entries[0];
  return {
    startsUnit: single || (first?.startsUnit ?? false) || isEdgeOfRow(run, run.first),
    endsUnit: single || isEndOfUnit(run) || isEdgeOfRow(run, run.last + 1),
    commented: first?.commented ?? false,
    units: 1 + entries.slice(1).filter(({ startsUnit }) => startsUnit).length,
    ...countBreaks(run),
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

function findEnding({ isNew, created, input: { ts: compiler } }: Field, { list, first, last }: Run): Ending {
  const isLast = list.isBody && last === list.entries.length - 1;
  const end = list.entries[last]?.statement;
  // A lone result is all that the function is for; what stands in it may well have a meaning of its own.
  const isResult = end !== undefined && compiler.isReturnStatement(end);
  if (!isLast || (last === first && !isResult)) return 'none';
  return isNew || (end !== undefined && endsWithNew(compiler, end, created)) ? 'tail of tail' : 'tail';
}

/** All that comes in the end is a call of a function that an earlier step made. */
function endsWithNew(compiler: TypeScript, end: ts.Statement, created: ReadonlySet<string>): boolean {
  const isPlain = compiler.isReturnStatement(end) || compiler.isExpressionStatement(end);
  const call = isPlain ? end.expression : undefined;
  if (call === undefined || !compiler.isCallExpression(call)) return false;
  return created.has(call.expression.getText().replace(/^this\.|\.call$/g, ''));
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
