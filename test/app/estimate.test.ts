// What a task will probably take, beside what five recorded tasks then took on the server.
import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createHarness, createTaskModel, estimateTask, listComparedTasks } from '../../src/app/index.js';
import { loadState } from '../../src/engine/index.js';
import { createTapeModel, parseScript, recordTape, type Model } from '../../src/model/index.js';
import { makeProject } from '../support/temp-project.js';
import type { Behaviour } from '../support/wire/index.js';
import { createWireModel } from '../support/wire/wire-model.js';
import { start } from '../model/wire/ask.js';

const RECORDED = ['invoice-totals', 'league-table', 'settings-loader', 'stock-orders', 'weather-cache'];
const FOLDER = path.join(import.meta.dirname, 'recorded');

function copyTask(name: string): { project: string; spec: string } {
  const [task] = listComparedTasks(undefined, name);
  if (!task) throw new Error(`There is no task ${name}.`);
  const project = makeProject({});
  cpSync(path.join(task.folder, 'project'), project, { recursive: true });
  return { project, spec: readFileSync(path.join(task.folder, 'task.yaml'), 'utf8') };
}

function readReplies(name: string): Behaviour[] {
  const file = path.join(FOLDER, `${name}.yaml`);
  return parseScript(readFileSync(file, 'utf8'), file).flatMap((line): Behaviour[] =>
    'action' in line ? [{ kind: 'tool', name: line.action, arguments: line.parameters ?? {} }] : [],
  );
}

async function openTask(name: string, prepare: (model: Model) => Model = (model) => model) {
  const replies = readReplies(name);
  const server = await start({ respond: ({ index }) => replies[index] ?? { kind: 'text', text: '?' } });
  const model = prepare(createWireModel(server, 'anthropic').model);
  const { project, spec } = copyTask(name);
  const options = { project, environment: {}, sandbox: 'off' as const };
  const harness = createHarness({ ...options, model });
  const run = async () => {
    const task = await harness.createTask(spec);
    await harness.runTask(task).result;
    return loadState(harness.runtime, task);
  };
  return { server, harness, run, estimate: () => estimateTask(harness, spec, options) };
}

describe.each(RECORDED)('%s, recorded', (name) => {
  it('takes what was estimated before, give or take 30 %, and asks nobody for the estimate', async () => {
    const { server, harness, run, estimate } = await openTask(name);
    const { tokens, costUsd, calls, tasks } = await estimate();
    expect(server.calls).toHaveLength(0);
    expect(await harness.runtime.store.list()).toEqual([]);
    expect(tasks).toBe(0);
    const { status, spent } = await run();
    expect(status).toBe('completed');
    expect(calls.expected / spent.calls).toBeGreaterThanOrEqual(0.7);
    for (const ratio of [tokens.in / spent.usage.inputTokens, (costUsd ?? 0) / (spent.costUsd ?? 0)]) {
      expect(ratio).toBeGreaterThan(0.7);
      expect(ratio).toBeLessThan(1.3);
    }
  });

  it('replays offline from its tape', async () => {
    const tape = path.join(makeProject({}), 'tape.jsonl');
    const { run } = await openTask(name, (model) => recordTape(model, tape));
    const recorded = await run();
    const { server, run: replay } = await openTask(name, () => createTapeModel(tape));
    const replayed = await replay();
    expect(server.calls).toHaveLength(0);
    expect(replayed.status).toBe('completed');
    expect(replayed.files).toEqual(recorded.files);
    expect(replayed.spent.usage).toEqual(recorded.spent.usage);
  });
});

describe('an estimate', () => {
  it('goes by the tasks that were finished here, once there are three', async () => {
    const { project, spec } = copyTask('league-table');
    const [task] = listComparedTasks(undefined, 'league-table');
    if (!task) throw new Error('There is no such task.');
    const surroundings = { environment: {}, providers: {} };
    const options = { project, environment: {}, sandbox: 'off' as const };
    for (let round = 0; round < 3; round++) {
      const copy = copyTask('league-table');
      cpSync(path.join(copy.project, 'src'), path.join(project, 'src'), { recursive: true });
      const model = createTaskModel('script:clumsy.yaml', task, surroundings);
      const harness = createHarness({ ...options, model });
      await harness.runTask(await harness.createTask(spec)).result;
    }
    const copy = copyTask('league-table');
    cpSync(path.join(copy.project, 'src'), path.join(project, 'src'), { recursive: true });
    const server = await start({ respond: () => ({ kind: 'text', text: '?' }) });
    const harness = createHarness({ ...options, model: createWireModel(server, 'anthropic').model });
    const { calls, tasks, tokens, costUsd, range } = await estimateTask(harness, spec, options);
    expect(tasks).toBe(3);
    expect(calls.expected).toBeGreaterThan(4);
    expect(tokens.cached).toBeGreaterThan(0);
    expect(range).toEqual([costUsd, costUsd]);
  });

  it('is nothing for a task that is done already', async () => {
    const { harness, run, estimate } = await openTask('league-table');
    await run();
    expect(await estimate()).toMatchObject({ calls: { expected: 0 }, tokens: { in: 0, out: 0 }, costUsd: 0 });
    expect(await harness.runtime.store.list()).toHaveLength(1);
  });
});
