// The state is the fold of the journal: capped, bounded, and the same outcome for the same decisions.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CAPS } from '../../src/engine/caps.js';
import { createChild, foldAll, outcomeHash, recordChildEnd, withSession } from '../../src/engine/index.js';
import { createSimulatedClock } from '../../src/platform/index.js';
import { EventBody, type Event, type TaskState, type Verification } from '../../src/schema/index.js';
import { makeSpec, openScript, runScript } from '../support/run-script.js';

const word = fc.string({ maxLength: 12 });
const step = fc.nat(500);
const hash = fc.nat(5_000).map((value) => `h${value}`);
const verification = fc.record({
  workspace: hash,
  reached: fc.constant('full' as const),
  failedAt: fc.constant(null),
  syntax: fc.array(word, { maxLength: 3 }),
  checks: fc.constant<Verification['checks']>([]),
  complete: fc.boolean(),
});
const fact = fc.record({
  id: hash,
  category: fc.constantFrom('error' as const, 'pattern' as const, 'verification' as const),
  subject: word,
  statement: word,
  confidence: fc.constant(1),
  source: word,
  scope: hash,
  step,
  data: fc.constant({}),
});
const edit = fc.record({ path: hash, before: hash, after: hash });
const act = fc.record({
  kind: fc.constantFrom('apply' as const, 'revert' as const, 'unwind' as const),
  action: word,
  summary: word,
  edits: fc.array(edit, { maxLength: 5 }),
});
const record = fc.record({
  step,
  action: word,
  parameters: hash,
  outcome: fc.constantFrom('success' as const, 'failure' as const),
  result: hash,
  mutates: fc.boolean(),
  repeatable: fc.boolean(),
  progress: fc.boolean(),
});
const of = <T extends EventBody['type']>(type: T) => fc.constant(type);

const body: fc.Arbitrary<EventBody> = fc.oneof(
  fc.record({
    type: of('measured'),
    step,
    verification,
    facts: fc.array(fact, { maxLength: 5 }),
    brief: hash,
  }),
  fc.record({
    type: of('step-asked'),
    step,
    attempt: fc.nat(1),
    context: hash,
    tokens: fc.constant({ total: 1, prefix: 1, fresh: 1 }),
    boundUsd: fc.constant(0),
    inputs: hash,
  }),
  fc.record({
    type: of('step-replied'),
    step,
    attempt: fc.nat(1),
    reply: fc.record({ text: word }),
    usage: fc.constant({ inputTokens: 1, outputTokens: 1, cachedTokens: 0 }),
    costUsd: fc.constant(0),
    model: word,
  }),
  fc.record({ type: of('reply-rejected'), step, attempt: fc.nat(1), error: word }),
  fc.record({ type: of('action-blocked'), step, action: word, guard: word, reason: word, hint: word }),
  fc.record({ type: of('act-started'), step, act }),
  fc.record({
    type: of('step-finished'),
    step,
    action: word,
    result: fc.constantFrom('success' as const, 'failure' as const),
    summary: word,
    facts: fc.array(fact, { maxLength: 5 }),
    retire: fc.array(hash, { maxLength: 2 }),
    edited: fc.array(edit, { maxLength: 5 }),
    verification,
    workspace: hash,
    record,
    contents: fc.array(hash, { maxLength: 3 }),
    points: fc.nat(6),
    plan: fc.array(word, { maxLength: 40 }),
    notes: fc.array(fc.record({ kind: fc.constant('knowledge' as const), text: word }), { maxLength: 10 }),
    durationMs: fc.nat(),
  }),
  fc.record({ type: of('reverted'), step, why: word, act }),
  fc.record({ type: of('undone'), edits: fc.array(edit, { maxLength: 5 }) }),
  fc.record({ type: of('change-set-opened'), step, origin: verification }),
  fc.record({ type: of('phase-changed'), step, from: word, to: word, why: word }),
  fc.record({
    type: of('loop-detected'),
    step,
    detection: fc.record({
      step,
      kind: fc.constant('no_progress' as const),
      confidence: fc.constant(1),
      description: word,
      evidence: fc.constant<string[]>([]),
      suggestions: fc.constant<string[]>([]),
    }),
    rung: fc.constant('replan' as const),
    block: hash,
  }),
  fc.record({
    type: of('context-loaded'),
    step,
    item: fc.record({ key: hash, title: word, step, pinned: fc.boolean() }),
  }),
  fc.record({ type: of('pinned'), step, key: hash }),
  fc.record({
    type: of('escalated'),
    step,
    question: fc.record({ id: word, text: word, reason: fc.constant('asked' as const) }),
  }),
  fc.record({ type: of('answered'), control: hash, text: word }),
  fc.record({ type: of('told'), control: hash, text: word }),
  fc.record({ type: of('limits-raised'), control: hash, limits: fc.constant({ steps: 9 }) }),
  fc.record({ type: of('child-created'), child: hash, specHash: hash }),
);

const FIRST: EventBody = {
  type: 'task-created',
  schema: 1,
  task: 'task-1',
  taskType: 'custom',
  specHash: '',
  nonce: 'a66a462b',
  firstPhase: 'init',
  limits: {},
  pins: {},
};

