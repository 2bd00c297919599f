// What a task will probably take, before a model is asked: its first context is built for real, the rest is experience.
import { loadState, openReader, preparePrompt } from '../engine/index.js';
import type { Model } from '../model/index.js';
import { MemoryStateStore } from '../store/index.js';
import { TaskSpec, type Context, type Usage } from '../schema/index.js';
import { toChildSpec } from '../flows/index.js';
import { gatherExperience, type Experience } from './experience.js';
import type { FixPlan } from './fix.js';
import { createHarness, type Harness, type HarnessOptions } from './harness.js';

export interface Estimate {
  readonly model: string;
  readonly calls: { readonly low: number; readonly expected: number; readonly high: number };
  readonly tokens: { readonly in: number; readonly cached: number; readonly out: number };
  /** Null where the price is unknown; 0 where nothing is paid. */
  readonly costUsd: number | null;
  /** The same for few calls and for many. */
  readonly range: readonly [number | null, number | null];
  /** Finished tasks like it that the figures are drawn from; 0 where there are too few. */
  readonly tasks: number;
}

/** Measures the project as a run would, and leaves nothing behind. A task that is done already costs nothing. */
export async function estimateTask(
  harness: Harness,
  spec: TaskSpec | string,
  options: Omit<HarnessOptions, 'store' | 'model'>,
): Promise<Estimate> {
  const { model, clock, ids } = harness.runtime;
  const trial = createHarness({
    ...options,
    // As many tools and as much text as this one would get, and nobody is asked.
    model: { ...model, waits: true },
    store: new MemoryStateStore({ clock, ids }),
  });
  const task = await trial.createTask(spec);
  await trial.runTask(task, { maxSteps: 1 }).result;
  const { type, status } = await loadState(trial.runtime, task);
  const experience = await gatherExperience(harness.runtime, type, model.name);
  if (status !== 'running') return predict(model, { ...experience, calls: [0, 0, 0] }, NO_TOKENS);
  const { context } = await preparePrompt(await openReader(trial.runtime, task));
  return predict(model, experience, context.tokens);
}

/** As many times what the first of them will take. */
export async function estimateFix(
  { harness, fix, wanted, ...plan }: FixPlan,
  options: Omit<HarnessOptions, 'store' | 'model'>,
): Promise<Estimate> {
  const { violations } = fix;
  const [first] = violations;
  if (!first) throw new Error('a plan without violations has nothing to estimate');
  const flow = TaskSpec.parse({ type: 'fix', goal: 'Fix violations.', inputs: { relaxed: plan.relaxed } });
  const one = await estimateTask(harness, toChildSpec(flow, first), options);
  return multiply(one, wanted ?? violations.length);
}

function multiply({ calls, tokens, costUsd, range, ...one }: Estimate, count: number): Estimate {
  const times = (value: number | null): number | null => (value === null ? null : value * count);
  return {
    ...one,
    calls: { low: calls.low * count, expected: calls.expected * count, high: calls.high * count },
    tokens: { in: tokens.in * count, cached: tokens.cached * count, out: tokens.out * count },
    costUsd: times(costUsd),
    range: [times(range[0]), times(range[1])],
  };
}

type ContextTokens = Pick<Context['tokens'], 'total' | 'prefix'>;
const NO_TOKENS: ContextTokens = { total: 0, prefix: 0 };

export function predict(model: Model, experience: Experience, context: ContextTokens): Estimate {
  const [low, expected, high] = experience.calls;
  const usageFor = (calls: number): Usage => predictUsage(model, experience, context, calls);
  const costFor = (calls: number): number | null => (model.costOf ? model.costOf(usageFor(calls)) : 0);
  const { inputTokens, cachedTokens, outputTokens } = usageFor(expected);
  return {
    model: model.name,
    calls: { low, expected, high },
    tokens: { in: inputTokens, cached: cachedTokens, out: outputTokens },
    costUsd: costFor(expected),
    range: [costFor(low), costFor(high)],
    tasks: experience.tasks,
  };
}

/** The first call writes all of its context to the cache, the others read what is constant from there. */
function predictUsage(
  { cacheMinimum }: Model,
  { outputTokens, growth, counted = 1 }: Experience,
  { total, prefix }: ContextTokens,
  calls: number,
): Usage {
  const later = Math.max(0, calls - 1);
  const first = Math.min(calls, 1);
  const inputTokens = Math.round((first + later * growth) * total * counted);
  const isCached = cacheMinimum !== undefined && prefix * counted >= cacheMinimum;
  const cachedTokens = isCached ? Math.round(later * prefix * counted) : 0;
  return {
    inputTokens,
    cachedTokens,
    outputTokens: Math.round(calls * outputTokens),
    ...(isCached ? { writtenTokens: inputTokens - cachedTokens } : {}),
  };
}
