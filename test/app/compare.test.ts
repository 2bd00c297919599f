// The bundled tasks, solved both ways by their scripts; what the accumulating agent is told; the figures.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  compareTasks,
  createHarness,
  createTaskModel,
  listComparedTasks,
  type ComparedTask,
  type Comparison,
  type RunFigures,
} from '../../src/app/index.js';
import {
  createScriptModel,
  parseScript,
  type Model,
  type ModelRequest,
  type ScriptLine,
} from '../../src/model/index.js';
import { makeProject } from '../support/temp-project.js';
import type { Behaviour, WireServer } from '../support/wire/index.js';
import { createWireModel, PRICE } from '../support/wire/wire-model.js';
import { start } from '../model/wire/ask.js';

const TASKS = listComparedTasks();
const DEMAND = '\n\nWhat is your next action?';

const scriptOf = (file: string) => (task: ComparedTask) =>
  createTaskModel(`script:${file}`, task, { environment: {}, providers: {} });

/** Every run's requests, in the order of the runs. */
function recording(modelFor: (task: ComparedTask) => Model): {
  modelFor: (task: ComparedTask) => Model;
  runs: { task: string; asked: ModelRequest[] }[];
} {
  const runs: { task: string; asked: ModelRequest[] }[] = [];
  return {
    runs,
    modelFor: (task) => {
      const model = modelFor(task);
      const run = { task: task.name, asked: [] as ModelRequest[] };
      runs.push(run);
      return {
        ...model,
        decide: (request, signal) => {
          run.asked.push(request);
          return model.decide(request, signal);
        },
      };
    },
  };
}

function runTests(project: string): { exitCode: number | null; passed: number; failed: number } {
  const { status, stdout } = spawnSync('node', ['--test', '--test-reporter=tap'], {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  });
  const count = (word: string): number => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(stdout)?.[1]);
  return { exitCode: status, passed: count('pass'), failed: count('fail') };
}

function readScript({ folder }: ComparedTask, file: string): ScriptLine[] {
  return parseScript(readFileSync(path.join(folder, file), 'utf8'), file);
}

describe('the bundled tasks', () => {
  it('are ten, each with a script that solves it and a clumsy one', () => {
    expect(TASKS).toHaveLength(10);
    for (const { folder } of TASKS)
      for (const script of ['solution.yaml', 'clumsy.yaml'])
        expect(existsSync(path.join(folder, script))).toBe(true);
  });

  it.each(TASKS)('$name: some of its tests fail, and all pass once its script has run', async (task) => {
    const project = path.join(task.folder, 'project');
    const before = runTests(project);
    expect(before.exitCode).toBe(1);
    expect(before.passed).toBeGreaterThan(0);
    expect(before.failed).toBeGreaterThan(0);
    const copy = makeProject({});
    cpSync(project, copy, { recursive: true });
    const model = createScriptModel(readScript(task, 'solution.yaml'));
    const harness = createHarness({ project: copy, model, environment: {} });
    const id = await harness.createTask(readFileSync(path.join(task.folder, 'task.yaml'), 'utf8'));
    expect((await harness.runTask(id).result).status).toBe('completed');
    expect(runTests(copy)).toEqual({ exitCode: 0, passed: before.passed + before.failed, failed: 0 });
  });
});

describe('all tasks by their scripts', () => {
  const recorded = recording(scriptOf('solution.yaml'));
  let comparison: Comparison;

  beforeAll(async () => {
    comparison = await compareTasks({ tasks: TASKS, modelFor: recorded.modelFor });
  }, 240_000);

  it('are solved both ways, in as many steps', () => {
    expect(comparison.tasks.map(({ task }) => task)).toEqual(TASKS.map(({ name }) => name));
    for (const { task, bounded, accumulating } of comparison.tasks) {
      expect({ task, bounded, accumulating }).toMatchObject({
        bounded: { solved: 1, steps: accumulating?.steps },
        accumulating: { solved: 1 },
      });
    }
  });

  it('come to figures that add up', () => {
    for (const contexts of ['bounded', 'accumulating'] as const) {
      const runs = comparison.tasks.flatMap((pair) => pair[contexts] ?? []);
      const sum = (figure: (run: RunFigures) => number): number =>
        runs.reduce((total, run) => total + figure(run), 0);
      const { tokens, ...figures } = comparison.sum[contexts];
      expect(figures).toMatchObject({ tasks: 10, solved: 10, steps: sum(({ steps }) => steps), costUsd: 0 });
      expect(figures.units).toBeCloseTo(sum(({ units }) => units));
      expect(tokens.in).toBe(sum((run) => run.tokens.in));
      expect(tokens.in).toBe(tokens.fresh + tokens.cached);
    }
  });

  it('change which way comes first', () => {
    const isAccumulating = ({ asked }: { asked: ModelRequest[] }): boolean =>
      asked[0]?.messages[1].content.includes('# What happened so far') === true;
    expect(recorded.runs.map(isAccumulating).slice(0, 4)).toEqual([false, true, true, false]);
  });

  it('leave the tasks as they were and nothing behind', () => {
    for (const { folder } of TASKS)
      expect(readdirSync(path.join(folder, 'project')).sort()).toEqual(['package.json', 'src', 'test']);
  });
});

