// What asking and finishing a step do to the state.
import { sumBroken } from '../model/index.js';
import { present } from '../platform/index.js';
import type { Broken, EventOf, Fact, RecordedEdit, Spent, TaskState, Verification } from '../schema/index.js';
import { addUnique, CAPS, newest } from './caps.js';
import { mergeFacts } from './facts/index.js';
import { mergeEdits } from './file-changes.js';
import { mergeNames } from './memory/names.js';
import { without } from './without.js';

/** Older records name none. */
const NO_NAMES = { used: [], seen: [] };

export function foldAsked(state: TaskState, event: EventOf<'step-asked'>): TaskState {
  const again = state.open?.step === event.step ? state.open : undefined;
  // Asked before, never answered: that call may have been paid for.
  const doubtful =
    again &&
    again.attempt === event.attempt &&
    again.reply === undefined &&
    again.context !== '' &&
    again.boundUsd !== 0;
  return {
    ...state,
    step: event.step,
    spent: {
      ...state.spent,
      freshTokens: state.spent.freshTokens + event.tokens.fresh,
      contextTokens: state.spent.contextTokens + event.tokens.total,
    },
    open: {
      step: event.step,
      attempt: event.attempt,
      context: event.context,
      boundUsd: event.boundUsd,
      ...present({ rejection: again?.rejection }),
    },
    inDoubt: doubtful
      ? newest([...state.inDoubt, { step: event.step, context: again.context }], CAPS.inDoubt)
      : state.inDoubt,
  };
}

/** What one call cost. */
export function addCall(
  spent: Spent,
  { usage, costUsd, broken }: Pick<EventOf<'step-replied'>, 'usage' | 'costUsd' | 'broken'>,
): Spent {
  return {
    ...addBroken(spent, broken),
    usage: {
      inputTokens: spent.usage.inputTokens + usage.inputTokens,
      outputTokens: spent.usage.outputTokens + usage.outputTokens,
      cachedTokens: spent.usage.cachedTokens + usage.cachedTokens,
      ...present({ writtenTokens: addOptional(spent.usage.writtenTokens, usage.writtenTokens) }),
    },
    costUsd: spent.costUsd === null || costUsd === null ? null : spent.costUsd + costUsd,
    calls: spent.calls + 1,
  };
}

/** What broke may have been charged; nobody can say, so it is kept apart. */
export function addBroken(spent: Spent, broken: Broken | undefined): Spent {
  return broken ? { ...spent, broken: sumBroken(spent.broken, broken) } : spent;
}

function addOptional(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);
}

export function foldReadingAsked(state: TaskState, event: EventOf<'reading-asked'>): TaskState {
  const { step, output, context, boundUsd } = event;
  const again = state.readings.find((one) => one.output === output);
  return {
    ...state,
    readings: newest([...state.readings.filter((one) => one.output !== output), { output }], CAPS.readings),
    inDoubt:
      again && again.reply === undefined && boundUsd !== 0
        ? newest([...state.inDoubt, { step, context }], CAPS.inDoubt)
        : state.inDoubt,
  };
}

export function foldFinished(state: TaskState, event: EventOf<'step-finished'>): TaskState {
  const { step, action, result, summary, record, verification, workspace } = event;
  const edited = event.edited ?? [];
  return {
    ...without(state, 'open'),
    recent: newest(
      [...state.recent, { step, action, result, summary, ...present({ target: event.target }) }],
      CAPS.recent,
    ),
    records: newest([...state.records, record], CAPS.records),
    facts: mergeFacts(knownFacts(state), event.facts, {
      retire: event.retire,
      max: CAPS.facts,
      ...present({ changed: event.changed }),
    }),
    memory: state.memory.filter(({ until }) => until === undefined || until > step),
    names: mergeNames(state.names, event.names ?? NO_NAMES),
    plan: event.plan?.slice(0, CAPS.plan) ?? state.plan,
    notes: addNotes(state.notes, event),
    phase: { ...state.phase, steps: state.phase.steps + 1 },
    points: state.points + event.points,
    spent: { ...state.spent, wallMs: state.spent.wallMs + event.durationMs },
    files: mergeEdits(state.files, edited),
    seenContents: addUnique(state.seenContents, event.contents, CAPS.seenContents),
    seenWorkspaces: addUnique(
      state.seenWorkspaces,
      workspace === undefined ? [] : [workspace],
      CAPS.seenWorkspaces,
    ),
    loop: record.progress ? { count: 0, blocked: [] } : state.loop,
    lastOutput: rememberOutput(state, event),
    ...present({ verification, workspace, handover: event.ends, changeSet: growChangeSet(state, edited) }),
  };
}

/** A change set that is taken back takes along what was learned in it, save what was tried. */
function knownFacts({ facts, changeSet, open }: TaskState): readonly Fact[] {
  if (!changeSet || open?.act?.kind !== 'unwind') return facts;
  const known = new Set(changeSet.facts.map(({ id }) => id));
  const tried = facts.filter(({ id, category }) => category === 'pattern' && !known.has(id));
  return [...changeSet.facts, ...tried];
}

/** The same note again only becomes newer. */
function addNotes(
  known: TaskState['notes'],
  { notes = [], step }: EventOf<'step-finished'>,
): TaskState['notes'] {
  const others = known.filter(({ text }) => !notes.some((note) => note.text === text));
  return newest([...others, ...notes.map((note) => ({ ...note, step }))], CAPS.notes);
}

/** The output of tests that fail is an error as well. */
export function isFailedRun({
  observed,
  result,
  verification,
}: Pick<EventOf<'step-finished'>, 'result'> & {
  readonly observed?: EventOf<'step-finished'>['observed'];
  readonly verification?: Verification | undefined;
}): boolean {
  return observed === 'tests' && (result === 'failure' || verification?.tests?.passing === false);
}

function rememberOutput({ lastOutput }: TaskState, event: EventOf<'step-finished'>): TaskState['lastOutput'] {
  const { observed, observation } = event;
  if (observed === undefined || observation === undefined) return lastOutput;
  return { ...lastOutput, [observed]: observation, ...(isFailedRun(event) ? { error: observation } : {}) };
}

function growChangeSet({ changeSet }: TaskState, edited: readonly RecordedEdit[]): TaskState['changeSet'] {
  if (!changeSet || edited.length === 0) return changeSet;
  return { ...changeSet, mutations: changeSet.mutations + 1, files: mergeEdits(changeSet.files, edited) };
}
