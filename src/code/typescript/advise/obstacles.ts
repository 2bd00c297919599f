// What stood in the way of further steps, counted where it was met.
import type { Refusal, RefusalReason } from '../../refactoring.js';
import type { Flaw } from './goal.js';
import type { State } from './trial.js';

export type ObstacleReason = RefusalReason | Flaw;

export interface Obstacle {
  readonly reason: ObstacleReason;
  readonly count: number;
  /** What was said the first time; empty for a flaw. */
  readonly example: string;
}

export class Obstacles {
  readonly #of = new Map<State, Map<ObstacleReason, Obstacle>>();

  /** A step on from that state was impossible. */
  noteRefusal(state: State, { reason, message }: Pick<Refusal, 'reason' | 'message'>): void {
    this.#note(state, reason, message);
  }

  /** A step on from that state was possible, but would make something nobody wants. */
  noteFlaw(state: State, flaw: Flaw): void {
    this.#note(state, flaw, '');
  }

  /** Met on the way on from that state, most frequent first. */
  listAt(state: State): readonly Obstacle[] {
    return sortByCount(this.#of.get(state)?.values() ?? []);
  }

  /** Met anywhere. */
  listAll(): readonly Obstacle[] {
    const all = new Map<ObstacleReason, Obstacle>();
    for (const each of [...this.#of.values()].flatMap((known) => [...known.values()])) {
      const before = all.get(each.reason);
      all.set(each.reason, { ...(before ?? each), count: (before?.count ?? 0) + each.count });
    }
    return sortByCount(all.values());
  }

  #note(state: State, reason: ObstacleReason, example: string): void {
    const known = this.#of.get(state) ?? new Map<ObstacleReason, Obstacle>();
    const before = known.get(reason);
    known.set(reason, { reason, count: (before?.count ?? 0) + 1, example: before?.example ?? example });
    this.#of.set(state, known);
  }
}

function sortByCount(obstacles: Iterable<Obstacle>): Obstacle[] {
  return [...obstacles].sort((a, b) => b.count - a.count);
}
