// Looks for sequences of steps that satisfy a check: the few most promising texts are taken one step further at a time.
import type { Refusal, RefusalReason } from '../../refactoring.js';
import { countNeededSteps, estimateTotal, findWorst, isHopeful, isReached, readReached } from './goal.js';
import type { Goal } from './goal.js';
import type { Candidate } from './candidate.js';
import { findCandidates } from './find-candidates.js';
import { listTakenNames, proposeNames } from './propose-names.js';
import { isSimilar } from './similar.js';
import { takeStep, validateLast } from './trial.js';
import type { State, Subject } from './trial.js';

/** Texts that are taken further at the same time. */
const WIDTH = 3;
/** How many next texts are wanted of the first text and of later ones, and how many attempts that may take. */
const WANTED_FIRST = 12;
const WANTED = 5;
const ATTEMPTS = 40;
/** Drafts and validations in all, in units of one draft in a file of average size. */
const WORK = 700;
const VALIDATION_WORK = 10;
const AVERAGE_LENGTH = 20_000;
const LONG_FUNCTION = 600;

export interface SearchResult {
  /** Validated, cheapest first. */
  readonly finished: readonly State[];
  /** The text that came closest. */
  readonly closest: State;
  /** How often each reason stood in the way. */
  readonly refusals: ReadonlyMap<RefusalReason, number>;
  readonly exhausted: boolean;
}

interface Search {
  readonly subject: Subject;
  readonly goal: Goal;
  readonly wanted: number;
  readonly signal: AbortSignal | undefined;
  readonly refusals: Map<RefusalReason, number>;
  readonly seen: Set<string>;
  work: number;
  closest: State;
}

export function searchSteps(
  subject: Subject,
  goal: Goal,
  root: State,
  { wanted, signal }: { readonly wanted: number; readonly signal: AbortSignal | undefined },
): SearchResult {
  const search: Search = {
    subject,
    goal,
    wanted,
    signal,
    refusals: new Map(),
    seen: new Set(),
    work: WORK,
    closest: root,
  };
  const finished: State[] = [];
  // More than twice as many steps as needed at least make a mess rather than a fix.
  const maxSteps = 2 * countNeededSteps(goal, root.target) + 2;
  let beam: readonly State[] = [root];
  for (let depth = 0; depth < maxSteps && beam.length > 0 && !isOver(search); depth++) {
    const grown = beam.flatMap((state) => growState(search, state));
    finished.push(
      ...keepValid(search, sortFinished(grown.filter((state) => isReached(goal, state))), wanted),
    );
    const open = grown.filter((state) => !isReached(goal, state));
    beam = finished.length > 0 && depth > 0 ? [] : selectBeam(search, open, cheapest(finished));
  }
  return {
    finished: sortFinished(finished),
    closest: search.closest,
    refusals: search.refusals,
    exhausted: search.work <= 0,
  };
}

function isOver({ work, signal }: Search): boolean {
  return work <= 0 || (signal?.aborted ?? false);
}

function cheapest(states: readonly State[]): number {
  return Math.min(...states.map(({ cost }) => cost), Number.POSITIVE_INFINITY);
}

function sortFinished(states: readonly State[]): State[] {
  return [...states].sort((a, b) => a.cost - b.cost || compareTexts(a.text, b.text));
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Only texts that could still become cheaper than what is found already. */
function selectBeam(search: Search, open: readonly State[], bound: number): State[] {
  const promising = open
    .map((state) => ({ state, total: estimateTotal(search.goal, state) }))
    .filter(({ total }) => total < bound)
    .sort((a, b) => a.total - b.total || compareTexts(a.state.text, b.state.text));
  const kept = keepValid(
    search,
    promising.map(({ state }) => state),
    WIDTH,
  );
  for (const state of kept) noteProgress(search, state);
  return kept;
}

/** Validation costs most, so it stops as soon as there are enough that differ. */
function keepValid(search: Search, states: readonly State[], enough: number): State[] {
  const kept: State[] = [];
  for (const state of states) {
    if (kept.length >= enough || isOver(search)) break;
    if (kept.some((other) => isSimilar(other, state))) continue;
    search.work -= VALIDATION_WORK * sizeOf(state);
    const outcome = validateLast(search.subject, state);
    if ('ok' in outcome) noteRefusal(search, outcome);
    else kept.push(outcome);
  }
  return kept;
}

function growState(search: Search, state: State): State[] {
  const { subject, goal } = search;
  const worst = findWorst(goal, state);
  const input = worst && subject.context.open(subject.path, state.text, worst.name);
  if (worst === undefined || input === undefined) return [];
  const candidates = findCandidates(goal, input, worst);
  const taken = listTakenNames(input);
  const grown: State[] = [];
  for (const candidate of candidates.slice(0, ATTEMPTS)) {
    if (grown.length >= (state.previous === undefined ? WANTED_FIRST : WANTED) || isOver(search)) break;
    search.work -= sizeOf(state);
    const next = tryNames(search, state, {
      candidate,
      place: worst.name,
      names: proposeNames(input, candidate, taken),
    });
    if (next !== undefined && !search.seen.has(next.text) && isHopeful(goal, next)) {
      search.seen.add(next.text);
      grown.push(next);
    }
  }
  return grown;
}

interface Attempt {
  readonly candidate: Candidate;
  readonly place: string;
  readonly names: readonly string[];
}

/** Under the first of the proposed names that is free. */
function tryNames(search: Search, state: State, { candidate, place, names }: Attempt): State | undefined {
  for (const name of names) {
    const next = takeStep(search.subject, state, { candidate, place, name });
    if (!('ok' in next)) return next;
    if (next.reason !== 'name_taken') {
      noteRefusal(search, next);
      return undefined;
    }
  }
  return undefined;
}

/** Checking the flow of types through a long function takes more than its share. */
function sizeOf({ text, target }: State): number {
  return 0.5 + text.length / AVERAGE_LENGTH + target.lines / LONG_FUNCTION;
}

function noteRefusal({ refusals }: Search, { reason }: Refusal): void {
  refusals.set(reason, (refusals.get(reason) ?? 0) + 1);
}

function noteProgress(search: Search, state: State): void {
  if (readReached(search.goal, state) < readReached(search.goal, search.closest)) search.closest = state;
}
