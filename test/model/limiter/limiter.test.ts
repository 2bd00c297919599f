import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createLimiter, openSharedFile, type LimiterOptions } from '../../../src/model/index.js';
import { createSimulatedClock, nodeDisk, randomIds, type Pause } from '../../../src/platform/index.js';
import { AgentForgeError } from '../../../src/schema/index.js';
import { makeProject } from '../../support/temp-project.js';
import { NEVER } from '../request.js';

const SIZE = { inputTokens: 100, outputTokens: 50 };
const USAGE = { inputTokens: 100, outputTokens: 10, cachedTokens: 0 };

function open(file = path.join(makeProject({}), 'limits.json'), options: Partial<LimiterOptions> = {}) {
  const clock = createSimulatedClock();
  const waits: number[] = [];
  const pause: Pause = async (ms, signal) => {
    if (signal.aborted) throw new AgentForgeError('interrupted', 'Waiting was stopped.');
    waits.push(ms);
    clock.advance(ms);
    // Others get their turn.
    await new Promise((resolve) => setImmediate(resolve));
  };
  const timing = { clock, pause, ids: randomIds };
  const shared = openSharedFile({ file, disk: nodeDisk, ...timing });
  const limiter = createLimiter({ shared, ...timing, ...options });
  return { limiter, waits, file, shared };
}

describe('a limiter', () => {
  it('lets one call go alone until an answer says what the limits are', async () => {
    const { limiter } = open();
    const first = await limiter.admit(SIZE, NEVER);
    let isSecondIn = false;
    const second = limiter.admit(SIZE, NEVER).then((permit) => {
      isSecondIn = true;
      return permit;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isSecondIn).toBe(false);
    await first.settle({ headers: {}, usage: USAGE });
    await (await second).settle({ headers: {}, usage: USAGE });
    expect(isSecondIn).toBe(true);
  });

  it('refuses a call that is larger than a whole minute, before it is made', async () => {
    const { limiter } = open(undefined, { limits: { inputTokens: 60 } });
    await expect(limiter.admit(SIZE, NEVER)).rejects.toThrow(
      /needs about 111 input tokens and the limit is 60 a minute; choose a lower ceiling/,
    );
  });

  it('says how long it waits', async () => {
    const { limiter } = open(undefined, { limits: { requests: 2 } });
    const told: unknown[] = [];
    for (let call = 0; call < 3; call++)
      await (
        await limiter.admit(SIZE, NEVER, (...said) => told.push(said))
      ).settle({ headers: {}, usage: USAGE });
    const said = ['The limit of a minute is used up.', 30_000];
    expect(told).toEqual([said, said]);
  });

  it('says once that all places are taken', async () => {
    const { limiter } = open(undefined, { concurrent: 1 });
    const first = await limiter.admit(SIZE, NEVER);
    const told: string[] = [];
    const second = limiter.admit(SIZE, NEVER, (why) => told.push(why));
    await vi.waitFor(() => expect(told).toHaveLength(1));
    await first.settle({ headers: {}, usage: USAGE });
    await (await second).settle({ headers: {}, usage: USAGE });
    expect(told).toEqual(['As many calls as may run at a time are running.']);
  });

  it('shares what it learns with every other one on the same file', async () => {
    const one = open();
    const two = open(one.file);
    const permit = await one.limiter.admit(SIZE, NEVER);
    await permit.settle({ headers: {}, status: 429, afterMs: 5_000_000 });
    await two.limiter.admit(SIZE, NEVER);
    expect(Math.max(...two.waits)).toBeGreaterThan(4_000_000);
  });

  it('keeps to a user’s lower limit whatever the provider allows', async () => {
    const { limiter, waits } = open(undefined, { limits: { requests: 2 } });
    const headers = { 'x-ratelimit-limit-requests': '10000' };
    for (let call = 0; call < 3; call++)
      await (await limiter.admit(SIZE, NEVER)).settle({ headers, usage: USAGE });
    expect(waits).toEqual([30_000, 30_000]);
  });

  it('gives its place back when it is stopped while waiting', async () => {
    const { limiter, shared } = open(undefined, { limits: { requests: 1 } });
    await (await limiter.admit(SIZE, NEVER)).settle({ headers: {}, usage: USAGE });
    const stop = new AbortController();
    stop.abort();
    await expect(limiter.admit(SIZE, stop.signal)).rejects.toMatchObject({ code: 'interrupted' });
    expect(shared.read()).toMatchObject({ running: [] });
  });

  it('frees the places of processes that are gone', async () => {
    const { limiter, file } = open(undefined, { concurrent: 1 });
    await (await limiter.admit(SIZE, NEVER)).settle({ headers: {}, usage: USAGE });
    const state = JSON.parse(readFileSync(file, 'utf8')) as object;
    const gone = { id: 'x', pid: 2 ** 22 + 1, startTime: '1' };
    writeFileSync(file, JSON.stringify({ ...state, running: [gone] }));
    await expect(limiter.admit(SIZE, NEVER)).resolves.toBeDefined();
  });

  it('goes on with a file that is damaged, and past the lock of somebody who died', async () => {
    const { limiter, file } = open();
    writeFileSync(file, '{"limits": 5');
    writeFileSync(`${file}.lock`, '');
    utimesSync(`${file}.lock`, 1_000, 1_000);
    await (await limiter.admit(SIZE, NEVER)).settle({ headers: {}, usage: USAGE });
    expect(existsSync(`${file}.lock`)).toBe(false);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ known: true, running: [] });
  });
});
