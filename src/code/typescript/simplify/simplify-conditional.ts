// Makes one condition of a function simpler without changing what the function does.
import type { Refusal, Transformed } from '../../refactoring.js';
import { readUses } from '../extract/range-uses.js';
import { refuse } from '../extract/refusal.js';
import type { TransformInput } from '../transform-input.js';
import { attemptRewrites } from './attempt-rewrites.js';
import { findGain, measureTarget } from './gain.js';
import type { Gain, Measured } from './gain.js';
import type { Rewrite, RewriteKind } from './rewrite.js';
import { findSites, listSites } from './site.js';
import type { Site } from './site.js';
import { lineOf, openSource } from './source.js';
import type { Source } from './source.js';

export interface Conditional {
  /** 1-based. */
  readonly line: number;
  readonly kind: RewriteKind;
  readonly gain: Gain;
}

/** Of all that could be done with the `if`, `switch`, loop or conditional expression on this line: the best. */
export function simplifyConditional(input: TransformInput, line: number): Transformed {
  const source = openSource(input);
  const sites = findSites(source, line);
  if (sites.length === 0) return refuseLine(source, line);
  if (isDynamic(source)) {
    return refuse('unsupported', 'The function uses eval or with, after which no name is certain.');
  }
  const { best, refusals } = chooseBest(source, measureTarget(source), sites);
  if (best === undefined)
    return refusals[0] ?? refuse('nothing_to_simplify', 'The condition is as simple as it gets.');
  const { changes, created, summary } = best.rewrite;
  return { ok: true, changes, created, summary };
}

/** Where `simplifyConditional` would succeed, and what it would gain. */
export function listConditionals(input: TransformInput): Conditional[] {
  const source = openSource(input);
  if (isDynamic(source)) return [];
  const before = measureTarget(source);
  const lines = new Map<number, Site[]>();
  for (const site of listSites(source)) {
    const line = lineOf(source, site);
    lines.set(line, [...(lines.get(line) ?? []), site]);
  }
  return [...lines].flatMap(([line, sites]) => {
    const { best } = chooseBest(source, before, sites);
    return best === undefined ? [] : [{ line, kind: best.rewrite.kind, gain: best.gain }];
  });
}

function refuseLine(source: Source, line: number): Refusal {
  const lines = [...new Set(listSites(source).map((site) => lineOf(source, site)))];
  const hint =
    lines.length === 0 ? 'The function has no conditions.' : `Conditions begin on lines ${lines.join(', ')}.`;
  return refuse('not_found', `No condition of the function begins on line ${line}.`, hint);
}

function isDynamic({ ts: compiler, target }: Source): boolean {
  return readUses(compiler, [target]).dynamic;
}

interface Choice {
  readonly rewrite: Rewrite;
  readonly gain: Gain;
}

function chooseBest(
  source: Source,
  before: Measured,
  sites: readonly Site[],
): { readonly best: Choice | undefined; readonly refusals: readonly Refusal[] } {
  const refusals: Refusal[] = [];
  let best: Choice | undefined;
  for (const attempt of sites.flatMap((site) => attemptRewrites(source, site))) {
    if (!attempt.ok) {
      refusals.push(attempt);
      continue;
    }
    const gain = findGain(source, before, attempt.changes);
    if (gain !== undefined && (best === undefined || total(gain) > total(best.gain)))
      best = { rewrite: attempt, gain };
  }
  return { best, refusals };
}

function total({ cyclomatic, cognitive, nesting }: Gain): number {
  return cyclomatic + cognitive + nesting;
}
