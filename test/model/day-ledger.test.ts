import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { countByDay, ModelFailure, openSharedFile, readDays, type Model } from '../../src/model/index.js';
import { createSimulatedClock, nodeDisk, randomIds, systemPause } from '../../src/platform/index.js';
import { makeProject } from '../support/temp-project.js';
import { makeRequest, NEVER } from './request.js';

const USAGE = { inputTokens: 1_000, outputTokens: 50, cachedTokens: 600 };

function open(capUsd?: number, decide?: Model['decide']) {
  const clock = createSimulatedClock(Date.UTC(2026, 4, 1, 12));
  const file = path.join(makeProject({}), 'spent.json');
  const shared = openSharedFile({ file, disk: nodeDisk, clock, ids: randomIds, pause: systemPause });
  const model = countByDay(
    {
      name: 'priced',
      boundUsd: () => 0.4,
      decide: decide ?? (async () => ({ text: '', usage: USAGE, costUsd: 0.1, model: 'priced' })),
    },
    { shared, clock, capUsd },
  );
  return { model, clock, days: () => readDays(shared) };
}

describe('the ledger of a day', () => {
  it('adds up what calls used and cost, day by day', async () => {
    const { model, clock, days } = open();
    await model.decide(makeRequest(), NEVER);
    await model.decide(makeRequest(), NEVER);
    clock.advance(24 * 3_600_000);
    await model.decide(makeRequest(), NEVER);
    expect(days()).toMatchObject({
      '2026-05-01': { calls: 2, inputTokens: 2_000, outputTokens: 100, cachedTokens: 1_200, unpriced: 0 },
      '2026-05-02': { calls: 1 },
    });
    expect(days()['2026-05-01']?.usd).toBeCloseTo(0.2);
  });

  it('does not make a call that could go over the cap, and does the next day', async () => {
    const { model, clock, days } = open(0.55);
    await model.decide(makeRequest(), NEVER);
    await model.decide(makeRequest(), NEVER);
    await expect(model.decide(makeRequest(), NEVER)).rejects.toThrow(
      '$0.20 of the $0.55 for today may be spent and this call may cost $0.4000; raise usdPerDay or go on tomorrow.',
    );
    expect(days()['2026-05-01']).toMatchObject({ calls: 2 });
    clock.advance(24 * 3_600_000);
    await expect(model.decide(makeRequest(), NEVER)).resolves.toBeDefined();
  });

  it('keeps what is under way, so that others at the same time do not go over the cap together', async () => {
    let finish = (): void => {};
    const slow = new Promise<void>((resolve) => (finish = resolve));
    const { model } = open(0.5, async () => {
      await slow;
      return { text: '', usage: USAGE, costUsd: 0.1, model: 'priced' };
    });
    const first = model.decide(makeRequest(), NEVER);
    await expect(model.decide(makeRequest(), NEVER)).rejects.toThrow(/for today/);
    finish();
    await first;
  });

  it('counts broken calls with the most they can have cost, and refused ones with nothing', async () => {
    const broken = { calls: 1, inputTokens: 10, outputTokens: 10, costUsd: 0.3 };
    const { model, days } = open(undefined, async () => {
      throw new ModelFailure('It broke.', broken);
    });
    await expect(model.decide(makeRequest(), NEVER)).rejects.toThrow('It broke.');
    expect(days()['2026-05-01']?.usd).toBeCloseTo(0.3);
    const refused = open(undefined, async () => {
      throw new ModelFailure('No key.');
    });
    await expect(refused.model.decide(makeRequest(), NEVER)).rejects.toThrow('No key.');
    expect(refused.days()['2026-05-01']?.usd).toBe(0);
  });
});
