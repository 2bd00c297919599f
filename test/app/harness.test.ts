import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createHarness,
  createScriptModel,
  defineAction,
  MemoryStateStore,
  type HarnessEvent,
  type TaskRun,
} from '../../src/app/index.js';
import { randomIds, systemClock } from '../../src/platform/index.js';
import { TaskSpec } from '../../src/schema/index.js';
import { todoCheck } from '../support/count-check.js';
import { makeTempProject } from '../support/walled-project.js';
import { z } from 'zod';

const SPEC = TaskSpec.parse({
  type: 'fix_violation',
  goal: 'leave nothing to do',
  inputs: { target_files: [{ path: 'work.txt', status: 'to_modify' }] },
});
const SCRIPT = createScriptModel([
  { action: 'plan', parameters: { steps: ['write'] } },
  { action: 'write_file', parameters: { path: 'work.txt', text: 'done\n' } },
]);

function open(options: Partial<Parameters<typeof createHarness>[0]> = {}): ReturnType<typeof createHarness> {
  return createHarness({
    project: makeTempProject({ 'work.txt': 'TODO\n' }).root,
    model: SCRIPT,
    checks: [todoCheck],
    environment: {},
    sandbox: 'off',
    ...options,
  });
}

async function collect(run: TaskRun): Promise<HarnessEvent[]> {
  const events: HarnessEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

const typesOf = (events: readonly HarnessEvent[]): string[] =>
  events.filter(({ type }) => type !== 'activity').map(({ type }) => type);

describe('models for some phases', () => {
  const config = (models: string): Record<string, string> => ({
    'work.txt': 'TODO\n',
    'plan.yaml': '- {action: read, parameters: {items: [{path: work.txt}]}}\n',
    'edit.yaml': '- {raw: nothing}\n- {action: write_file, parameters: {path: work.txt, text: "done\\n"}}\n',
    '.agentforge/config.yaml': models,
  });

  it('are asked there, unless a model is named for all of it', async () => {
    const { root } = makeTempProject(
      config(
        'model: inbox\nmodels: {phases: {init: "script:ROOT/plan.yaml", analyze: "script:ROOT/plan.yaml", implement: "script:ROOT/edit.yaml"}}\n',
      ),
    );
    const file = path.join(root, '.agentforge/config.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('ROOT', root));
    const { model: _, ...options } = { model: SCRIPT, checks: [todoCheck], sandbox: 'off' as const };
    const harness = createHarness({ project: root, environment: {}, ...options });
    const task = await harness.createTask(SPEC);
    expect((await harness.runTask(task).result).status).toBe('completed');
    const named = createHarness({ project: root, environment: {}, ...options, model: 'inbox' });
    expect(named.runtime.modelFor).toBeUndefined();
  });
});

describe('a run', () => {
  it('is an iterable of what is recorded as it happens, and a result', async () => {
    const harness = open();
    const task = await harness.createTask(SPEC);
    const run = harness.runTask(task);
    const events = await collect(run);
    const recorded = await harness.runtime.store.events(task);
    expect(typesOf(events)).toEqual(recorded.slice(1).map(({ type }) => type));
    expect(events.every((event) => event.task === task)).toBe(true);
    expect(events.some(({ type }) => type === 'activity')).toBe(true);
    expect(await run.result).toMatchObject({ task, status: 'completed', filesChanged: ['work.txt'] });
    expect(await harness.describe(task)).toEqual(await run.result);
  });

  it('tells every listener everything, and none is in the way of another', async () => {
    const harness = open();
    const run = harness.runTask(await harness.createTask(SPEC));
    const impatient = (async () => {
      for await (const event of run) return event.type;
      return 'none';
    })();
    const [first, second] = await Promise.all([collect(run), collect(run), impatient]);
    expect(typesOf(first).at(-1)).toBe('completed');
    expect(second).toEqual(first);
  });

  it('keeps its events for a listener that comes late, and needs none', async () => {
    const harness = open();
    const run = harness.runTask(await harness.createTask(SPEC));
    await run.result;
    expect(typesOf(await collect(run)).at(-1)).toBe('completed');
    expect(await collect(run)).toEqual([]);
  });

  it('of one task is not heard in another', async () => {
    const harness = open();
    const one = await harness.createTask(SPEC);
    const other = await harness.createTask(SPEC);
    await harness.runTask(one).result;
    const events = await collect(harness.runTask(other, { maxSteps: 1 }));
    expect(new Set(events.map(({ task }) => task))).toEqual(new Set([other]));
  });

  it('ends the iteration when it fails, and rejects only for those who await the result', async () => {
    const harness = open({ model: createScriptModel([{ action: 'plan', parameters: { steps: ['a'] } }]) });
    const run = harness.runTask(await harness.createTask(SPEC));
    expect((await collect(run)).length).toBeGreaterThan(0);
    await expect(run.result).rejects.toMatchObject({ code: 'script_exhausted' });
  });

  it('can be stopped by a signal and goes on where it was', async () => {
    const harness = open();
    const task = await harness.createTask(SPEC);
    const stop = new AbortController();
    const run = harness.runTask(task, { signal: stop.signal });
    for await (const event of run) if (event.type === 'step-finished') stop.abort();
    expect(await run.result).toMatchObject({ status: 'waiting', step: 1 });
    expect(await harness.runTask(task, { resume: true }).result).toMatchObject({
      status: 'completed',
      step: 2,
    });
  });
});

describe('a harness', () => {
  it('takes a task as data or as the text of a file, and refuses a wrong one in a sentence', async () => {
    const harness = open();
    expect(await harness.createTask('type: fix_violation\ngoal: x\n', 'x.yaml')).toMatch(
      /^fix-violation-[0-9a-f]{8}$/,
    );
    await expect(harness.createTask('type: fix_violation\n', 'x.yaml')).rejects.toMatchObject({
      code: 'bad_task',
      message: expect.stringMatching(/^x\.yaml: .*goal/) as string,
    });
    const wrong = { ...SPEC, goal: '' };
    await expect(harness.createTask(wrong)).rejects.toMatchObject({ code: 'bad_task' });
  });

  it('waits for replies from outside when no model is named', async () => {
    const { model: _, ...options } = {
      project: makeTempProject({ 'work.txt': 'TODO\n' }).root,
      checks: [todoCheck],
      model: undefined,
    };
    const harness = createHarness({ ...options, sandbox: 'off' });
    expect(await harness.runTask(await harness.createTask(SPEC)).result).toMatchObject({
      status: 'waiting',
      step: 0,
    });
  });

  it('lets a program bring its own actions, which take the place of built-in ones of that name', async () => {
    const said: string[] = [];
    const plan = defineAction({
      name: 'plan',
      description: 'Say it.',
      when: 'always',
      priority: 1,
      parameters: z.strictObject({ steps: z.array(z.string()) }),
      mutates: false,
      repeatable: true,
      plan: ({ steps }) => ({
        kind: 'perform',
        run: async () => {
          said.push(...steps);
          return { ok: true, output: 'said' };
        },
      }),
    });
    const harness = open({ actions: [plan] });
    await harness.runTask(await harness.createTask(SPEC)).result;
    expect(said).toEqual(['write']);
  });

  it('keeps its state in memory on request, and leaves no trace in the project', async () => {
    const project = makeTempProject({ 'work.txt': 'TODO\n' });
    const harness = open({
      project: project.root,
      store: new MemoryStateStore({ clock: systemClock, ids: randomIds }),
    });
    await harness.runTask(await harness.createTask(SPEC)).result;
    expect(project.read('work.txt')).toBe('done\n');
    expect(() => project.read('.agentforge/tasks')).toThrow(/ENOENT/);
  });

  it('names the folder that is missing', () => {
    const missing = path.join(makeTempProject().root, 'missing');
    expect(() => createHarness({ project: missing })).toThrow(/no project folder ".*missing"/);
  });

  it.each([
    ['schema: [', /config\.yaml is not valid YAML/],
    ['model: 5', /config\.yaml: .*model/],
    ['modle: inbox', /config\.yaml: .*modle/],
    ['checks: [{id: "a b", command: [x]}]', /config\.yaml: .*checks/],
    ['checks: [{id: a, command: npm test}]', /config\.yaml: .*checks/],
    ['- a list', /config\.yaml/],
  ])('refuses the configuration %j, naming file and field', (text, message) => {
    const project = makeTempProject({ '.agentforge/config.yaml': text });
    expect(() => createHarness({ project: project.root })).toThrow(message);
  });

  it('says that a configured model does not exist when it is needed, not before', () => {
    const project = makeTempProject({ '.agentforge/config.yaml': 'model: oracle' });
    const { runtime } = createHarness({ project: project.root });
    expect(() => runtime.model).toThrow(/no model "oracle"/);
  });

  it('takes an empty configuration for the defaults', () => {
    const project = makeTempProject({ '.agentforge/config.yaml': '# nothing yet\n' });
    expect(createHarness({ project: project.root }).runtime.config).toMatchObject({
      sandbox: 'prefer',
      network: false,
      checks: [],
    });
  });
});
