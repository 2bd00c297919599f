import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findBreach, hostileCall, hostileText, setUpBench } from './hostile-reply.js';

const CHUNK = 10_000;
const CHUNKS = 100;

describe('a million hostile replies', () => {
  it('come to explained failures or valid plans inside the project', async () => {
    const bench = await setUpBench();
    const before = bench.files();
    for (let chunk = 0; chunk < CHUNKS; chunk++) {
      await fc.assert(
        fc.asyncProperty(hostileText(bench.nonce), async (reply) => {
          expect(findBreach(await bench.examineText(reply))).toBeUndefined();
        }),
        { numRuns: CHUNK * 0.8 },
      );
      await fc.assert(
        fc.asyncProperty(hostileCall, async (reply) => {
          expect(findBreach(await bench.examineCall(reply))).toBeUndefined();
        }),
        { numRuns: CHUNK * 0.2 },
      );
      expect(bench.strayReads).toEqual([]);
      expect(bench.files()).toEqual(before);
    }
  });
});
