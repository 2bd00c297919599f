// Everything that could be tried on one function, most promising first.
import type { TransformInput } from '../transform-input.js';
import type { Candidate, Field } from './candidate.js';
import { findExpressionCandidates } from './expression-candidates.js';
import { estimateRest } from './goal.js';
import type { Goal, Pace, Shortfall } from './goal.js';
import { findSimplifyCandidates } from './simplify-candidates.js';
import { findStatementCandidates } from './statement-candidates.js';
import { tallyOf } from './tally-of.js';
import { collectUsages } from './usages.js';

interface Conditions {
  readonly pace: Pace;
  readonly isLastResort: boolean;
  /** Names of functions that earlier steps made. */
  readonly created: ReadonlySet<string>;
}

export function findCandidates(
  goal: Goal,
  input: TransformInput,
  worst: Shortfall,
  { pace, isLastResort, created }: Conditions,
): Candidate[] {
  const { metric, limit } = worst;
  const usages = collectUsages(input.ts, input.target);
  const decisions = input.target.body === undefined ? 0 : tallyOf(input.ts, input.target.body).decisions;
  const { minDecisions } = goal.quality;
  const isNew = worst.measure.name !== goal.original.name;
  const field: Field = {
    input,
    metric,
    limit,
    usages,
    decisions,
    minDecisions,
    isNew,
    created,
    isLastResort,
  };
  const found = [
    ...findStatementCandidates(field),
    ...findExpressionCandidates(field),
    ...findSimplifyCandidates(field),
  ];
  return found
    .filter((candidate) => isAcceptable(field, candidate))
    .map((candidate) => ({ candidate, rank: rankOf(worst, candidate, pace) + doubt(goal, candidate) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ candidate }) => candidate);
}

function isAcceptable({ minDecisions, metric }: Field, { kind, tally }: Candidate): boolean {
  if (kind === 'condition' || kind === 'simplify' || metric === 'function_lines') return true;
  return tally.decisions >= minDecisions;
}

/** The step itself and what would be left to do after it. */
function rankOf(worst: Shortfall, { cost, gain, own, tally }: Candidate, pace: Pace): number {
  const left = { ...worst, excess: Math.max(0, worst.excess - gain) };
  const passedOn = { ...worst, excess: Math.max(0, own - worst.limit) };
  // Of two that satisfy the check the one that moves less is the smaller change.
  return cost + estimateRest([left, passedOn], pace) + tally.decisions * 0.05;
}

/** What would probably be refused for its parameters is tried last; the estimate may be wrong. */
function doubt({ quality }: Goal, { neededParameters }: Candidate): number {
  return neededParameters > quality.maxParameters ? 100 : 0;
}
