// Known facts and new ones: what a newer report does not restate goes, and what rests on changed files is doubted.
import type { Fact } from '../../schema/index.js';
import { rankFact } from './rank-fact.js';
import { isSamePath } from './same-path.js';

export interface MergeOptions {
  /** Scopes that were measured anew; only their own facts can be retired. */
  readonly retire: readonly string[];
  /** The hashes files have now, by path. */
  readonly changed?: Readonly<Record<string, string>>;
  readonly max: number;
}

export function mergeFacts(known: readonly Fact[], incoming: readonly Fact[], options: MergeOptions): Fact[] {
  const restated = new Set(incoming.map((fact) => fact.id));
  const retired = new Set(options.retire);
  const changed = Object.entries(options.changed ?? {});
  const kept = known
    .filter((fact) => !restated.has(fact.id) && !retired.has(fact.scope))
    .map((fact) => judgeByFiles(fact, changed))
    .filter((fact) => fact !== undefined);
  const newest = new Map(incoming.map((fact) => [fact.id, fact]));
  return keepMostValuable([...kept, ...newest.values()], options.max);
}

/** A line number in a changed file is worthless; anything else may still hold. */
function judgeByFiles(fact: Fact, changed: readonly (readonly [string, string])[]): Fact | undefined {
  const places = fact.data.diagnostics ?? [fact.data];
  const gone = changed.some(([path, hash]) =>
    places.some(
      ({ file, line }) =>
        file !== undefined && line !== undefined && isSamePath(path, file) && differs(fact, path, hash),
    ),
  );
  if (gone) return undefined;
  const doubted = changed.some(([path, hash]) => isNamed(fact, path) && differs(fact, path, hash));
  return doubted ? { ...fact, stale: true } : fact;
}

function isNamed(fact: Fact, path: string): boolean {
  return (
    fact.files?.[path] !== undefined || (fact.data.file !== undefined && isSamePath(path, fact.data.file))
  );
}

function differs(fact: Fact, path: string, hash: string): boolean {
  return fact.files?.[path] !== hash;
}

function keepMostValuable(facts: readonly Fact[], max: number): Fact[] {
  if (facts.length <= max) return [...facts];
  const order = facts
    .map((fact, index) => ({ fact, index }))
    .sort((a, b) => rankFact(a.fact) - rankFact(b.fact) || b.fact.step - a.fact.step || a.index - b.index);
  const chosen = new Set(order.slice(0, Math.max(0, max)).map(({ index }) => index));
  return facts.filter((_, index) => chosen.has(index));
}
