// Facts by model: only when asked for, only of what no rule understands, on record, and nothing that was not printed.
import { expect, test } from 'vitest';
import { openReader, replay } from '../../src/engine/index.js';
import type { Model, ScriptLine } from '../../src/model/index.js';
import { runScript, type ScriptedTask } from '../support/run-script.js';

const OUTPUT = 'frobnicator v2\nwidget gamma is bent, see parts/gamma.txt near 17\ngiving up';
const COMMAND = [process.execPath, '-e', `console.log(${JSON.stringify(OUTPUT)}); process.exitCode = 3`];
const RUN: ScriptLine = { action: 'run_command', parameters: { name: 'frob' } };

function recordFacts(...facts: readonly object[]): ScriptLine {
  return { action: 'record_facts', parameters: { facts } };
}

/** The check of the task is understood by no rule either: about it the model has nothing to say. */
async function runFrob(script: readonly ScriptLine[], more: Partial<ScriptedTask> & { facts?: string } = {}) {
  const { facts = 'model', ...options } = more;
  const config = JSON.stringify({ facts, commands: { frob: { command: COMMAND } } });
  return runScript({
    files: { 'work.txt': 'TODO\n', '.agentforge/config.yaml': config },
    spec: { type: 'custom', inputs: { target_files: [{ path: 'work.txt', status: 'to_modify' }] } },
    script: facts === 'model' ? [recordFacts(), ...script] : script,
    ...options,
  });
}

test('a model reads what no rule understands, and what it quotes becomes facts of at most 0.8', async () => {
  const { asked, state, eventsOf } = await runFrob([
    RUN,
    recordFacts(
      { message: 'widget gamma is bent', file: 'parts/gamma.txt', line: 17 },
      { message: 'the widget needs straightening', category: 'inference' },
    ),
  ]);
  expect(asked[2]?.messages[1].content).toContain('widget gamma is bent, see parts/gamma.txt near 17');
  expect(asked[2]?.actions.map(({ name }) => name)).toEqual(['record_facts']);
  const { facts, spent } = await state();
  expect(
    facts.filter(({ source }) => source.startsWith('model')).map((one) => [one.statement, one.confidence]),
  ).toEqual([
    ['parts/gamma.txt:17: widget gamma is bent', 0.8],
    ['the widget needs straightening', 0.6],
  ]);
  expect(spent.calls).toBe(3);
  expect(await eventsOf('reading-replied')).toHaveLength(2);
});

test('what the output does not name is left out', async () => {
  const { state } = await runFrob([
    RUN,
    recordFacts(
      { message: 'widget gamma is bent', file: 'parts/delta.txt' },
      { message: 'giving up', test: 'bends gamma' },
      { message: 'giving up', line: 99 },
    ),
  ]);
  const { facts } = await state();
  expect(facts.map(({ statement }) => statement)).toContain('command:frob (command:frob) failed');
  expect(facts.some(({ source }) => source.startsWith('model'))).toBe(false);
});

test('nobody is asked unless the project says so', async () => {
  const { asked, eventsOf } = await runFrob([RUN], { facts: 'rules' });
  expect(asked.filter(({ actions }) => actions.length === 1)).toEqual([]);
  expect(await eventsOf('reading-asked')).toEqual([]);
});

test('the same output is read once', async () => {
  const { eventsOf, state } = await runFrob([
    RUN,
    recordFacts({ message: 'giving up' }),
    { action: 'read', parameters: { items: [{ path: 'work.txt' }] } },
    RUN,
  ]);
  expect(await eventsOf('reading-asked')).toHaveLength(2);
  expect((await eventsOf('step-finished')).filter(({ action }) => action === 'run_command')).toHaveLength(2);
  expect((await state()).facts.map(({ statement }) => statement)).toContain('giving up');
});

test.each<[string, ScriptLine]>([
  ['another action', { action: 'complete', parameters: {} }],
  ['no action at all', { raw: 'It seems broken.' }],
  ['facts of the wrong shape', { action: 'record_facts', parameters: { facts: [{ what: 1 }] } }],
  ['a model that fails', { fail: 'no answer' }],
])('%s in reply leaves the step with what rules found', async (_, reply) => {
  const { eventsOf, state } = await runFrob([RUN, reply]);
  const finished = await eventsOf('step-finished');
  expect(finished.map(({ action, result }) => [action, result])).toContainEqual(['run_command', 'failure']);
  expect((await state()).facts.map(({ statement }) => statement)).toContain(
    'command:frob (command:frob) failed',
  );
});

test('a call that could go over the budget is not made', async () => {
  const wrap = (model: Model): Model => ({
    ...model,
    boundUsd: ({ actions }) => (actions.length === 1 ? 1_000 : 0),
  });
  const { eventsOf } = await runFrob([], { wrap, script: [RUN] });
  expect(await eventsOf('reading-asked')).toEqual([]);
  expect((await eventsOf('step-finished'))[0]?.result).toBe('failure');
});

test('a replay draws the same facts from what was recorded', async () => {
  const { harness, task } = await runFrob([RUN, recordFacts({ message: 'giving up' })]);
  const reader = await openReader(harness.runtime, task);
  const { differences, recomputed } = await replay(reader, { recompute: true });
  expect(differences).toEqual([]);
  expect(recomputed.facts).toBeGreaterThan(0);
});
