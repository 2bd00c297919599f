// A journal replays offline: folding it gives the state, and recomputing finds whatever does not follow from its inputs.
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openReader, replay, type Replay } from '../../src/engine/index.js';
import { createSimulatedClock, present, randomIds } from '../../src/platform/index.js';
import { EventBody } from '../../src/schema/index.js';
import { MemoryStateStore, type StateStore, type StepPart } from '../../src/store/index.js';
import { createCountCheck } from '../support/count-check.js';
import { writeProjectFile } from '../support/project-file.js';
import { openScript, type ScriptedRun } from '../support/run-script.js';
import { makeProject } from '../support/temp-project.js';

const check = createCountCheck('problems', (read) => read('work.txt').match(/TODO|BROKEN/g) ?? []);
const TESTS =
  "console.log('TAP version 13\\nok 1 - adds\\nnot ok 2 - works\\n1..2'); process.exitCode = 1;\n";

/** Reads, edits kept and taken back, a rejection, a refusal by a guard, a loop, a question and its answer. */
async function runVaried(contexts?: 'accumulating'): Promise<ScriptedRun> {
  const run = await openScript({
    ...present({ contexts }),
    files: { 'work.txt': 'TODO one\nTODO two\n', 'other.txt': 'other\n', 'tests.js': TESTS },
    git: true,
    checks: [check],
    spec: {
      tests: { command: [process.execPath, 'tests.js'], report: { format: 'tap', path: '-' } },
      inputs: { target_files: [{ path: 'work.txt', status: 'to_modify' }] },
    },
    script: [
      {
        action: 'plan',
        parameters: { steps: ['look', 'finish'] },
        notes: [{ kind: 'decision', text: 'slowly' }],
      },
      { raw: 'hm' },
      { action: 'read', parameters: { items: [{ path: 'other.txt' }] } },
      { action: 'edit_file', parameters: { path: 'work.txt', old: 'one', new: 'BROKEN' } },
      { action: 'write_file', parameters: { path: '.git/hooks/pre-commit', text: 'echo' } },
      { action: 'edit_file', parameters: { path: 'work.txt', old: 'TODO one', new: 'done one' } },
      { action: 'run_tests', parameters: {} },
      { action: 'search_code', parameters: { pattern: 'done' }, repeat: 3 },
      { action: 'ask', parameters: { question: 'How?' } },
      { action: 'edit_file', parameters: { path: 'work.txt', old: 'TODO two', new: 'done two' } },
    ],
  });
  await run.runOn({});
  await run.harness.runtime.store.postControl(run.task, { type: 'answer', text: 'Like this.' });
  await run.runOn();
  return run;
}

const ContextPart = z.looseObject({});
const Inputs = z.object({ inputs: z.looseObject({}) });

interface Alteration {
  readonly event?: (body: EventBody) => EventBody;
  readonly step?: (record: unknown, step: number, part: StepPart) => unknown;
}

/** Replays the run from a journal whose chain is whole, with one thing in it changed. */
async function replayAltered(run: ScriptedRun, { event, step }: Alteration): Promise<Replay> {
  const { runtime } = run.harness;
  const original = runtime.store;
  const store: StateStore = new MemoryStateStore({ clock: createSimulatedClock(), ids: randomIds });
  const bodies = (await run.events()).map((one) => EventBody.parse(one)).map((body) => event?.(body) ?? body);
  const [first, ...rest] = bodies;
  if (!first) throw new Error('an empty journal');
  await store.create(run.task, await original.readSpec(run.task), first);
  const { writer } = await store.acquire(run.task, 0);
  for (const body of rest) await writer.append([body], { durable: false });
  store.getBlob = (task, hash) => original.getBlob(task, hash);
  store.readStep = async (task, number, part) => {
    const record = await original.readStep(task, number, part);
    return step ? step(record, number, part) : record;
  };
  return replay(await openReader({ ...runtime, store }, run.task), { recompute: true });
}

let run: ScriptedRun;
beforeAll(async () => {
  run = await runVaried();
});

describe('replay', () => {
  test('recomputes contexts that keep everything as well', async () => {
    const keeping = await runVaried('accumulating');
    const { differences, recomputed } = await replayAltered(keeping, {});
    expect(differences).toEqual([]);
    expect(recomputed.context).toBeGreaterThan(8);
    const forgotten = await replayAltered(keeping, {
      step: (record, _, part) =>
        part === 'context'
          ? { ...ContextPart.parse(record), inputs: { ...Inputs.parse(record).inputs, past: [] } }
          : record,
    });
    expect(forgotten.differences.map(({ what }) => what)).toContain('context');
  });

  test('folds the journal to the state', async () => {
    const reader = await openReader(run.harness.runtime, run.task);
    const { state, events, differences } = await replay(reader, { recompute: false });
    expect(state).toEqual(await run.state());
    expect(events).toBe((await run.events()).length);
    expect(differences).toEqual([]);
  });

  test('recomputes contexts, facts, guard and consequences of a varied run without a difference', async () => {
    const { differences, recomputed, missing, state } = await replayAltered(run, {});
    expect(differences).toEqual([]);
    expect(missing).toEqual([]);
    // Of a rejected reply and its retry only the retry keeps its context; the last step was asked and never answered.
    expect(state.step).toBe(12);
    expect(recomputed.context).toBe(12);
    expect(recomputed.consequences).toBe(1 + 11);
    expect(recomputed.facts).toBeGreaterThan(5);
    expect(recomputed.guard).toBe(4);
  });
});

