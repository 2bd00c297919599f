// Whatever arrives, the hook answers in a form the CLI honours, and never lets a forbidden write pass.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOOK_DIALECTS } from '../../../src/guard/hook/call.js';
import { fuzzCall } from './fuzz-calls.js';
import { makeHookScene } from './hook-scene.js';

const RUNS = Number(process.env['HOOK_FUZZ_RUNS'] ?? 1_000);
/** What changed is not the question here, and git would take all the time. */
const WITHOUT_GIT = {
  loadSnapshots: async () => ({
    hashWorkspace: async () => '',
    listTracked: async () => [],
    takeSnapshot: async () => ({ dirty: {}, control: {}, kept: {}, evidence: {} }),
    findChanges: async () => [],
  }),
};

describe.each(HOOK_DIALECTS)('%s', (dialect) => {
  test('calls that are out of shape never pass by a crash', async () => {
    const scene = makeHookScene({}, { dialect });
    await fc.assert(
      fc.asyncProperty(fuzzCall(dialect), async ({ text, isForbidden }) => {
        const { exitCode, stdout, stderr } = await scene.send(text, WITHOUT_GIT);
        expect([0, 2]).toContain(exitCode);
        if (exitCode === 2) expect([stdout, stderr.trim() === '']).toEqual(['', false]);
        if (stdout !== '') expect(() => JSON.parse(stdout) as unknown).not.toThrow();
        if (isForbidden) expect(exitCode).toBe(2);
        if (stderr.includes('hook failed')) expect(exitCode).toBe(2);
      }),
      { numRuns: RUNS },
    );
  });

  test('texts that are no calls are refused', async () => {
    const scene = makeHookScene({}, { dialect });
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), async (text) => {
        expect((await scene.send(text)).exitCode).toBe(2);
      }),
      { numRuns: RUNS / 10 },
    );
  });
});
