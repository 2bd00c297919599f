// The state of a task is the fold of its journal: one pure function from a state and an event to the next state.
import type { Event, EventBody, EventOf, EventType, RecordedEdit, TaskState } from '../schema/index.js';
import { present } from '../platform/index.js';
import { addUnique, CAPS, newest } from './caps.js';
import { mergeFacts } from './facts/index.js';
import { mergeEdits } from './file-changes.js';

/** Raised whenever the same events would fold to another state, so that old checkpoints are ignored. */
export const FOLD_VERSION = 2;

export function fold(state: TaskState | undefined, event: Event): TaskState {
  if (event.type === 'task-created') return createState(event);
  if (!state) throw new Error(`a journal cannot begin with ${event.type}`);
  const handler = HANDLERS[event.type] as (state: TaskState, event: Event) => TaskState;
  const secrets = event.secrets ? { secrets: addUnique(state.secrets, event.secrets, CAPS.secrets) } : {};
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

function createState(event: EventOf<'task-created'>): TaskState {
  return {
    task: event.task,
    type: event.taskType,
    specHash: event.specHash,
    nonce: event.nonce,
    ...(event.parent === undefined ? {} : { parent: event.parent }),
    createdAt: event.at,
    status: 'running',
    step: 0,
    phase: { name: event.firstPhase, steps: 0, since: 0, history: [] },
    recent: [],
    records: [],
    facts: [],
    memory: [],
    plan: [],
    notes: [],
    told: [],
    files: {},
    pins: event.pins,
    approved: [],
    loop: { count: 0, blocked: [] },
    points: 0,
    spent: {
      usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0 },
      freshTokens: 0,
      contextTokens: 0,
      costUsd: 0,
      calls: 0,
      wallMs: 0,
    },
    limits: event.limits,
    answers: [],
    seenWorkspaces: [],
    seenContents: [],
    lastOutput: {},
    secrets: [],
    children: [],
    inDoubt: [],
    controls: [],
    resumes: 0,
  };
}

type Handlers = {
  readonly [T in Exclude<EventType, 'task-created'>]: (state: TaskState, event: EventOf<T>) => TaskState;
};

const HANDLERS: Handlers = {
  measured: (state, { verification, facts, brief }) => ({
    ...state,
    brief: state.brief ?? brief,
    baseline: state.baseline ?? verification,
    verification,
    workspace: verification.workspace,
    seenWorkspaces: addUnique(state.seenWorkspaces, [verification.workspace], CAPS.seenWorkspaces),
    facts: mergeFacts(state.facts, facts, { retire: facts.map(({ scope }) => scope), max: CAPS.facts }),
  }),
  'step-asked': foldAsked,
  'step-replied': (state, event) => {
    const { usage, calls, costUsd } = state.spent;
    const spent = {
      ...state.spent,
      usage: {
        inputTokens: usage.inputTokens + event.usage.inputTokens,
        outputTokens: usage.outputTokens + event.usage.outputTokens,
        cachedTokens: usage.cachedTokens + event.usage.cachedTokens,
      },
      costUsd: costUsd === null || event.costUsd === null ? null : costUsd + event.costUsd,
      calls: calls + 1,
    };
    return { ...withOpen(state, { reply: event.reply }), spent };
  },
  'reply-rejected': (state, { error, failed }) => {
    const spent = failed ? { ...state.spent, calls: state.spent.calls + 1 } : state.spent;
    if (!state.open) return { ...state, spent };
    const { reply: _, ...open } = state.open;
    return { ...state, spent, open: { ...open, attempt: open.attempt + 1, rejection: error } };
  },
  'action-blocked': (state, { action, guard, reason, hint }) =>
    withOpen(state, { blocked: { action, guard, reason, hint } }),
  'act-started': (state, { act }) => withOpen(state, { act }),
  'command-started': (state, { group }) => withOpen(state, { command: group }),
  'step-finished': foldFinished,
  reverted: (state, { act, why, output }) =>
    withOpen(state, { act, worse: why, ...(output === undefined ? {} : { output }) }),
  undone: (state, { edits }) => ({ ...state, files: mergeEdits(state.files, edits) }),
  'change-set-opened': (state, { step, origin }) => ({
    ...state,
    changeSet: { openedAt: step, phase: state.phase.name, mutations: 0, origin, files: {} },
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
    memory: newest([...state.memory.filter(({ key }) => key !== item.key), item], CAPS.memory),
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
    ...(state.question?.reason === 'limit' ? resume(without(state, 'question')) : state),
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

function foldAsked(state: TaskState, event: EventOf<'step-asked'>): TaskState {
  const again = state.open?.step === event.step ? state.open : undefined;
  // Asked before, never answered: that call may have been paid for.
  const doubtful =
    again && again.attempt === event.attempt && again.reply === undefined && again.context !== '';
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
      ...(again?.rejection === undefined ? {} : { rejection: again.rejection }),
    },
    inDoubt: doubtful
      ? newest([...state.inDoubt, { step: event.step, context: again.context }], CAPS.inDoubt)
      : state.inDoubt,
  };
}

function foldFinished(state: TaskState, event: EventOf<'step-finished'>): TaskState {
  const { step, action, result, summary, record, verification, workspace } = event;
  const edited = event.edited ?? [];
  return {
    ...without(state, 'open'),
    recent: newest(
      [...state.recent, { step, action, result, summary, ...present({ target: event.target }) }],
      CAPS.recent,
    ),
    records: newest([...state.records, record], CAPS.records),
    facts: mergeFacts(state.facts, event.facts, {
      retire: event.retire,
      max: CAPS.facts,
      ...present({ changed: event.changed }),
    }),
    memory: state.memory.filter(({ until }) => until === undefined || until > step),
    plan: event.plan ?? state.plan,
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

/** The output of tests that fail is an error as well. */
/** The same note again only becomes newer. */
function addNotes(
  known: TaskState['notes'],
  { notes = [], step }: EventOf<'step-finished'>,
): TaskState['notes'] {
  const others = known.filter(({ text }) => !notes.some((note) => note.text === text));
  return newest([...others, ...notes.map((note) => ({ ...note, step }))], CAPS.notes);
}

function rememberOutput(
  { lastOutput }: TaskState,
  { observed, observation, verification, result }: EventOf<'step-finished'>,
): TaskState['lastOutput'] {
  if (observed === undefined || observation === undefined) return lastOutput;
  const isRed = observed === 'tests' && (result === 'failure' || verification?.tests?.passing === false);
  return { ...lastOutput, [observed]: observation, ...(isRed ? { error: observation } : {}) };
}

function growChangeSet({ changeSet }: TaskState, edited: readonly RecordedEdit[]): TaskState['changeSet'] {
  if (!changeSet || edited.length === 0) return changeSet;
  return { ...changeSet, mutations: changeSet.mutations + 1, files: mergeEdits(changeSet.files, edited) };
}

function withOpen(state: TaskState, change: Partial<NonNullable<TaskState['open']>>): TaskState {
  return state.open ? { ...state, open: { ...state.open, ...change } } : state;
}

function without<T extends object, K extends keyof T>(value: T, key: K): Omit<T, K> {
  const { [key]: _, ...rest } = value;
  return rest;
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

function withControl(state: TaskState, control: string | undefined): string[] {
  return control === undefined ? state.controls : addUnique(state.controls, [control], CAPS.controls);
}

function isApproval(text: string): boolean {
  return /^\s*(y|yes|ok|allow|allowed|approve|approved)\b/i.test(text);
}

function pinnedPathsIn(state: TaskState): string[] {
  return Object.keys(state.pins).filter((path) => state.question?.text.includes(path));
}
