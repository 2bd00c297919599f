import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findBreach, hostileCall, hostileText, setUpBench } from './hostile-reply.js';

describe('hostile replies', () => {
  it('come to an explained failure or a valid plan inside the project, whatever they say', async () => {
    const bench = await setUpBench();
    const before = bench.files();
    const kinds = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(hostileText(bench.nonce), async (text) => {
        const examined = await bench.examineText(text);
        const kind =
          'intent' in examined ? examined.intent.kind : 'error' in examined ? 'rejected' : 'blocked';
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        expect(findBreach(examined)).toBeUndefined();
      }),
      { numRuns: 8_000 },
    );
    // The generator must reach every depth, or the property would say little.
    for (const kind of ['rejected', 'blocked', 'fail', 'edit', 'look', 'note', 'end', 'measure'])
      expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(5);
    expect(bench.strayReads).toEqual([]);
    expect(bench.files()).toEqual(before);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  }, 60_000);
});

describe('hostile calls handed in as data', () => {
  it('come to an explained failure or a valid plan inside the project', async () => {
    const bench = await setUpBench();
    const before = bench.files();
    await fc.assert(
      fc.asyncProperty(hostileCall, async (call) => {
        expect(findBreach(await bench.examineCall(call))).toBeUndefined();
      }),
      { numRuns: 2_500 },
    );
    expect(bench.strayReads).toEqual([]);
    expect(bench.files()).toEqual(before);
  }, 60_000);
});
