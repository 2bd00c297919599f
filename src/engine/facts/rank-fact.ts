// How much a fact matters for the next action; lower is more.
import type { Fact, FactData } from '../../schema/index.js';

const STALE = 10;

export function rankFact(fact: Fact): number {
  return rankKind(fact) + (fact.stale === true ? STALE : 0);
}

function rankKind({ category, data }: Fact): number {
  if (category === 'verification') return 0;
  if (category === 'error') return isOfTest(data) ? 1 : data.severity === undefined ? 2 : 3;
  return category === 'inference' ? 4 : category === 'pattern' ? 5 : 6;
}

/** A failing test, or a failing assertion of one. */
export function isOfTest({ test, assertion }: FactData): boolean {
  return test !== undefined || assertion !== undefined;
}
