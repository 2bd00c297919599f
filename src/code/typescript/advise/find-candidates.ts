// Everything that could be tried on one function, most promising first.
import type { FunctionMeasure } from '../../../schema/index.js';
import type { TransformInput } from '../transform-input.js';
import type { Candidate, Field } from './candidate.js';
import { findExpressionCandidates } from './expression-candidates.js';
import { estimateRest, excessOf } from './goal.js';
import type { Goal } from './goal.js';
import { findSimplifyCandidates } from './simplify-candidates.js';
import { findStatementCandidates } from './statement-candidates.js';
import { collectUsages } from './usages.js';

export function findCandidates(goal: Goal, input: TransformInput, measure: FunctionMeasure): Candidate[] {
  const { metric, limit } = goal;
  const field: Field = { input, metric, limit, usages: collectUsages(input.ts, input.target) };
  const excess = excessOf(goal, measure);
  const found = [
    ...findStatementCandidates(field),
    ...findExpressionCandidates(field),
    ...findSimplifyCandidates(field),
  ];
  return found
    .filter((candidate) => isAcceptable(goal, candidate))
    .map((candidate) => ({ candidate, rank: rankOf(goal, candidate, excess) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ candidate }) => candidate);
}

function isAcceptable({ quality, metric }: Goal, { kind, tally }: Candidate): boolean {
  if (kind === 'condition' || kind === 'simplify' || metric === 'function_lines') return true;
  return tally.decisions >= quality.minDecisions;
}

/** The step itself and what would be left to do after it. */
function rankOf(goal: Goal, { cost, gain, own, tally }: Candidate, excess: number): number {
  const left = Math.max(0, excess - gain);
  const passedOn = Math.max(0, own - goal.limit);
  // Of two that satisfy the check the one that moves less is the smaller change.
  return cost + estimateRest(goal, [left, passedOn]) + tally.decisions * 0.05;
}
