import { expect, test } from 'vitest';
import { runUndisturbed, makeProject, openSmallTask, runSmallTask } from './small-task.js';
import { readFileSync } from 'node:fs';
test('probe', async () => {
  const a = await runUndisturbed();
  console.log(a);
  const t = Date.now();
  for (let i = 0; i < 10; i++) await runUndisturbed();
  console.log('ms per run', (Date.now() - t) / 10);
  const root = makeProject();
  const h = openSmallTask({ root });
  const task = await runSmallTask(h);
  for (const e of await h.runtime.store.events(task)) console.log(e.seq, e.type, (e as any).action ?? '', (e as any).result ?? '', (e as any).summary ?? (e as any).error ?? (e as any).why ?? '');
  const h2 = openSmallTask({ root: makeProject(), seed: 'x' });
  const t2 = await runSmallTask(h2);
  console.log((await h2.describe(t2)).outcomeHash, (await h.describe(task)).outcomeHash);
  const { describeOutcome, loadState } = await import('../../src/engine/index.js');
  expect(describeOutcome(await loadState(h2.runtime, t2))).toEqual(describeOutcome(await loadState(h.runtime, task)));
}, 60000);
