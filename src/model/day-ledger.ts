// What all tasks of a user spent on models, day by day, and the cap on a day. Days are those of UTC.
import { z } from 'zod';
import { present, type Clock } from '../platform/index.js';
import type { Broken, Reply } from '../schema/index.js';
import { ModelFailure, type Model } from './contract.js';
import type { SharedFile } from './limiter/index.js';

export const Day = z.object({
  calls: z.number().int(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cachedTokens: z.number(),
  /** With the most that calls under way, and calls that broke, can have cost. */
  usd: z.number(),
  /** Calls whose price is unknown. */
  unpriced: z.number().int(),
});
export type Day = z.infer<typeof Day>;

const Days = z.record(z.string(), Day);
const NOTHING: Day = { calls: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0, usd: 0, unpriced: 0 };
const MAX_DAYS = 400;

export function readDays(shared: SharedFile): Record<string, Day> {
  return Days.safeParse(shared.read()).data ?? {};
}

export interface DayLedgerOptions {
  readonly shared: SharedFile;
  readonly clock: Clock;
  readonly capUsd?: number | undefined;
}

/** The same model, its calls counted; one that could go over the cap of the day is not made. */
export function countByDay(model: Model, { shared, clock, capUsd }: DayLedgerOptions): Model {
  const today = (): string => new Date(clock.now()).toISOString().slice(0, 10);
  const never = new AbortController().signal;
  const add = (name: string, more: Partial<Day>, signal = never): Promise<void> =>
    shared.update((current) => {
      const days = Days.safeParse(current).data ?? {};
      const day = addTo(days[name] ?? NOTHING, more);
      if (capUsd !== undefined && more.calls !== undefined && day.usd > capUsd)
        throw new ModelFailure(describeCap(capUsd, days[name] ?? NOTHING, more.usd ?? 0));
      return { next: keepNewest({ ...days, [name]: day }), value: undefined };
    }, signal);
  return {
    ...model,
    async decide(request, signal, onWait) {
      const [name, boundUsd] = [today(), model.boundUsd(request)];
      await add(name, { calls: 1, usd: boundUsd ?? 0, unpriced: boundUsd === null ? 1 : 0 }, signal);
      const settle = (usd: number, more: Partial<Day> = {}): Promise<void> =>
        add(name, { ...more, usd: usd - (boundUsd ?? 0) });
      try {
        const reply = await model.decide(request, signal, onWait);
        await settle((reply.costUsd ?? 0) + (reply.broken?.costUsd ?? 0), countTokens(reply));
        return reply;
      } catch (error) {
        await settle(costOfFailure(error, boundUsd));
        throw error;
      }
    },
  };
}

/** A call that was stopped half-way may have been charged. */
function costOfFailure(error: unknown, boundUsd: number | null): number {
  const broken: Broken | undefined = error instanceof ModelFailure ? error.broken : undefined;
  return error instanceof ModelFailure ? (broken?.costUsd ?? 0) : (boundUsd ?? 0);
}

function countTokens({ usage: { inputTokens, outputTokens, cachedTokens } }: Reply): Partial<Day> {
  return present({ inputTokens, outputTokens, cachedTokens });
}

function addTo(day: Day, more: Partial<Day>): Day {
  const sum = (key: keyof Day): number => day[key] + (more[key] ?? 0);
  return {
    calls: sum('calls'),
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    cachedTokens: sum('cachedTokens'),
    usd: Math.max(0, sum('usd')),
    unpriced: sum('unpriced'),
  };
}

function keepNewest(days: Record<string, Day>): Record<string, Day> {
  const names = Object.keys(days).sort().slice(-MAX_DAYS);
  return Object.fromEntries(names.map((name) => [name, days[name] ?? NOTHING]));
}

function describeCap(capUsd: number, { usd }: Day, boundUsd: number): string {
  return `$${usd.toFixed(2)} of the $${capUsd.toFixed(2)} for today may be spent and this call may cost $${boundUsd.toFixed(4)}; raise usdPerDay or go on tomorrow.`;
}
