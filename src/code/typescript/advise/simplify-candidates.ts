// Conditions of a function that can be written more simply where they stand.
import { listConditionals } from '../simplify/simplify-conditional.js';
import type { Candidate, Field } from './candidate.js';
import { SIMPLIFICATION_COST } from './price.js';

/** Looking for them means trying each; in a longer function that takes too long. */
const MAX_LENGTH = 40_000;

export function findSimplifyCandidates({ input, metric }: Field): Candidate[] {
  if (metric === 'function_lines' || metric === 'parameters') return [];
  if (input.target.end - input.target.pos > MAX_LENGTH) return [];
  return listConditionals(input)
    .filter(({ gain }) => gain[metric] > 0)
    .map(({ line, gain }) => ({
      kind: 'simplify',
      parts: { action: 'simplify_conditional', line },
      nodes: [],
      tally: { decisions: gain.cyclomatic, cognitive: gain.cognitive, nesting: gain.nesting },
      gain: gain[metric],
      own: 0,
      parameters: 0,
      neededParameters: 0,
      rewritten: 0,
      outputs: 0,
      cost: SIMPLIFICATION_COST,
    }));
}
