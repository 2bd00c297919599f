// Replays a journal offline: folds it, or rebuilds every verdict from the recorded inputs and shows any difference.
import { z } from 'zod';
import type { GuardedAction, GuardedFile } from '../guard/index.js';
import type { Event, EventBody, EventOf, Fact, TaskState } from '../schema/index.js';
import { REVERT_SOURCE } from './act.js';
import { CAPS } from './caps.js';
import { Brief, composeContext, StepInputs } from './context/index.js';
import { drawSome, type FactInput } from './facts/index.js';
import { fold } from './fold.js';
import { judge } from './judge.js';
import type { TaskSession } from './session.js';
import { settleAll } from './settle.js';

export interface Difference {
  readonly step: number;
  readonly what: 'context' | 'facts' | 'guard' | 'consequences';
  readonly message: string;
}

export interface Replay {
  readonly state: TaskState;
  readonly events: number;
  readonly recomputed: Readonly<Record<Difference['what'], number>>;
  readonly differences: readonly Difference[];
  /** Steps whose recorded inputs were removed by retention. */
  readonly missing: readonly number[];
}

const ContextRecord = z.object({ attempt: z.number(), inputs: StepInputs });
const FactInputs = z.array(z.custom<FactInput>());
const ResultRecord = z.object({
  facts: FactInputs,
  /** What was measured between this step and the next, each time anew. */
  measured: z.array(FactInputs).default([]),
  judged: z.custom<GuardedAction>().optional(),
});

/** `session` may be a reader: nothing is written. */
export async function replay(session: TaskSession, options: { recompute: boolean }): Promise<Replay> {
  const events = await session.runtime.store.events(session.task);
  const tally = { context: 0, facts: 0, guard: 0, consequences: 0 };
  const differences: Difference[] = [];
  const missing = new Set<number>();
  let state: TaskState | undefined;
  for (const [index, event] of events.entries()) {
    const rest = events.slice(index + 1, index + 1 + MAX_CONSEQUENCES);
    const found = options.recompute && state ? await recompute(session, { state, event, rest }, tally) : [];
    for (const one of found) if (typeof one === 'number') missing.add(one);
    differences.push(...found.filter((one) => typeof one !== 'number'));
    state = fold(state, event);
  }
  if (!state) throw new Error('an empty journal has no state');
  return { state, events: events.length, recomputed: tally, differences, missing: [...missing] };
}

const MAX_CONSEQUENCES = 12;

interface Moment {
  /** Before the event. */
  readonly state: TaskState;
  readonly event: Event;
  readonly rest: readonly Event[];
}

/** A number is a step whose inputs are gone. */
type Found = Difference | number;
type Tally = Record<Difference['what'], number>;

async function recompute(session: TaskSession, moment: Moment, tally: Tally): Promise<Found[]> {
  const { event } = moment;
  switch (event.type) {
    case 'step-asked':
      return recomputeContext(session, moment.state, event, tally);
    case 'act-started':
      return recomputeConsent(session, moment.state, event, tally);
    case 'measured':
    case 'step-finished':
      return [
        ...(await recomputeResult(session, moment.state, event, tally)),
        ...recomputeConsequences(session, moment, event, tally),
      ];
    default:
      return [];
  }
}

async function recomputeContext(
  session: TaskSession,
  state: TaskState,
  event: EventOf<'step-asked'>,
  tally: Tally,
): Promise<Found[]> {
  const { runtime, task, type } = session;
  const record = await read(() => runtime.store.readStep(task, event.step, 'context'), ContextRecord);
  // The record of a retry takes the place of the first attempt's.
  if (!record || record.attempt !== event.attempt) return record ? [] : [event.step];
  const brief = Brief.parse(
    JSON.parse(Buffer.from(await runtime.store.getBlob(task, event.inputs)).toString('utf8')),
  );
  const { hash } = composeContext({ ...brief, ...record.inputs }, state, type);
  tally.context++;
  return hash === event.context
    ? []
    : [
        {
          step: event.step,
          what: 'context',
          message: `the rebuilt context is ${hash.slice(0, 12)}, recorded was ${event.context.slice(0, 12)}`,
        },
      ];
}

type Measured = EventOf<'measured'> | EventOf<'step-finished'>;

async function recomputeResult(
  session: TaskSession,
  state: TaskState,
  event: Measured,
  tally: Tally,
): Promise<Found[]> {
  const { runtime, task } = session;
  const record = await read(() => runtime.store.readStep(task, event.step, 'result'), ResultRecord);
  if (!record) return [event.step];
  const facts = compareFacts(session, event, record, tally);
  if (event.type === 'measured' || !record.judged) return facts;
  return [...facts, ...rejudge(session, state, event.step, record.judged, tally)];
}

