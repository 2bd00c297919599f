// One gate for all processes of a user: a call begins when requests, tokens and places allow it, and not before.
import { isSameProcess, ownIdentity, currentBootId } from '../../platform/index.js';
import type { Clock, Ids, Pause } from '../../platform/index.js';
import type { Usage } from '../../schema/index.js';
import { ModelFailure, type OnWait } from '../contract.js';
import {
  estimate,
  findImpossible,
  FRESH,
  LimitState,
  reserve,
  settle,
  type Amounts,
  type CallSize,
  type Meter,
} from './meter.js';
import { readToldLimits } from './read-headers.js';
import type { SharedFile } from './shared-file.js';

export interface Permit {
  settle(outcome: CallOutcome): Promise<void>;
}

export interface CallOutcome {
  readonly headers: Readonly<Record<string, string>>;
  readonly usage?: Usage | undefined;
  readonly status?: number | undefined;
  readonly afterMs?: number | undefined;
}

export interface Limiter {
  /** Waits for its turn. Throws `model_failed` for a call that no waiting makes possible. */
  admit(size: CallSize, signal: AbortSignal, onWait?: OnWait): Promise<Permit>;
}

export interface LimiterOptions {
  readonly shared: SharedFile;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly pause: Pause;
  /** What a user set; it comes before what the provider says, where it is lower. */
  readonly limits?: Partial<Record<Meter, number>> | undefined;
  /** Calls at a time, of all processes. */
  readonly concurrent?: number | undefined;
  /** One limit for input and output, cached or not; otherwise each has its own, and what a cache had is free. */
  readonly tokensTogether?: boolean | undefined;
  /** How long the provider's minute is. */
  readonly minuteMs?: number | undefined;
}

const MINUTE_MS = 60_000;
const DEFAULT_CONCURRENT = 64;
/** How often a full house is looked at again. */
const PLACE_POLL_MS = 20;
/** Waiting shorter than this is nobody's business. */
const TOLD_MS = 1_000;

export function createLimiter(options: LimiterOptions): Limiter {
  const { shared, clock, pause, ids } = options;
  async function waitUntil(timeMs: number, signal: AbortSignal, onWait?: OnWait): Promise<void> {
    const waitMs = timeMs - clock.now();
    if (waitMs >= TOLD_MS) onWait?.('The limit of a minute is used up.', waitMs);
    if (waitMs > 0) await pause(waitMs, signal);
  }
  return {
    async admit(size, signal, onWait) {
      const id = ids.hex(12);
      const { startMs, reserved } = await takePlace(options, { id, size, signal, onWait });
      try {
        await waitUntil(startMs, signal, onWait);
        // Somebody else may have been told to keep away meanwhile.
        await waitUntil(readState(shared.read(), options).closedUntil, signal, onWait);
      } catch (error) {
        await leave(options, id, { reserved, size, counted: NOTHING, told: NOTHING_TOLD });
        throw error;
      }
      return {
        settle: ({ headers, usage, afterMs }) =>
          leave(options, id, {
            reserved,
            size,
            counted: usage && countFor(options, usage),
            told: lowerTo(readToldLimits(headers), options.limits),
            afterMs,
          }),
      };
    },
  };
}

const NOTHING = { inputTokens: 0, outputTokens: 0 };
const NOTHING_TOLD = { limits: {}, remaining: {} };

interface Arrival {
  readonly id: string;
  readonly size: CallSize;
  readonly signal: AbortSignal;
  readonly onWait: OnWait | undefined;
}

/** Never waits while holding the file: whoever finds no place looks again. */
async function takePlace(
  options: LimiterOptions,
  { id, size, signal, onWait }: Arrival,
): Promise<{ startMs: number; reserved: Amounts }> {
  const { shared, clock, pause, minuteMs = MINUTE_MS, concurrent = DEFAULT_CONCURRENT } = options;
  const toldAtMs = clock.now() + TOLD_MS;
  let isTold = false;
  for (;;) {
    const taken = await shared.update((current) => {
      const state = readState(current, options);
      const amounts = estimate(state, size);
      const impossible = findImpossible(state, amounts);
      if (impossible) throw new ModelFailure(describeImpossible(impossible, amounts, state));
      // The first answer says what the limits are: until then one call goes alone.
      const places = state.known ? concurrent : 1;
      const others = state.running.length < places ? state.running : dropGone(state.running);
      if (others.length >= places) return { value: undefined };
      const { state: next, startMs } = reserve(state, amounts, { nowMs: clock.now(), minuteMs });
      const { pid, startTime } = ownIdentity();
      const running = [...others, { id, pid, startTime }];
      return { next: { ...next, running }, value: { startMs, reserved: amounts } };
    }, signal);
    if (taken) return taken;
    if (!isTold && clock.now() >= toldAtMs) {
      isTold = true;
      onWait?.('As many calls as may run at a time are running.');
    }
    await pause(PLACE_POLL_MS * (0.5 + Math.random()), signal);
  }
}

async function leave(
  options: LimiterOptions,
  id: string,
  settlement: Parameters<typeof settle>[1],
): Promise<void> {
  const { shared, clock, minuteMs = MINUTE_MS } = options;
  await shared.update((current) => {
    const state = readState(current, options);
    const next = settle(state, settlement, { nowMs: clock.now(), minuteMs });
    return { next: { ...next, running: next.running.filter((one) => one.id !== id) }, value: undefined };
  }, new AbortController().signal);
}

/** A file that is damaged holds nothing. */
function readState(current: unknown, { limits = {} }: LimiterOptions): LimitState {
  const { data = FRESH } = LimitState.safeParse(current);
  return { ...data, limits: { ...data.limits, ...limits } };
}

/** Places of processes that are gone are free. */
function dropGone(running: LimitState['running']): LimitState['running'] {
  const bootId = currentBootId();
  return running.filter(({ pid, startTime }) => isSameProcess({ pid, startTime, bootId }));
}

function countFor({ tokensTogether = true }: LimiterOptions, usage: Usage): Omit<Amounts, 'requests'> {
  const { inputTokens, cachedTokens, outputTokens } = usage;
  const counted = tokensTogether ? inputTokens + outputTokens : inputTokens - cachedTokens;
  return { inputTokens: counted, outputTokens };
}

/** A limit the user set is not raised by what the provider allows. */
function lowerTo(
  told: ReturnType<typeof readToldLimits>,
  own: LimiterOptions['limits'] = {},
): ReturnType<typeof readToldLimits> {
  const limits = Object.entries(told.limits).map(([meter, limit]) => [
    meter,
    Math.min(limit, own[meter as Meter] ?? Infinity),
  ]);
  return { ...told, limits: Object.fromEntries(limits) as typeof told.limits };
}

function describeImpossible(meter: Meter, amounts: Amounts, { limits }: LimitState): string {
  const what = { requests: 'requests', inputTokens: 'input tokens', outputTokens: 'output tokens' }[meter];
  return `This call needs about ${amounts[meter]} ${what} and the limit is ${limits[meter] ?? 0} a minute; choose a lower ceiling or another model.`;
}