describe('what an accumulating agent is told', () => {
  const named = TASKS.filter(({ name }) => ['catalog-pages', 'invoice-totals'].includes(name));
  const recorded = recording(scriptOf('clumsy.yaml'));
  let accumulated: { task: string; asked: ModelRequest[] }[];
  let comparison: Comparison;

  beforeAll(async () => {
    comparison = await compareTasks({ tasks: named, modelFor: recorded.modelFor });
    accumulated = recorded.runs.filter(({ asked }) => text(asked[0]).includes('# What happened so far'));
  }, 120_000);

  const text = (request: ModelRequest | undefined): string => request?.messages[1].content ?? '';

  it('holds everything it was told before, byte for byte, and only grows', () => {
    expect(accumulated).toHaveLength(2);
    for (const { asked } of accumulated) {
      expect(asked.length).toBeGreaterThan(6);
      asked.forEach((request, index) => {
        expect(text(request).endsWith(DEMAND)).toBe(true);
        const known = text(asked[index - 1]).slice(0, -DEMAND.length);
        expect(text(request).startsWith(known)).toBe(true);
        expect(text(request).length).toBeGreaterThan(known.length + DEMAND.length);
      });
      expect(new Set(asked.map(({ messages }) => messages[0].content)).size).toBe(1);
    }
  });

  it('has a seam at the end of what is constant and after each thing that happened', () => {
    for (const { asked } of accumulated)
      asked.forEach(({ seams, messages }, index) => {
        const known = asked[index - 1]?.seams ?? [];
        expect(seams.slice(0, known.length)).toEqual(known);
        expect(seams.length).toBeGreaterThan(known.length);
        expect(messages[1].content.slice(seams.at(-1))).toBe(DEMAND);
      });
  });

  it('shows each action with its parameters, and a file as it was when it was read', () => {
    const asked = accumulated.find(({ task }) => task === 'invoice-totals')?.asked ?? [];
    const last = text(asked.at(-1));
    const task = named.find(({ name }) => name === 'invoice-totals');
    if (!task) throw new Error('There is no such task.');
    const told = readScript(task, 'clumsy.yaml')
      .slice(0, asked.length - 1)
      .map((line) =>
        'action' in line
          ? JSON.stringify({ action: line.action, parameters: line.parameters })
          : 'raw' in line
            ? line.raw
            : '',
      );
    const original = readFileSync(path.join(task.folder, 'project/src/money.js'), 'utf8');
    const shown = original.trimEnd().split('\n');
    const wanted = [
      ...told,
      ...shown.map((line) => `| ${line}`),
      'not ok 1 - ',
      'reverted: it was undone because',
    ];
    expect(wanted.filter((part) => !last.includes(part))).toEqual([]);
  });

  it('is more than a bounded agent is told, whose contexts stay below their ceiling', () => {
    for (const { bounded, accumulating } of comparison.tasks) {
      expect(bounded).toMatchObject({ solved: 1, estimated: true });
      expect(accumulating).toMatchObject({ solved: 1, estimated: true });
      expect(accumulating?.tokens.in).toBeGreaterThan(bounded?.tokens.in ?? Infinity);
      expect((bounded?.tokens.in ?? Infinity) / (bounded?.steps ?? 1)).toBeLessThan(5_500);
    }
  });
});