test('what was measured anew after a change from outside is recomputed as well', async () => {
  const clock = createSimulatedClock();
  const root = makeProject({ 'work.txt': 'TODO one\n', 'other.txt': 'other\n' }, { git: true });
  const outside = await openScript({
    root,
    clock,
    spec: { inputs: { target_files: [{ path: 'work.txt', status: 'to_modify' }] } },
    script: [
      { action: 'write_file', parameters: { path: '.git/config', text: '' } },
      { action: 'read', parameters: { items: [{ path: 'other.txt' }] } },
    ],
    wrap: (model) => ({
      ...model,
      async decide(request, signal) {
        clock.advance(60_000);
        writeProjectFile(root, 'work.txt', `TODO ${request.step}\n`);
        return model.decide(request, signal);
      },
    }),
  });
  await outside.runOn({});
  expect(await outside.eventsOf('measured')).toHaveLength(3);
  expect((await outside.state()).recent.map(({ action }) => action)).toContain('outside_change');
  const { differences, missing } = await replayAltered(outside, {});
  expect([differences, missing]).toEqual([[], []]);
});

describe('recomputing finds', () => {
  test('a changed input of a context', async () => {
    const Record = z.looseObject({ inputs: z.looseObject({ phasePrompt: z.string() }) });
    const { differences } = await replayAltered(run, {
      step: (record, step, part) => {
        if (step !== 3 || part !== 'context') return record;
        const parsed = Record.parse(record);
        return { ...parsed, inputs: { ...parsed.inputs, phasePrompt: 'Do whatever you like.' } };
      },
    });
    expect(differences).toMatchObject([{ step: 3, what: 'context' }]);
  });

  const Inputs = z.array(z.looseObject({ scope: z.string(), action: z.string() }));
  const FactRecord = z.looseObject({ facts: Inputs, measured: z.array(Inputs).default([]) });

  test('a changed input of a fact', async () => {
    const { differences } = await replayAltered(run, {
      step: (record, step, part) => {
        if (step !== 5 || part !== 'result') return record;
        const { facts, ...rest } = FactRecord.parse(record);
        return { ...rest, facts: facts.map((fact) => ({ ...fact, action: 'problems found nothing' })) };
      },
    });
    expect(differences).toMatchObject([{ step: 5, what: 'facts' }]);
  });

  test('an input of a fact that says something about another subject', async () => {
    const { differences } = await replayAltered(run, {
      step: (record, step, part) => {
        if (step !== 0 || part !== 'result') return record;
        const { measured, ...rest } = FactRecord.parse(record);
        const altered = measured.map((inputs) => inputs.map((fact) => ({ ...fact, scope: 'check:other' })));
        return { ...rest, measured: altered };
      },
    });
    expect(differences).toMatchObject([{ step: 0, what: 'facts' }]);
  });

  test('a fact that nothing was measured for', async () => {
    const { differences } = await replayAltered(run, {
      event: (body) =>
        body.type === 'step-finished' && body.step === 6
          ? { ...body, facts: [...body.facts, { ...createClaim(), step: 6 }] }
          : body,
    });
    expect(differences[0]).toMatchObject({ step: 6, what: 'facts' });
  });

  test('a phase that does not follow, also before the first step', async () => {
    const { differences } = await replayAltered(run, {
      event: (body) => (body.type === 'phase-changed' ? { ...body, to: 'analyze' } : body),
    });
    expect(differences[0]).toEqual({
      step: 0,
      what: 'consequences',
      message: 'recorded: phase analyze; now: phase implement',
    });
  });

  test('an end that was not reached', async () => {
    const { differences } = await replayAltered(run, {
      event: (body) =>
        body.type === 'step-finished' && body.step === 6
          ? { ...body, ends: { reason: 'asked', text: 'May I stop?' } }
          : body,
    });
    expect(differences[0]).toMatchObject({ step: 6, message: 'recorded: none; now: escalated asked' });
  });

  test('a loop that was not there, and one that is missing', async () => {
    const { differences } = await replayAltered(run, {
      event: (body) => (body.type === 'loop-detected' ? { ...body, rung: 'escalate' } : body),
    });
    expect(differences.some(({ what }) => what === 'consequences')).toBe(true);
  });

  test('another verdict of a guard', async () => {
    const { differences } = await replayAltered(run, {
      event: (body) => (body.type === 'action-blocked' ? { ...body, guard: 'edit-size' } : body),
    });
    expect(differences).toMatchObject([
      { step: 4, what: 'guard', message: 'recorded objection: edit-size, now: confinement' },
    ]);
  });

  test('an edit that no guard would have let pass', async () => {
    const { differences } = await replayAltered(run, {
      event: (body) =>
        body.type === 'act-started' && body.step === 5
          ? {
              ...body,
              act: { ...body.act, edits: body.act.edits.map((edit) => ({ ...edit, path: '.git/config' })) },
            }
          : body,
    });
    expect(differences.filter(({ what }) => what === 'guard')).toMatchObject([{ step: 5 }]);
  });
});

function createClaim() {
  return {
    id: 'fact-claimed',
    category: 'verification' as const,
    subject: 'tests',
    statement: 'all tests passed',
    confidence: 1,
    source: 'nobody',
    scope: 'tests',
    data: {},
  };
}
