// Runs a task to its end: step after step, taking in what other processes want in between.
import { AgentForgeError, type EventBody, type TaskState } from '../schema/index.js';
import type { PendingControl } from '../store/index.js';
import { noticeOutsideChanges } from './measure-workspace.js';
import { raiseLimits } from './budget.js';
import type { Runtime } from './runtime.js';
import { withSession } from './open-session.js';
import { closeOverdueSet } from './revert.js';
import type { TaskSession } from './session.js';
import { settleAll } from './settle.js';
import { takeStep } from './step.js';

export interface RunOptions {
  readonly takeOver?: boolean;
  readonly signal?: AbortSignal;
  /** Stop after this many steps; the task stays resumable. */
  readonly maxSteps?: number;
  /** Says that this is a resume, for the record. */
  readonly resume?: boolean;
}

/** Until the task ends, parks or waits. The lease is released whatever happens. */
export async function runTask(runtime: Runtime, task: string, options: RunOptions = {}): Promise<TaskState> {
  return withSession(runtime, task, { ...options, exclusive: true }, async (session) => {
    if (options.resume) await resume(session);
    await runSteps(session, options.maxSteps ?? Infinity);
    return session.state;
  });
}

async function runSteps(session: TaskSession, maxSteps: number): Promise<void> {
  for (let steps = 0; steps < maxSteps; steps++) {
    await takeControls(session);
    await closeOverdueSet(session);
    await settleRest(session);
    if (session.signal.aborted) return;
    try {
      await noticeOutsideChanges(session);
      if ((await takeStep(session)) !== 'finished') return;
    } catch (error) {
      // The step stays open; resuming goes on inside it.
      if (error instanceof AgentForgeError && error.code === 'interrupted') return;
      throw error;
    }
  }
}

async function resume(session: TaskSession): Promise<void> {
  const { status } = session.state;
  if (status !== 'running' && status !== 'parked' && status !== 'waiting') {
    throw new AgentForgeError('bad_usage', `Task ${session.task} is ${status}; there is nothing to resume.`);
  }
  await session.append([{ type: 'resumed' }], { durable: true });
}

/** What follows from the last step and was not recorded before a crash. */
async function settleRest(session: TaskSession): Promise<void> {
  const rest = settleAll(session.type, { state: session.state, spec: session.spec });
  if (rest.length === 0) return;
  await session.append(rest, { durable: true });
  await session.refreshViews();
}

/** Turns control messages into events, each exactly once: the event names the message, which is removed afterwards. */
export async function takeControls(session: TaskSession): Promise<void> {
  for (const control of await session.controls()) {
    if (!session.state.controls.includes(control.id))
      await session.append(toEvents(session, control), { durable: true });
    await session.dropControl(control.id);
    await session.refreshViews();
  }
}

function toEvents({ state, type }: TaskSession, { id: control, message }: PendingControl): EventBody[] {
  const ended = ['completed', 'failed', 'aborted'].includes(state.status);
  if (ended) return [];
  switch (message.type) {
    case 'answer':
      return state.question
        ? [{ type: 'answered', control, text: message.text }]
        : [{ type: 'told', control, text: message.text }];
    case 'tell':
      return [{ type: 'told', control, text: message.text }];
    case 'pause':
      return [{ type: 'parked', control, reason: 'paused by a person' }];
    case 'abort':
      return [{ type: 'aborted', control, reason: message.reason }];
    case 'top-up':
      return [{ type: 'limits-raised', control, limits: raiseLimits(state, type, message.limits) }];
  }
}
