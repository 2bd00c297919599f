// What a task spent on models: step by step, or for a task that is made of others, task by task.
import { loadState, type Runtime } from '../engine/index.js';
import { AgentForgeError, type EventOf, type TaskState, type Usage } from '../schema/index.js';

export interface Spending {
  /** A step, or the task that is a part of this one. */
  readonly what: string;
  readonly model?: string;
  readonly calls: number;
  readonly tokens: { readonly in: number; readonly cached: number; readonly out: number };
  readonly costUsd: number | null;
}

export async function listSpending(runtime: Runtime, task: string): Promise<Spending[]> {
  const { children } = await loadState(runtime, task);
  if (children.length === 0) return listSteps(runtime, task);
  const parts: Spending[] = [];
  for (const { id } of children) {
    const part = await sumTask(runtime, id);
    if (part) parts.push(part);
  }
  return parts;
}

async function sumTask(runtime: Runtime, task: string): Promise<Spending | undefined> {
  try {
    const { spent }: TaskState = await loadState(runtime, task);
    const { calls, usage, costUsd } = spent;
    return { what: task, calls, tokens: countTokens(usage), costUsd };
  } catch (error) {
    // A part that was begun and never written down spent nothing.
    if (error instanceof AgentForgeError && error.code === 'not_found') return undefined;
    throw error;
  }
}

type Replied = EventOf<'step-replied'> | EventOf<'reading-replied'>;

async function listSteps(runtime: Runtime, task: string): Promise<Spending[]> {
  const events = await runtime.store.events(task);
  return events
    .filter((event): event is (typeof events)[number] & Replied => REPLIES.includes(event.type))
    .map(({ type, step, model, usage, costUsd }) => ({
      what: type === 'step-replied' ? `step ${step}` : `step ${step}, reading`,
      model,
      calls: 1,
      tokens: countTokens(usage),
      costUsd,
    }));
}

const REPLIES: readonly string[] = ['step-replied', 'reading-replied'];

function countTokens({ inputTokens, cachedTokens, outputTokens }: Usage): Spending['tokens'] {
  return { in: inputTokens, cached: cachedTokens, out: outputTokens };
}
