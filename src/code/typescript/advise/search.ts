// Looks for sequences of steps that satisfy a check: the few most promising texts are taken one step further at a time.
import {
  countNeededSteps,
  estimateTotal,
  excessOf,
  findWorst,
  isReached,
  isStuck,
  readReached,
} from './goal.js';
import type { Goal, Pace } from './goal.js';
import { growState } from './grow-state.js';
import type { Effort, Growth } from './grow-state.js';
import { Obstacles } from './obstacles.js';
import { isSimilar } from './similar.js';
import { validateLast } from './trial.js';
import type { State, Subject } from './trial.js';
import { Work } from './work.js';
import type { Ending } from './work.js';

/** Texts that are taken further at the same time. */
const WIDTH = 3;
/** Texts that were not among the best are kept for when those lead nowhere, which should not happen often. */
const MAX_RESERVE = 60;
const MAX_RESCUES = 5;

interface Pass extends Effort {
  readonly pace: Pace;
  /** How many next texts are wanted of the first text. */
  readonly wantedFirst: number;
  /** At least, and how much more for every step that is needed at least. */
  readonly work: number;
  readonly workPerStep: number;
  /** Only when nothing better was found: what ties functions together counts little. */
  readonly isLastResort: boolean;
}

/** First what is neat if every step goes well; then, when that took many steps or failed, what moves more at once. */
const PASSES: readonly Pass[] = [
  { pace: 1, wantedFirst: 12, wanted: 5, attempts: 40, work: 600, workPerStep: 0, isLastResort: false },
  { pace: 3, wantedFirst: 12, wanted: 6, attempts: 60, work: 700, workPerStep: 110, isLastResort: false },
  { pace: 3, wantedFirst: 12, wanted: 6, attempts: 60, work: 700, workPerStep: 110, isLastResort: true },
];
/** A recipe of so few steps is not worth another look. */
const FEW_STEPS = 3;
/** More steps than this nobody would call a fix, even where quality does not matter. */
const MAX_STEPS = 24;
const MAX_WORK = 1250;

export interface SearchResult {
  /** Validated, best first. */
  readonly finished: readonly State[];
  /** The text that came closest. */
  readonly closest: State;
  readonly obstacles: Obstacles;
  readonly ended: Ending;
}

export interface SearchOptions {
  readonly wanted: number;
  readonly signal: AbortSignal | undefined;
}

interface Search extends Growth {
  readonly root: State;
  readonly wanted: number;
  readonly pass: Pass;
  reserve: readonly State[];
  rescues: number;
  closest: State;
}

export function searchSteps(subject: Subject, goal: Goal, root: State, options: SearchOptions): SearchResult {
  const obstacles = new Obstacles();
  let closest = root;
  const finished: State[] = [];
  let ended: Ending = 'complete';
  for (const pass of PASSES) {
    if (pass.isLastResort && finished.length > 0) break;
    const allowed = Math.min(MAX_WORK, pass.work + pass.workPerStep * countNeededSteps(goal, root.target));
    const work = new Work({ allowed, path: subject.path, text: root.text, signal: options.signal });
    const { pace, isLastResort } = pass;
    const { wanted } = options;
    const growth = { subject, goal, pace, isLastResort, obstacles, work, seen: new Set<string>() };
    const search: Search = { ...growth, root, wanted, pass, reserve: [], rescues: 0, closest };
    finished.push(...runPass(search, cheapest(finished)));
    ({ closest } = search);
    ({ ended } = work);
    if (finished.some(({ steps }) => steps.length <= FEW_STEPS)) break;
  }
  return { finished: dropSimilar(sortFinished(finished)), closest, obstacles, ended };
}

