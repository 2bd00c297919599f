import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  estimate,
  findImpossible,
  FRESH,
  reserve,
  settle,
  type Amounts,
  type LimitState,
} from '../../../src/model/limiter/meter.js';

const minuteMs = 60_000;
const TOLD_NOTHING = { limits: {}, remaining: {} };
const SIZE = { inputTokens: 1_000, outputTokens: 100 };

function known(limits: LimitState['limits']): LimitState {
  return { ...FRESH, known: true, limits, inputRatio: 1 };
}

/** When each of so many calls may begin, all asked for at once. */
function startAll(count: number, limits: LimitState['limits'], amounts: Amounts): number[] {
  let state = known(limits);
  return Array.from({ length: count }, () => {
    const reserved = reserve(state, amounts, { nowMs: 0, minuteMs });
    state = reserved.state;
    return reserved.startMs;
  });
}

describe('reserving', () => {
  it('lets half a minute’s worth go at once and the rest at the allowed rate', () => {
    const starts = startAll(10, { requests: 6 }, { requests: 1, inputTokens: 0, outputTokens: 0 });
    expect(starts.slice(0, 3)).toEqual([0, 0, 0]);
    expect(starts.slice(3)).toEqual([10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 70_000]);
  });

  it('never lets more through in any minute than the provider’s bucket has', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 4_000 }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 4_000, max: 20_000 }),
        (sizes, limit) => {
          let state = known({ inputTokens: limit });
          const calls = sizes.map((inputTokens) => {
            const amounts = { requests: 1, inputTokens, outputTokens: 0 };
            const reserved = reserve(state, amounts, { nowMs: 0, minuteMs });
            state = reserved.state;
            return { inputTokens, startMs: reserved.startMs };
          });
          // A bucket that holds a whole minute’s worth and refills all the time.
          let level = limit;
          let lastMs = 0;
          for (const { inputTokens, startMs } of calls) {
            level = Math.min(limit, level + ((startMs - lastMs) * limit) / minuteMs) - inputTokens;
            lastMs = startMs;
            expect(level).toBeGreaterThanOrEqual(-0.001);
          }
        },
      ),
    );
  });

  it('waits for whichever meter is the tightest', () => {
    const starts = startAll(
      4,
      { requests: 1_000, inputTokens: 2_000 },
      { requests: 1, inputTokens: 1_000, outputTokens: 0 },
    );
    expect(starts).toEqual([0, 30_000, 60_000, 90_000]);
  });

  it('keeps away as long as the provider asked to', () => {
    const state = { ...known({}), closedUntil: 90_000 };
    expect(
      reserve(state, { requests: 1, inputTokens: 1, outputTokens: 1 }, { nowMs: 5, minuteMs }).startMs,
    ).toBe(90_000);
  });

  it('says which limit no waiting helps with', () => {
    const state = known({ inputTokens: 500 });
    expect(findImpossible(state, estimate(state, SIZE))).toBe('inputTokens');
    expect(findImpossible(known({ inputTokens: 1_000 }), estimate(state, SIZE))).toBeUndefined();
  });
});

describe('settling', () => {
  const reserved = { requests: 1, inputTokens: 1_000, outputTokens: 100 };

  it('gives back what was reserved and not used', () => {
    const taken = reserve(known({ inputTokens: 1_000 }), reserved, { nowMs: 0, minuteMs }).state;
    const counted = { inputTokens: 500, outputTokens: 10 };
    const settled = settle(
      taken,
      { reserved, size: SIZE, counted, told: TOLD_NOTHING },
      { nowMs: 0, minuteMs },
    );
    expect(settled.usedUp.inputTokens).toBe(30_000);
  });

  it('learns how the provider counts, the first time at once and then slowly', () => {
    const counted = { inputTokens: 1_500, outputTokens: 40 };
    const settlement = { reserved, size: SIZE, counted, told: TOLD_NOTHING };
    const first = settle(FRESH, settlement, { nowMs: 0, minuteMs });
    expect(first).toMatchObject({ known: true, inputRatio: 1.5, outputTokens: 40 });
    const second = settle(
      first,
      { ...settlement, counted: { inputTokens: 1_000, outputTokens: 40 } },
      { nowMs: 0, minuteMs },
    );
    expect(second.inputRatio).toBeCloseTo(1.4);
  });

  it('adopts the limits that answers name, and what others used of them', () => {
    const told = { limits: { inputTokens: 100_000 }, remaining: { inputTokens: 20_000 } };
    const { limits, usedUp } = settle(FRESH, { reserved, size: SIZE, told }, { nowMs: 1_000, minuteMs });
    expect(limits).toEqual({ inputTokens: 100_000 });
    // 80 % are used, less a tenth for what comes rounded.
    expect(usedUp.inputTokens).toBeCloseTo(1_000 + 0.7 * minuteMs);
  });
});
