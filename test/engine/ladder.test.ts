// The ladder of a loop: nudge, replan with the signature blocked, escalation; and what takes it down again.
import { describe, expect, test } from 'vitest';
import type { ScriptLine } from '../../src/model/index.js';
import { openScript, runScript, sectionOf, userMessage } from '../support/run-script.js';
import { makeTypes } from '../support/task-types.js';

const TARGET = { target_files: [{ path: 'work.txt', status: 'to_modify' }] };
const FILES = { 'work.txt': 'TODO one\n', 'other.txt': 'other\n', 'third.txt': 'third\n' };
const SAME: ScriptLine = {
  action: 'read',
  parameters: { items: [{ path: 'other.txt' }, { path: 'work.txt' }] },
};

describe('an action repeated for ever', () => {
  test('is nudged after the third time, blocked after the fourth and parked after the fifth', async () => {
    const { asked, eventsOf, state } = await runScript({
      files: FILES,
      spec: { inputs: TARGET },
      script: [{ ...SAME, repeat: 50 }],
    });
    expect(
      (await eventsOf('loop-detected')).map(({ step, rung, detection }) => [step, rung, detection.kind]),
    ).toEqual([
      [3, 'nudge', 'identical_action'],
      [4, 'replan', 'identical_action'],
      [5, 'escalate', 'no_progress'],
    ]);
    // The context of a step shows what the step before brought about.
    expect(asked).toHaveLength(5);
    for (const request of asked.slice(0, 3)) expect(userMessage(request)).not.toContain('# Attention');
    const nudge = sectionOf(asked[3], 'Attention');
    expect(nudge).toContain(
      'You are repeating yourself (identical_action): read on other.txt, work.txt brought nothing new 3 times in a row',
    );
    expect(nudge).toMatch(/^try: .+$/m);
    expect(nudge).not.toContain('refused');
    expect(sectionOf(asked[4], 'Attention')).toContain(
      'The same action with the same parameters is refused now.',
    );
    expect(sectionOf(asked[4], 'Now')).toContain(
      'blocked: read (with the same parameters as before, after a loop)',
    );
    expect((await eventsOf('action-blocked')).map(({ step, guard }) => [step, guard])).toEqual([[5, 'loop']]);
    const { status, question } = await state();
    expect(status).toBe('parked');
    expect(question?.reason).toBe('stuck');
  });

  test('goes back one phase when it has to plan anew', async () => {
    const { asked, eventsOf } = await runScript({
      files: FILES,
      spec: { inputs: TARGET },
      script: [{ ...SAME, repeat: 50 }],
    });
    const back = (await eventsOf('phase-changed')).find(({ step }) => step === 4);
    expect([back?.from, back?.to, back?.why]).toEqual(['implement', 'analyze', 'replan after a loop']);
    expect(sectionOf(asked[4], 'Now')).toContain('phase: analyze');
  });

  test.each<[string, ScriptLine]>([
    ['a failing edit', { action: 'edit_file', parameters: { path: 'work.txt', old: 'absent', new: 'x' } }],
    ['a plan', { action: 'plan', parameters: { steps: ['begin'] } }],
    ['a refused completion', { action: 'complete', parameters: {} }],
    ['a refused edit', { action: 'write_file', parameters: { path: '.git/config', text: 'x' } }],
    ['a search', { action: 'search_code', parameters: { pattern: 'TODO' } }],
    ['an unusable reply', { raw: 'complete' }],
    ['a check that says the same', { action: 'run_check', parameters: {} }],
  ])('does not outlive the ladder: %s', async (_, line) => {
    const { state } = await runScript({
      files: FILES,
      spec: { inputs: TARGET },
      script: [{ ...line, repeat: 60 }],
    });
    const { status, question, step } = await state();
    expect([status, question?.reason]).toEqual(['parked', 'stuck']);
    expect(step).toBeLessThanOrEqual(12);
  });
});

describe('the ladder', () => {
  test('is climbed down by progress, and blocked signatures are free again', async () => {
    const { state, eventsOf } = await runScript({
      files: FILES,
      spec: { inputs: TARGET },
      script: [
        { ...SAME, repeat: 4 },
        { action: 'read', parameters: { items: [{ path: 'third.txt' }] } },
        { ...SAME, repeat: 2 },
      ],
    });
    expect(await eventsOf('action-blocked')).toEqual([]);
    const { loop, status } = await state();
    expect(loop).toEqual({ count: 0, blocked: [] });
    expect(status).toBe('running');
  });

  test('starts afresh when a person answers', async () => {
    const run = await openScript({
      files: FILES,
      spec: { inputs: TARGET },
      script: [{ ...SAME, repeat: 50 }],
    });
    expect((await run.runOn({})).status).toBe('parked');
    await run.harness.runtime.store.postControl(run.task, { type: 'answer', text: 'try another file' });
    expect((await run.runOn({ resume: true, maxSteps: 2 })).loop).toEqual({ count: 0, blocked: [] });
    expect((await run.runOn({ resume: true, maxSteps: 1 })).loop.rung).toBe('nudge');
  });

  test('counts a rejected reply and its retry as one step', async () => {
    const { state, asked } = await runScript({
      files: FILES,
      spec: { inputs: TARGET },
      script: [{ raw: 'no' }, SAME, { raw: 'no' }, { raw: 'again no' }],
    });
    const { recent } = await state();
    expect(recent.map(({ step, action, result }) => [step, action, result])).toEqual([
      [1, 'read', 'success'],
      [2, 'reply', 'rejected'],
    ]);
    expect(asked.map(({ step, attempt }) => [step, attempt])).toEqual([
      [1, 0],
      [1, 1],
      [2, 0],
      [2, 1],
      [3, 0],
    ]);
  });

  test('sees two states that are made from each other again and again', async () => {
    const flip = (from: string, to: string): ScriptLine => ({
      action: 'edit_file',
      parameters: { path: 'work.txt', old: from, new: to },
    });
    const { eventsOf } = await runScript({
      files: FILES,
      spec: { inputs: TARGET },
      script: [flip('one', 'two'), flip('two', 'one'), flip('one', 'two'), flip('two', 'one')],
    });
    expect((await eventsOf('loop-detected')).map(({ detection }) => detection.kind)).toContain('oscillation');
  });

  test('has thresholds per task type', async () => {
    const { asked } = await runScript({
      files: FILES,
      data: [makeTypes({ patient: 'extends: base\nloops: { identical: 5, noProgress: 9, semantic: 9 }\n' })],
      spec: { type: 'patient', inputs: TARGET },
      script: [{ ...SAME, repeat: 5 }],
    });
    expect(userMessage(asked[4])).not.toContain('# Attention');
    expect(userMessage(asked[5])).toContain('# Attention');
  });
});