/** Finds only what is cheaper than `bound`. */
function runPass(search: Search, bound: number): readonly State[] {
  const { root, goal, wanted, work } = search;
  const finished: State[] = [];
  const stuck: State[] = [];
  const maxSteps = countAllowedSteps(search);
  let beam: readonly State[] = [root];
  while (beam.length > 0 && !work.isOver()) {
    const grown = beam
      .filter(({ steps }) => steps.length < maxSteps)
      .flatMap((state) => growState(search, state, effortFor(search, state)));
    const done = sortFinished(grown.filter((state) => state.cost < bound && isReached(goal, state)));
    finished.push(...keepValid(search, done, wanted));
    const open = grown.filter((state) => findWorst(goal, state) !== undefined);
    stuck.push(...grown.filter((state) => isStuck(goal, state)));
    const enough = finished.length > 0 && beam[0] !== root;
    beam = enough ? [] : selectBeam(search, open, Math.min(bound, cheapest(finished)));
  }
  if (finished.length === 0)
    for (const state of keepValid(search, sortPromising(search, stuck, bound), 1))
      noteProgress(search, state);
  return finished;
}

/** More than twice as many steps as needed at least make a mess rather than a fix; without quality a mess will do. */
function countAllowedSteps({ goal, root, pace }: Search): number {
  const neat = 2 * countNeededSteps(goal, root.target) + 2;
  if (pace === 1) return neat;
  if (goal.quality.minDecisions > 1) return neat + 2;
  return Math.max(neat, Math.min(MAX_STEPS, excessOf(goal, root.target)));
}

function effortFor({ root, pass }: Search, state: State): Effort {
  return { wanted: state === root ? pass.wantedFirst : pass.wanted, attempts: pass.attempts };
}

function cheapest(states: readonly State[]): number {
  return Math.min(...states.map(({ cost }) => cost), Number.POSITIVE_INFINITY);
}

/** What asks least of a reader first; every step is a good part of that. */
function sortFinished(states: readonly State[]): State[] {
  return [...states].sort((a, b) => a.cost - b.cost || compareTexts(a.text, b.text));
}

function dropSimilar(states: readonly State[]): State[] {
  const kept: State[] = [];
  for (const state of states) if (!kept.some((other) => isSimilar(other, state))) kept.push(state);
  return kept;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Only texts that could still become cheaper than what is found already; older ones when the newer lead nowhere. */
function selectBeam(search: Search, open: readonly State[], bound: number): State[] {
  const promising = sortPromising(search, open, bound);
  const older = sortPromising(search, search.reserve, bound);
  const kept = keepValid(search, promising, WIDTH);
  const saved = kept.length > 0 || search.rescues >= MAX_RESCUES ? [] : keepValid(search, older, WIDTH);
  if (saved.length > 0) search.rescues++;
  const used = new Set([...kept, ...saved]);
  search.reserve = [...promising, ...older].filter((state) => !used.has(state)).slice(0, MAX_RESERVE);
  for (const state of used) noteProgress(search, state);
  return [...used];
}

function sortPromising({ goal, pace }: Search, states: readonly State[], bound: number): State[] {
  return states
    .map((state) => ({ state, total: estimateTotal(goal, state, pace) }))
    .filter(({ total }) => total < bound)
    .sort((a, b) => a.total - b.total || compareTexts(a.state.text, b.state.text))
    .map(({ state }) => state);
}

/** Validation costs most, so it stops as soon as there are enough that differ. */
function keepValid({ subject, work, obstacles }: Search, states: readonly State[], enough: number): State[] {
  const kept: State[] = [];
  for (const state of states) {
    if (kept.length >= enough || work.isOver()) break;
    if (kept.some((other) => isSimilar(other, state))) continue;
    work.spendOnValidation(state);
    const outcome = validateLast(subject, state);
    if (!('ok' in outcome)) kept.push(outcome);
    else if (state.previous !== undefined) obstacles.noteRefusal(state.previous, outcome);
  }
  return kept;
}

function noteProgress(search: Search, state: State): void {
  if (readReached(search.goal, state) < readReached(search.goal, search.closest)) search.closest = state;
}
