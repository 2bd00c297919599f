// What is kept of tasks, and for how long.
import { loadState, type Runtime } from '../engine/index.js';
import type { TaskState } from '../schema/index.js';

export interface GcResult {
  readonly tasksRemoved: readonly string[];
  readonly filesRemoved: number;
  readonly bytes: number;
}

/** Ended tasks older than the retention go as a whole; of the others, images no record names and old step records go. */
export async function collectGarbage(
  runtime: Runtime,
  options: { days: number; steps: number },
): Promise<GcResult> {
  const { store, clock } = runtime;
  const tasksRemoved: string[] = [];
  let filesRemoved = 0;
  let bytes = 0;
  for (const task of await store.list()) {
    if (await store.isHeld(task)) continue;
    const state = await loadState(runtime, task);
    const events = await store.events(task);
    const lastMs = Date.parse(events.at(-1)?.at ?? '') || clock.now();
    if (hasEnded(state) && clock.now() - lastMs > options.days * 86_400_000) {
      await store.remove(task);
      tasksRemoved.push(task);
      continue;
    }
    const reachable = new Set(JSON.stringify(events).match(/[0-9a-f]{64}/g) ?? []);
    const result = await store.collect(task, { keepSteps: options.steps, reachable });
    filesRemoved += result.removed;
    bytes += result.bytes;
  }
  return { tasksRemoved, filesRemoved, bytes };
}

function hasEnded({ status }: TaskState): boolean {
  return status === 'completed' || status === 'failed' || status === 'aborted';
}