describe('a comparison', () => {
  const [first] = TASKS;
  if (!first) throw new Error('There are no tasks.');

  it('counts a task that does not end as unsolved, and says why', async () => {
    const [line] = readScript(first, 'solution.yaml');
    const { tasks, sum } = await compareTasks({
      tasks: [first],
      modelFor: () => createScriptModel(line ? [line] : []),
    });
    expect(tasks[0]?.bounded?.solved).toBe(0);
    expect(tasks[0]?.bounded?.ending).toContain('all were used');
    expect(sum.accumulating).toMatchObject({ tasks: 1, solved: 0 });
  });

  it('does not count a task as solved whose tests were changed', async () => {
    const test = 'test/subscription.test.js';
    const script: ScriptLine[] = [
      { action: 'read', parameters: { items: [{ path: test }] } },
      {
        action: 'edit_file',
        parameters: { path: test, old: 'monthly = (start)', new: 'monthly = (start = undefined)' },
      },
      ...readScript(first, 'solution.yaml').slice(-1),
    ];
    const { tasks } = await compareTasks({ tasks: [first], modelFor: () => createScriptModel(script) });
    expect(tasks[0]?.bounded).toMatchObject({ solved: 0, ending: `it changed ${test}` });
  });

  it('cannot run when the model never answers', async () => {
    const running = compareTasks({
      tasks: [first],
      modelFor: () => createScriptModel([{ fail: 'no key' }]),
    });
    await expect(running).rejects.toThrow('no key');
  });

  it('stops when told to and has what is there', async () => {
    const stop = new AbortController();
    const { tasks, sum } = await compareTasks({
      tasks: TASKS,
      modelFor: scriptOf('solution.yaml'),
      signal: stop.signal,
      onRun: (_task, _contexts, run) => {
        if (run) stop.abort();
      },
    });
    expect(tasks).toMatchObject([{ task: first.name, bounded: { solved: 1 } }]);
    expect(tasks[0]?.accumulating).toBeUndefined();
    expect(sum.bounded.tasks).toBe(0);
  });

  it('takes tasks from a folder of one’s own, and says which there are', () => {
    const folder = makeProject({ 'mine/task.yaml': '', 'mine/project/a.js': '', 'other/note.txt': '' });
    expect(listComparedTasks(folder).map(({ name }) => name)).toEqual(['mine']);
    expect(() => listComparedTasks(folder, 'yours')).toThrow('There is no task yours; there are mine.');
    expect(() => listComparedTasks(path.join(folder, 'other'))).toThrow(/holds no tasks/);
  });

  it('refuses a model that waits for replies', () => {
    const surroundings = { environment: {}, providers: {} };
    expect(() => createTaskModel('inbox', first, surroundings)).toThrow(/waits for replies/);
  });
});

describe('on a provider', () => {
  it('has cached tokens both ways, as the provider reported them, and money', async () => {
    const task = TASKS.find(({ name }) => name === 'catalog-pages');
    if (!task) throw new Error('There is no such task.');
    const replies = readScript(task, 'clumsy.yaml').flatMap((line): Behaviour[] =>
      'action' in line ? [{ kind: 'tool', name: line.action, arguments: line.parameters ?? {} }] : [],
    );
    const respond = ({ index }: { readonly index: number }): Behaviour => replies[index] ?? { kind: 'reset' };
    const servers = [await start({ respond }), await start({ respond })] as const;
    const models = servers.map((server) => createWireModel(server, 'anthropic').model);
    const { tasks } = await compareTasks({
      tasks: [task],
      modelFor: () => models.shift() ?? createScriptModel([{ fail: 'there are two runs' }]),
    });
    const { bounded, accumulating } = tasks[0] ?? {};
    expectAsReported(bounded, servers[0].totals());
    expectAsReported(accumulating, servers[1].totals());
    expect(accumulating?.tokens.cached).toBeGreaterThan(bounded?.tokens.cached ?? Infinity);
  });
});

function expectAsReported(run: RunFigures | undefined, totals: ReturnType<WireServer['totals']>): void {
  const { input, cacheRead, cacheWrite, output } = totals;
  expect(run).toMatchObject({
    solved: 1,
    estimated: false,
    tokens: { in: input + cacheRead + cacheWrite, fresh: input + cacheWrite, cached: cacheRead },
  });
  expect(cacheRead).toBeGreaterThan(0);
  expect(run?.units).toBeCloseTo(input + cacheWrite * 1.25 + cacheRead * 0.1);
  const { cacheRead: read = 0, cacheWrite: written = 0 } = PRICE;
  const millionths = input * PRICE.input + cacheRead * read + cacheWrite * written + output * PRICE.output;
  expect(run?.costUsd).toBeCloseTo(millionths / 1_000_000);
}
