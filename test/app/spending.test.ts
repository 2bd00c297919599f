// What a task spent, step by step, agrees with what the server charged.
import { describe, expect, it } from 'vitest';
import { listSpending } from '../../src/app/index.js';
import { runScript } from '../support/run-script.js';
import { createWireModel } from '../support/wire/wire-model.js';
import { start } from '../model/wire/ask.js';

const READ = { kind: 'tool' as const, name: 'read', arguments: { items: [{ path: 'work.txt' }] } };
const EDIT = {
  kind: 'tool' as const,
  name: 'edit_file',
  arguments: { path: 'work.txt', old: 'TODO one', new: 'done' },
};

describe('what a task spent', () => {
  it('is listed step by step, with what came from the cache, and adds up to the state', async () => {
    const server = await start({ respond: ({ index }) => (index === 0 ? READ : EDIT) });
    const { model } = createWireModel(server, 'anthropic');
    const { harness, task, state } = await runScript({ script: [], wrap: () => model });
    const parts = await listSpending(harness.runtime, task);
    expect(parts.map(({ what, calls }) => [what, calls])).toEqual([
      ['step 1', 1],
      ['step 2', 1],
    ]);
    const [first, second] = parts;
    expect(first?.tokens.cached).toBe(0);
    expect(second?.tokens.cached).toBe(server.totals().cacheRead);
    expect(second?.tokens.cached).toBeGreaterThan(0);
    const { spent } = await state();
    expect((first?.costUsd ?? 0) + (second?.costUsd ?? 0)).toBeCloseTo(spent.costUsd ?? 0, 10);
    expect(spent.costUsd).toBeGreaterThan(0);
  });
});
