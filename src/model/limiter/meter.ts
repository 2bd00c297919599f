// The arithmetic of limits, as data: what was used per minute, when the next call of a size may begin, what answers teach.
import { z } from 'zod';

/** What providers count; per minute. */
export const METERS = ['requests', 'inputTokens', 'outputTokens'] as const;
export type Meter = (typeof METERS)[number];
export type Amounts = Readonly<Record<Meter, number>>;

const PerMeter = z.partialRecord(z.enum(METERS), z.number());

export const LimitState = z.object({
  /** Per minute, as configured or as the provider last said; a meter without one is not limited. */
  limits: PerMeter,
  /** The instant at which everything reserved so far would have been used at the allowed rate. */
  usedUp: PerMeter,
  /** The provider asked for silence until then. */
  closedUntil: z.number(),
  /** Some answer was seen, so the limits are known as far as they ever will be. */
  known: z.boolean(),
  /** What the provider counts of each token we count: its tokenizer is another, and cache reads may be free. */
  inputRatio: z.number(),
  /** Usual length of an answer. */
  outputTokens: z.number(),
  running: z.array(z.object({ id: z.string(), pid: z.number().int(), startTime: z.string() })),
});
export type LimitState = z.infer<typeof LimitState>;

export const FRESH: LimitState = {
  limits: {},
  usedUp: {},
  closedUntil: 0,
  known: false,
  inputRatio: 1.1,
  outputTokens: 400,
  running: [],
};

export interface Now {
  readonly nowMs: number;
  /** How long the provider's minute is. */
  readonly minuteMs: number;
}

/** Half a minute's worth may go at once: the provider allows a whole one, the rest is for calls that arrive in a bunch. */
const BURST = 0.5;

/** A rough measure of the call to come, in our own tokens. */
export interface CallSize {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export function estimate(state: LimitState, size: CallSize): Amounts {
  return {
    requests: 1,
    inputTokens: Math.ceil(size.inputTokens * state.inputRatio),
    outputTokens: Math.min(size.outputTokens, Math.ceil(state.outputTokens)),
  };
}

/** The meter that no waiting will help with. */
export function findImpossible({ limits }: LimitState, amounts: Amounts): Meter | undefined {
  return METERS.find((meter) => amounts[meter] > (limits[meter] ?? Infinity));
}

/** Takes the amounts from every meter and says from when on the call may be made. */
export function reserve(
  state: LimitState,
  amounts: Amounts,
  { nowMs, minuteMs }: Now,
): { state: LimitState; startMs: number } {
  let startMs = Math.max(nowMs, state.closedUntil);
  const usedUp = { ...state.usedUp };
  for (const meter of METERS) {
    const limit = state.limits[meter];
    if (limit === undefined) continue;
    const end = Math.max(nowMs, usedUp[meter] ?? 0) + (amounts[meter] * minuteMs) / limit;
    usedUp[meter] = end;
    startMs = Math.max(startMs, end - minuteMs * BURST);
  }
  return { state: { ...state, usedUp }, startMs };
}

export interface Settlement {
  readonly reserved: Amounts;
  /** In our own tokens. */
  readonly size: CallSize;
  /** What the provider counted; undefined when the call broke or was refused. */
  readonly counted?: Omit<Amounts, 'requests'> | undefined;
  /** What the provider said of its limits. */
  readonly told: ToldLimits;
  /** The provider asks to be left alone that long. */
  readonly afterMs?: number | undefined;
}

export interface ToldLimits {
  readonly limits: Partial<Record<Meter, number>>;
  readonly remaining: Partial<Record<Meter, number>>;
}

/** How fast the estimates follow what is seen. */
const LEARNING = 0.2;
/** Remaining tokens come rounded to thousands, and calls in flight are counted by one side only. */
const SLACK = { tokens: 2_000, share: 0.1 };

/** Gives back what was reserved in excess, and adopts what the answer taught. */
export function settle(state: LimitState, settlement: Settlement, now: Now): LimitState {
  const { size, counted, told, afterMs } = settlement;
  const limits = { ...state.limits, ...told.limits };
  return {
    ...state,
    limits,
    usedUp: correctUse({ ...state, limits }, settlement, now),
    known: state.known || counted !== undefined || Object.keys(told.limits).length > 0,
    closedUntil: Math.max(state.closedUntil, afterMs === undefined ? 0 : now.nowMs + afterMs),
    ...(counted ? learn(state, size, counted) : {}),
  };
}

function correctUse(
  { limits, usedUp }: LimitState,
  { reserved, counted, told }: Settlement,
  now: Now,
): LimitState['usedUp'] {
  const corrected = { ...usedUp };
  for (const meter of METERS) {
    const limit = limits[meter];
    if (limit === undefined) continue;
    const used = meter === 'requests' ? 1 : (counted?.[meter] ?? reserved[meter]);
    const own = (usedUp[meter] ?? now.nowMs) + ((used - reserved[meter]) * now.minuteMs) / limit;
    corrected[meter] = Math.max(own, readUse(told.remaining[meter], limit, now));
  }
  return corrected;
}

/** Where the provider itself sees the meter: others may use the same account. */
function readUse(remaining: number | undefined, limit: number, { nowMs, minuteMs }: Now): number {
  if (remaining === undefined) return 0;
  const slack = Math.max(limit * SLACK.share, limit > SLACK.tokens * 5 ? SLACK.tokens : 0);
  return nowMs + ((limit - remaining - slack) * minuteMs) / limit;
}

function learn(
  state: LimitState,
  size: CallSize,
  counted: NonNullable<Settlement['counted']>,
): Pick<LimitState, 'inputRatio' | 'outputTokens'> {
  const ratio = size.inputTokens === 0 ? state.inputRatio : counted.inputTokens / size.inputTokens;
  const mix = (old: number, seen: number): number => old + (seen - old) * (state.known ? LEARNING : 1);
  return {
    inputRatio: mix(state.inputRatio, ratio),
    outputTokens: mix(state.outputTokens, counted.outputTokens),
  };
}