function seal(given: EventBody, index: number): Event {
  return { ...given, seq: index + 1, at: '2026-01-01T00:00:00.000Z', epoch: 1, prev: '', hash: '' };
}

function expectCapped(state: TaskState): void {
  const { recent, records, facts, memory, plan, notes, told, answers, loop, phase, files, changeSet } = state;
  const sizes = {
    recent: recent.length,
    records: records.length,
    facts: facts.length,
    memory: memory.length,
    plan: plan.length,
    notes: notes.length,
    told: told.length,
    answers: answers.length,
    phaseHistory: phase.history.length,
    files: Math.max(
      Object.keys(files).length,
      Object.keys(changeSet?.files ?? {}).length,
      state.approved.length,
    ),
    seenWorkspaces: state.seenWorkspaces.length,
    seenContents: state.seenContents.length,
    blockedSignatures: loop.blocked.length,
    secrets: state.secrets.length,
    children: state.children.length,
    inDoubt: state.inDoubt.length,
    controls: state.controls.length,
  };
  for (const [name, size] of Object.entries(sizes))
    expect(size, name).toBeLessThanOrEqual(CAPS[name as keyof typeof sizes]);
}

describe('the fold', () => {
  test('of thousands of events keeps every list under its cap, and the whole small', () => {
    fc.assert(
      fc.property(fc.array(body, { minLength: 3_000, maxLength: 3_000, size: 'max' }), (bodies) => {
        const state = foldAll([FIRST, ...bodies].map(seal));
        expectCapped(state);
        expect(JSON.stringify(state).length).toBeLessThan(300_000);
      }),
      { numRuns: 4 },
    );
  });

  test('understands whatever the journal may hold', () => {
    fc.assert(
      fc.property(body, (one) => {
        expect(EventBody.parse(one)).toEqual(one);
      }),
      { numRuns: 300 },
    );
  });

  test('from a checkpoint is the fold from the beginning', () => {
    fc.assert(
      fc.property(fc.array(body, { maxLength: 60 }), fc.nat(60), (bodies, cut) => {
        const events = [FIRST, ...bodies].map(seal);
        const saved = JSON.parse(JSON.stringify(foldAll(events.slice(0, cut + 1)))) as TaskState;
        expect(foldAll(events.slice(cut + 1), saved)).toEqual(foldAll(events));
      }),
      { numRuns: 60 },
    );
  });
});

describe('the outcome hash', () => {
  const script = [
    { action: 'read', parameters: { items: [{ path: 'work.txt' }] } },
    { action: 'edit_file', parameters: { path: 'work.txt', old: 'one', new: 'TODO' } },
    { action: 'edit_file', parameters: { path: 'work.txt', old: 'TODO', new: 'done' } },
  ];

  test('is the same for the same decisions, whatever the task is called and whenever it runs', async () => {
    const first = await (await runScript({ script })).state();
    const second = await (
      await runScript({ script, clock: createSimulatedClock(Date.UTC(2030, 5, 1)) })
    ).state();
    expect(second.task).not.toBe(first.task);
    expect(second.nonce).not.toBe(first.nonce);
    expect(second.createdAt).not.toBe(first.createdAt);
    expect(outcomeHash(second)).toBe(outcomeHash(first));
  });

  test('is another for other content', async () => {
    const last = { action: 'edit_file', parameters: { path: 'work.txt', old: 'TODO', new: 'finished' } };
    const first = await (await runScript({ script })).state();
    const second = await (await runScript({ script: [...script.slice(0, 2), last] })).state();
    expect(outcomeHash(second)).not.toBe(outcomeHash(first));
  });
});

describe('a child', () => {
  test('has an id derived from its parent, and making it twice makes one', async () => {
    const { harness, task, state, eventsOf } = await openScript({ script: [] });
    const spec = makeSpec({ goal: 'a part of it' });
    const ids = await withSession(harness.runtime, task, {}, async (parent) => [
      await createChild(parent, 1, spec),
      await createChild(parent, 1, spec),
      await createChild(parent, 2, spec),
    ]);
    expect(ids).toEqual([`${task}.1`, `${task}.1`, `${task}.2`]);
    expect((await state()).children).toEqual([{ id: `${task}.1` }, { id: `${task}.2` }]);
    expect(await eventsOf('child-created')).toHaveLength(2);
    expect(await harness.runtime.store.list()).toEqual([task, `${task}.1`, `${task}.2`].sort());
  });

  test('has its end recorded in its parent once', async () => {
    const { harness, task, state, eventsOf } = await openScript({
      files: { 'work.txt': 'done\n' },
      script: [],
    });
    const { child, status, outcome } = await withSession(harness.runtime, task, {}, async (parent) => {
      const made = await createChild(parent, 1, makeSpec({ goal: 'a part of it' }));
      const result = await harness.runTask(made).result;
      for (let time = 0; time < 2; time++) await recordChildEnd(parent, made);
      return { child: made, status: result.status, outcome: result.outcomeHash };
    });
    expect(status).toBe('completed');
    expect((await state()).children).toEqual([{ id: child, status: 'completed' }]);
    expect(await eventsOf('child-finished')).toMatchObject([
      { child, status: 'completed', outcomeHash: outcome },
    ]);
  });
});
