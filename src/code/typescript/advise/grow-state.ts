// The texts that one more step can lead to from a text.
import type { Candidate } from './candidate.js';
import { findCandidates } from './find-candidates.js';
import { findHopelessFlaw, findWorst, isStuck } from './goal.js';
import type { Goal, Pace } from './goal.js';
import type { Obstacles } from './obstacles.js';
import { listTakenNames, proposeNames } from './propose-names.js';
import type { ProposedName } from './propose-names.js';
import { takeStep } from './trial.js';
import type { State, Subject } from './trial.js';
import type { Work } from './work.js';

export interface Growth {
  readonly subject: Subject;
  readonly goal: Goal;
  readonly pace: Pace;
  readonly isLastResort: boolean;
  readonly obstacles: Obstacles;
  readonly work: Work;
  /** Texts that another order of steps led to already. */
  readonly seen: Set<string>;
}

/** How many next texts are wanted, and how many attempts that may take. */
export interface Effort {
  readonly wanted: number;
  readonly attempts: number;
}

export function growState(growth: Growth, state: State, { wanted, attempts }: Effort): State[] {
  const { subject, goal, work } = growth;
  const worst = findWorst(goal, state);
  const input = worst && subject.context.open(subject.path, state.text, worst.measure.name);
  if (worst === undefined || input === undefined) return [];
  work.spendOnLooking(state);
  const created = new Set(state.created.map(({ name }) => name.split('.').at(-1) ?? name));
  const candidates = findCandidates(goal, input, worst, { ...growth, created });
  const taken = listTakenNames(input);
  const grown: State[] = [];
  let useful = 0;
  for (const candidate of candidates.slice(0, attempts)) {
    if (useful >= wanted || work.isOver()) break;
    work.spendOnDraft(state);
    const names = proposeNames(input, candidate, taken);
    const next = tryNames(growth, state, { candidate, place: worst.measure.name, names });
    if (next === undefined || !isNew(growth, state, next)) continue;
    grown.push(next);
    if (!isStuck(goal, next)) useful++;
  }
  return grown;
}

function isNew({ goal, obstacles, seen }: Growth, state: State, next: State): boolean {
  const flaw = findHopelessFlaw(goal, next);
  if (flaw !== undefined) obstacles.noteFlaw(state, flaw);
  if (flaw !== undefined || seen.has(next.text)) return false;
  seen.add(next.text);
  return true;
}

interface Attempt {
  readonly candidate: Candidate;
  readonly place: string;
  readonly names: readonly ProposedName[];
}

/** Under the first of the proposed names that is free. */
function tryNames(
  { subject, obstacles, isLastResort }: Growth,
  state: State,
  { candidate, place, names }: Attempt,
): State | undefined {
  for (const named of names) {
    const next = takeStep(subject, state, { candidate, place, named, isLastResort });
    if (!('ok' in next)) return next;
    if (next.reason !== 'name_taken') {
      obstacles.noteRefusal(state, next);
      return undefined;
    }
  }
  return undefined;
}
