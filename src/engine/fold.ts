// The state of a task is the fold of its journal: one pure function from a state and an event to the next state.
import type {
  ActionRecord,
  Event,
  EventBody,
  EventOf,
  EventType,
  Limits,
  MemoryItem,
  TaskState,
} from '../schema/index.js';
import { present } from '../platform/index.js';
import { addUnique, CAPS, newest } from './caps.js';
import { mergeFacts } from './facts/index.js';
import { mergeEdits } from './file-changes.js';
import { addBroken, addCall, foldAsked, foldFinished, foldReadingAsked } from './fold-step.js';
import { createState } from './initial-state.js';
import { without } from './without.js';

/** Raised whenever the same events would fold to another state, so that old checkpoints are ignored. */
export const FOLD_VERSION = 5;

export function fold(state: TaskState | undefined, event: Event): TaskState {
  if (event.type === 'task-created') return createState(event);
  if (!state) throw new Error(`a journal cannot begin with ${event.type}`);
  const handler = HANDLERS[event.type] as (state: TaskState, event: Event) => TaskState;
  // The oldest are kept: a placeholder's number is its place in this list.
  const secrets = event.secrets
    ? { secrets: [...new Set([...state.secrets, ...event.secrets])].slice(0, CAPS.secrets) }
    : {};
  return handler({ ...state, ...secrets }, event);
}

export function foldAll(events: readonly Event[], from?: TaskState): TaskState {
  const state = events.reduce<TaskState | undefined>(fold, from);
  if (!state) throw new Error('an empty journal has no state');
  return state;
}

/** The state as it would be after these bodies were recorded; of the envelope only `at` of the first event matters to it. */
export function foldAhead(state: TaskState, bodies: readonly EventBody[]): TaskState {
  return bodies.reduce<TaskState>(
    (now, body) => fold(now, { ...body, seq: 1, at: '', epoch: 1, prev: '', hash: '' }),
    state,
  );
}

type Handlers = {
  readonly [T in Exclude<EventType, 'task-created'>]: (state: TaskState, event: EventOf<T>) => TaskState;
};