/** Facts of a revert and those carried over from before were not drawn in this step; those of a step taken back are gone. */
function compareFacts(
  { redactor }: TaskSession,
  event: Measured,
  record: z.infer<typeof ResultRecord>,
  tally: Tally,
): Difference[] {
  const { step } = event;
  const describe = ({ id, statement }: Fact): string => `${id} ${redactor.redact(statement)}`;
  const recorded = event.facts
    .filter((fact) => fact.step === step && fact.source !== REVERT_SOURCE)
    .map(describe);
  tally.facts += recorded.length;
  const isWhole = recorded.length > 0 && event.facts.length < CAPS.facts;
  const attempts = (event.type === 'measured' ? record.measured : [record.facts]).map((inputs) => {
    const drawn = inputs.flatMap((input) => drawSome(input)).map(describe);
    return {
      added: recorded.find((fact) => !drawn.includes(fact)),
      lost: isWhole ? drawn.find((fact) => !recorded.includes(fact)) : undefined,
    };
  });
  if (attempts.some(({ added, lost }) => added === undefined && lost === undefined)) return [];
  const { added, lost } = attempts.at(-1) ?? { added: recorded[0], lost: undefined };
  return [{ step, what: 'facts', message: `recorded ${quote(added)}, now drawn ${quote(lost)}` }];
}

function quote(fact: string | undefined): string {
  return fact === undefined ? 'no such fact' : JSON.stringify(fact);
}

/** An edit that was carried out had no objection; its images say what the guards were shown. */
async function recomputeConsent(
  session: TaskSession,
  state: TaskState,
  { step, act }: EventOf<'act-started'>,
  tally: Tally,
): Promise<Found[]> {
  if (act.kind !== 'apply') return [];
  const text = async (hash: string | null): Promise<string | null> =>
    hash === null ? null : session.readBlob(hash);
  const files: GuardedFile[] = [];
  try {
    for (const { path, before, after } of act.edits)
      files.push({ path, before: await text(before), after: await text(after) });
  } catch {
    return [step];
  }
  return rejudge(session, state, step, { tool: 'edit', name: act.action, files }, tally);
}

function rejudge(
  session: TaskSession,
  state: TaskState,
  step: number,
  action: GuardedAction,
  tally: Tally,
): Found[] {
  const recorded = state.open?.blocked?.guard ?? 'none';
  const now = judge(session, state, action)?.guard ?? 'none';
  tally.guard++;
  return now === recorded
    ? []
    : [{ step, what: 'guard', message: `recorded objection: ${recorded}, now: ${now}` }];
}

const CONSEQUENCES: readonly EventBody['type'][] = [
  'loop-detected',
  'phase-changed',
  'escalated',
  'completed',
  'failed',
];

function recomputeConsequences(
  session: TaskSession,
  { state, rest }: Moment,
  event: Measured,
  tally: Tally,
): Found[] {
  const { type, spec } = session;
  let after = fold(state, event);
  const following = rest.slice(
    0,
    rest.findIndex((one) => !CONSEQUENCES.includes(one.type) && one.type !== 'change-set-closed') >>> 0,
  );
  // Closing a change set is recorded with the step, before anything follows from it.
  for (const one of following) if (one.type === 'change-set-closed') after = fold(after, one);
  const recorded = following.filter((one) => CONSEQUENCES.includes(one.type)).map(describeConsequence);
  const now = settleAll(type, { state: after, spec }).map(describeConsequence);
  tally.consequences++;
  const [was, is] = [recorded.join(', '), now.join(', ')];
  return was === is
    ? []
    : [
        {
          step: event.step,
          what: 'consequences',
          message: `recorded: ${was || 'none'}; now: ${is || 'none'}`,
        },
      ];
}

function describeConsequence(body: EventBody): string {
  if (body.type === 'phase-changed') return `phase ${body.to}`;
  if (body.type === 'loop-detected') return `loop ${body.detection.kind} ${body.rung}`;
  if (body.type === 'escalated') return `escalated ${body.question.reason}`;
  return body.type;
}

async function read<T>(load: () => Promise<unknown>, shape: z.ZodType<T>): Promise<T | undefined> {
  try {
    return shape.parse(await load());
  } catch {
    return undefined;
  }
}
