// What a task may use up: earned steps, tokens, money and time; running out parks, a top-up goes on.
import { describe, expect, test } from 'vitest';
import { BUILTIN_DATA, effectiveLimits, loadTaskTypes } from '../../src/engine/index.js';
import type { Model, ScriptLine } from '../../src/model/index.js';
import { createSimulatedClock } from '../../src/platform/index.js';
import type { Limits } from '../../src/schema/index.js';
import { openScript, runScript, type ScriptedTask } from '../support/run-script.js';

const TARGET = { target_files: [{ path: 'work.txt', status: 'to_modify' }] };
const FILES = {
  'work.txt': 'TODO one\nTODO two\nTODO three\nfine\n',
  ...Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`part${index}.txt`, `part ${index}\n`])),
};
const READS = Array.from({ length: 60 }, (_, index): ScriptLine => ({
  action: 'read',
  parameters: { items: [{ path: `part${index}.txt` }] },
}));

function task(limits: Limits, more: Partial<ScriptedTask> = {}): ScriptedTask {
  return {
    files: FILES,
    spec: { inputs: TARGET, limits: { phaseSteps: 100, ...limits } },
    script: READS,
    ...more,
  };
}

function edit(old: string, text: string): ScriptLine {
  return { action: 'edit_file', parameters: { path: 'work.txt', old, new: text } };
}

describe('steps', () => {
  test.each([
    [0, 15],
    [1, 18],
    [11, 48],
    [12, 50],
    [500, 50],
  ])('%i points earn %i', async (points, steps) => {
    const { state } = await openScript({ script: [] });
    expect(
      effectiveLimits({ ...(await state()), points }, loadTaskTypes([BUILTIN_DATA]).find('custom')).steps,
    ).toBe(steps);
  });

  test('are fifteen without progress, and not one more', async () => {
    const { asked, state } = await runScript(task({}));
    expect(asked).toHaveLength(15);
    expect(await state()).toMatchObject({
      status: 'parked',
      question: {
        reason: 'limit',
        text: 'The limit is reached: 15 of 15 steps are used. Raise it to go on.',
      },
    });
  });

  test('are earned by a kept change', async () => {
    const { asked } = await runScript(task({}, { script: [edit('fine', 'finer'), ...READS] }));
    expect(asked).toHaveLength(18);
  });

  test('points: a kept edit 1, fewer findings 2 more, a check that passes 3 more; reads and reverts none', async () => {
    const { eventsOf } = await runScript(
      task(
        {},
        {
          script: [
            READS[0] ?? edit('', ''),
            edit('fine', 'finer'),
            edit('finer', 'TODO more'),
            edit('TODO one', 'done'),
            { action: 'edit_file', parameters: { path: 'work.txt', old: 'TODO', new: 'done', all: true } },
          ],
        },
      ),
    );
    expect((await eventsOf('step-finished')).map(({ result, points }) => [result, points])).toEqual([
      ['success', 0],
      ['success', 1],
      ['reverted', 0],
      ['success', 3],
      ['success', 6],
    ]);
  });
});

/** Every call costs a dollar and takes a minute. */
function priced(clock: ReturnType<typeof createSimulatedClock>, costUsd: number | null) {
  return (model: Model): Model => ({
    ...model,
    async decide(request, signal) {
      clock.advance(60_000);
      return { ...(await model.decide(request, signal)), costUsd };
    },
  });
}

describe('running out', () => {
  test.each<[string, Limits, string]>([
    ['tokens', { tokens: 4_000 }, 'tokens are used'],
    ['money', { usd: 3 }, '$3.00 of $3 is spent'],
    ['time', { wallMs: 180_000 }, '3 of 3 minutes are used'],
    ['steps', { steps: 3 }, '3 of 3 steps are used'],
  ])('of %s parks with a question, and a top-up goes on', async (_, limits, text) => {
    const clock = createSimulatedClock();
    const run = await openScript(task(limits, { clock, wrap: priced(clock, 1) }));
    const parked = await run.runOn({});
    expect(parked).toMatchObject({ status: 'parked', question: { reason: 'limit' } });
    expect(parked.question?.text).toContain(text);
    const calls = run.asked.length;
    expect(calls).toBeLessThanOrEqual(3);
    await run.runOn();
    expect(run.asked).toHaveLength(calls);
    await run.harness.runtime.store.postControl(run.task, { type: 'top-up', limits });
    expect((await run.runOn()).question?.reason).toBe('limit');
    expect(run.asked.length).toBeGreaterThan(calls);
    expect(run.asked.length).toBeLessThanOrEqual(2 * calls);
  });

  test('is asked again when the answer does not raise the limit', async () => {
    const run = await openScript(task({ steps: 2 }));
    await run.runOn({});
    await run.harness.runtime.store.postControl(run.task, { type: 'answer', text: 'just go on' });
    expect(await run.runOn()).toMatchObject({ status: 'parked', question: { reason: 'limit' } });
    expect(run.asked).toHaveLength(2);
  });

  test('of money is not guessed where the price is unknown', async () => {
    const clock = createSimulatedClock();
    const { state, asked } = await runScript(
      task({ usd: 1, steps: 4 }, { clock, wrap: priced(clock, null) }),
    );
    expect((await state()).spent.costUsd).toBeNull();
    expect(asked).toHaveLength(4);
  });
});

describe('a call', () => {
  test('that could go over the money left is not made: the task asks first', async () => {
    const bound = (model: Model): Model => ({ ...model, boundUsd: () => 0.6 });
    const { asked, state, eventsOf } = await runScript(task({ usd: 0.5 }, { wrap: bound }));
    expect(asked).toHaveLength(0);
    expect(await eventsOf('step-asked')).toHaveLength(0);
    expect(await state()).toMatchObject({ status: 'parked', question: { reason: 'limit' } });
  });
});