const HANDLERS: Handlers = {
  measured: (state, { verification, facts, brief, outputs }) => ({
    ...state,
    lastOutput: { ...state.lastOutput, ...outputs },
    brief: state.brief ?? brief,
    baseline: state.baseline ?? verification,
    verification,
    workspace: verification.workspace,
    recent: state.verification
      ? newest([...state.recent, describeOutside(state)], CAPS.recent)
      : state.recent,
    seenWorkspaces: addUnique(state.seenWorkspaces, [verification.workspace], CAPS.seenWorkspaces),
    facts: mergeFacts(state.facts, facts, { retire: facts.map(({ scope }) => scope), max: CAPS.facts }),
  }),
  advised: (state, { path, content, advice: blob }) => ({
    ...state,
    advice: newest([...state.advice, { path, content, blob }], CAPS.advice),
  }),
  'step-asked': foldAsked,
  'step-replied': (state, event) => ({
    ...withOpen(state, { reply: event.reply }),
    spent: addCall(state.spent, event),
  }),
  'reading-asked': foldReadingAsked,
  'reading-replied': (state, event) => ({
    ...state,
    readings: state.readings.map((one) =>
      one.output === event.output ? { ...one, reply: event.reply } : one,
    ),
    spent: addCall(state.spent, event),
  }),
  'reply-rejected': (state, { error, failed, broken }) => {
    const counted = failed ? { ...state.spent, calls: state.spent.calls + 1 } : state.spent;
    const spent = addBroken(counted, broken);
    if (!state.open) return { ...state, spent };
    const { reply: _, ...open } = state.open;
    // Nothing has been asked for the next attempt yet.
    return { ...state, spent, open: { ...open, context: '', attempt: open.attempt + 1, rejection: error } };
  },
  'action-blocked': (state, { action, guard, reason, hint }) =>
    withOpen(state, { blocked: { action, guard, reason, hint } }),
  'act-started': (state, { act }) => withOpen(state, { act }),
  'command-started': (state, { group }) => withOpen(state, { command: group }),
  'step-finished': foldFinished,
  reverted: (state, { step, act, why, output }) =>
    // A change set that is taken back between steps opens its step once more.
    withOpen(state.open ? state : { ...state, open: { step, attempt: 0, context: '', boundUsd: 0 } }, {
      act,
      worse: why,
      ...present({ output }),
    }),
  undone: (state, { edits, by }) => ({
    // What was measured is gone with the files: the next step begins with a measurement.
    ...without(without(state, 'verification'), 'changeSet'),
    files: mergeEdits(state.files, edits),
    facts: state.facts.filter(({ category }) => category === 'pattern'),
    recent: newest(
      [
        ...state.recent,
        {
          step: state.step,
          action: 'undo',
          result: 'success',
          summary: `${by === 'flow' ? 'its flow took back' : 'a person undid'} every change of this task`,
        },
      ],
      CAPS.recent,
    ),
    // A task that goes on may do better; one that has ended stays like this.
    ...present({ undone: state.ending === undefined ? undefined : (true as const) }),
  }),
  'change-set-opened': (state, { step, origin }) => ({
    ...state,
    changeSet: {
      openedAt: step,
      phase: state.phase.name,
      mutations: 0,
      origin,
      facts: state.facts,
      files: {},
    },
  }),
  'change-set-closed': (state) => without(state, 'changeSet'),
  'phase-changed': (state, { step, from, to }) => ({
    ...state,
    phase: {
      name: to,
      steps: 0,
      since: step,
      history: newest([...state.phase.history, from], CAPS.phaseHistory),
    },
  }),
  'loop-detected': (state, { detection, rung, block }) => ({
    ...state,
    loop: {
      count: state.loop.count + 1,
      rung,
      detection,
      blocked:
        block === undefined
          ? state.loop.blocked
          : addUnique(state.loop.blocked, [block], CAPS.blockedSignatures),
    },
  }),
  'context-loaded': (state, { item }) => ({
    ...state,
    memory: newest(putInPlace(state.memory, item), CAPS.memory),
  }),
  'context-cleared': (state, { key: cleared }) => ({
    ...state,
    memory: state.memory.filter(({ key }) => key !== cleared),
  }),
  pinned: (state, { key: pinned }) => ({
    ...state,
    memory: state.memory.map((item) =>
      item.key === pinned ? { ...without(item, 'until'), pinned: true } : item,
    ),
  }),
  escalated: (state, { question }) => ({ ...without(state, 'handover'), status: 'parked', question }),
  answered: (state, { control, text }) => {
    const approved = state.question?.reason === 'approval' && isApproval(text) ? pinnedPathsIn(state) : [];
    return {
      ...resume(without(state, 'question')),
      answers: newest(
        [...state.answers, { question: state.question?.text ?? '', text, step: state.step }],
        CAPS.answers,
      ),
      approved: addUnique(state.approved, approved, CAPS.files),
      controls: withControl(state, control),
    };
  },
  told: (state, { control, text }) => ({
    ...state,
    told: newest([...state.told, { step: state.step, text }], CAPS.told),
    controls: withControl(state, control),
  }),
  'limits-raised': (state, { control, limits }) => ({
    ...(isAboutLimits(state, limits) ? resume(without(state, 'question')) : state),
    limits: { ...state.limits, ...limits },
    controls: withControl(state, control),
  }),
  parked: (state, { control }) => ({ ...state, status: 'parked', controls: withControl(state, control) }),
  resumed: (state) => ({
    ...state,
    status: state.question ? state.status : 'running',
    resumes: state.resumes + 1,
  }),
  completed: (state, { summary }) => ({ ...state, status: 'completed', ending: summary }),
  failed: (state, { reason }) => ({ ...state, status: 'failed', ending: reason }),
  aborted: (state, { control, reason }) => ({
    ...without(state, 'question'),
    status: 'aborted',
    ending: reason,
    controls: withControl(state, control),
  }),
  'child-created': (state, { child }) => ({
    ...state,
    children: state.children.some(({ id }) => id === child)
      ? state.children
      : newest([...state.children, { id: child }], CAPS.children),
  }),
  'child-finished': (state, { child, status }) => ({
    ...state,
    children: state.children.map((one) => (one.id === child ? { ...one, status } : one)),
  }),
};

/** Measured although a measurement was there: someone else has changed files. */
function describeOutside({ step }: TaskState): ActionRecord {
  return {
    step,
    action: 'outside_change',
    result: 'success',
    summary: 'someone else changed files; everything was measured again',
  };
}

function withOpen(state: TaskState, change: Partial<NonNullable<TaskState['open']>>): TaskState {
  return state.open ? { ...state, open: { ...state.open, ...change } } : state;
}

/** An answer starts the ladder, what it looks at, and the phase's step count afresh. */
function resume(state: Omit<TaskState, 'question'>): TaskState {
  return {
    ...state,
    status: 'running',
    records: [],
    loop: { count: 0, blocked: [] },
    phase: { ...state.phase, steps: 0 },
  };
}

/** The question was one that more room answers. */
function isAboutLimits({ question }: TaskState, { phaseSteps }: Limits): boolean {
  return question?.reason === 'limit' || (question?.reason === 'stuck' && phaseSteps !== undefined);
}

function withControl(state: TaskState, control: string | undefined): string[] {
  return control === undefined ? state.controls : addUnique(state.controls, [control], CAPS.controls);
}

function isApproval(text: string): boolean {
  return /^\s*(y|yes|ok|allow|allowed|approve|approved)\b/i.test(text);
}

function pinnedPathsIn(state: TaskState): string[] {
  return Object.keys(state.pins).filter((path) => state.question?.text.includes(path));
}

/** What is shown already keeps its place: moving it would change the context from there on. */
function putInPlace(memory: readonly MemoryItem[], item: MemoryItem): MemoryItem[] {
  const isKnown = memory.some(({ key }) => key === item.key);
  return isKnown ? memory.map((one) => (one.key === item.key ? item : one)) : [...memory, item];
}
