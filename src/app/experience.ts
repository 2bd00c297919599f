// What tasks of a type took so far: those of this project, or before there are any the figures that come along.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { loadState, type Runtime } from '../engine/index.js';
import { packageFile, parseYaml } from '../platform/index.js';
import type { TaskState } from '../schema/index.js';

export interface Experience {
  /** How many tasks it is drawn from; 0 for the figures that come along. */
  readonly tasks: number;
  /** A quarter took no more than the first, half no more than the second, three quarters no more than the last. */
  readonly calls: readonly [number, number, number];
  readonly outputTokens: number;
  /** A later context beside the first one. */
  readonly growth: number;
  /** What the provider counted for one token of ours; undefined where nothing was paid for yet. */
  readonly counted: number | undefined;
}

const Figures = z.strictObject({
  calls: z.tuple([z.number(), z.number(), z.number()]),
  output: z.number(),
  growth: z.number(),
});
const FigureFile = z.strictObject({
  date: z.iso.date(),
  types: z.record(z.string(), Figures),
  counted: z.record(z.string(), z.number()),
});

/** Fewer than this say little. */
const ENOUGH_TASKS = 3;
const NEWEST_TASKS = 50;

export async function gatherExperience(runtime: Runtime, type: string, model: string): Promise<Experience> {
  const file = packageFile('data/estimates.yaml');
  const known = parseYaml(readFileSync(file, 'utf8'), FigureFile, file, 'bad_config');
  const figures = known.types[type] ?? known.types['custom'];
  if (!figures) throw new Error(`${file} says nothing of custom tasks`);
  const [place = ''] = model.split('/');
  const usual = {
    tasks: 0,
    calls: figures.calls,
    outputTokens: figures.output,
    growth: figures.growth,
    counted: known.counted[`${place}/*`],
  };
  const ended = await listEnded(runtime, type);
  return ended.length < ENOUGH_TASKS ? usual : { ...usual, ...drawFrom(ended) };
}

async function listEnded(runtime: Runtime, type: string): Promise<TaskState[]> {
  const ended: TaskState[] = [];
  for (const task of await runtime.store.list()) {
    const state = await loadState(runtime, task);
    if (state.type === type && state.status === 'completed' && state.spent.calls > 0) ended.push(state);
  }
  return ended.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).slice(0, NEWEST_TASKS);
}

function drawFrom(ended: readonly TaskState[]): Partial<Experience> & { tasks: number } {
  const calls = ended.map(({ spent }) => spent.calls).sort((a, b) => a - b);
  const at = (share: number): number => calls[Math.floor((calls.length - 1) * share)] ?? 1;
  const paid = ended.filter(({ spent }) => spent.usage.inputTokens > 0 && spent.costUsd !== 0);
  const sum = (of: (state: TaskState) => number): number => paid.reduce((total, one) => total + of(one), 0);
  const asked = sum(({ spent }) => spent.contextTokens);
  return {
    tasks: ended.length,
    calls: [at(0.25), at(0.5), at(0.75)],
    ...(asked === 0
      ? {}
      : {
          outputTokens: sum(({ spent }) => spent.usage.outputTokens) / sum(({ spent }) => spent.calls),
          counted: sum(({ spent }) => spent.usage.inputTokens) / asked,
        }),
  };
}
