// Recipes in a run: made once, kept in the journal, followed from step to step and from process to process.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createFix, createHarness, planFix, runFixTask } from '../../src/app/index.js';
import { countTokens, createPlanner, type Model, type ModelRequest } from '../../src/model/index.js';
import { sha256 } from '../../src/platform/index.js';
import { Advice, type Event, type EventOf } from '../../src/schema/index.js';
import {
  checks,
  FARE,
  FARE_PROJECT,
  makeFixProject,
  PACKAGE,
  SMALL,
  type FixDone,
  type FixProject,
} from '../support/fix-project.js';
import { sectionOf } from '../support/run-script.js';

// Every fix runs the project's tests, in processes of their own.
vi.setConfig({ testTimeout: 240_000 });

/** The planner, and everything it was asked. */
function listen(): { readonly model: Model; readonly asked: readonly ModelRequest[] } {
  const planner = createPlanner();
  const asked: ModelRequest[] = [];
  return {
    asked,
    model: {
      ...planner,
      decide: (request, signal) => {
        asked.push(request);
        return planner.decide(request, signal);
      },
    },
  };
}

function advisedIn(events: readonly Event[]): EventOf<'advised'>[] {
  return events.filter((event): event is EventOf<'advised'> => event.type === 'advised');
}

async function readAdvice({ plan, task }: FixDone, { advice }: EventOf<'advised'>): Promise<Advice> {
  const blob = await plan.harness.runtime.store.getBlob(`${task}.1`, advice);
  return Advice.parse(JSON.parse(Buffer.from(blob).toString('utf8')));
}

/** All that is on record about a task, images of files aside. */
function readRecords({ root }: FixProject, task: string): string {
  const folder = path.join(root, '.agentforge/tasks', task);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('snapshots'))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

describe('advice', () => {
  it('is made once, kept in the journal, and followed by the content its steps leave', async () => {
    const project = makeFixProject();
    const { model, asked } = listen();
    const done = await project.fix({ harness: { model } });
    expect(done.summary.fixed).toMatchObject([{ steps: 2 }]);
    const advised = advisedIn(await done.events(1));
    expect(advised).toMatchObject([{ step: 1, path: 'fare.js', content: sha256(FARE) }]);
    const [first] = advised;
    const { recipes } = await readAdvice(done, first as EventOf<'advised'>);
    const [best] = recipes;
    expect(best?.contents[0]).toBe(sha256(FARE));
    expect(best?.contents.at(-1)).toBe(sha256(project.read('fare.js')));
    expect(asked).toHaveLength(2);
    const shown = asked.map((request) => sectionOf(request, 'Recipes').split('\n'));
    for (const [index, lines] of shown.entries()) {
      expect(lines[0]).toMatch(new RegExp(`^recipes ${asked[index]?.fence ?? ''} \\(`));
      const { action, parameters } = best?.steps[index] ?? {};
      expect(lines).toContain(`next ${JSON.stringify({ action, parameters })}`);
    }
    expect(shown[0]?.[1]).toMatch(/^1\. 9 → 4 in 2 steps, new: /);
    expect(shown[1]?.[1]).toMatch(/^1\. 9 → 4 in 1 step, new: /);
  });

  it('says why there is none, in the same place', async () => {
    const project = makeFixProject({
      ...FARE_PROJECT,
      ...checks("  - {id: licence, kind: regex, files: ['*.js'], config: {require: '^// Licence'}}\n"),
    });
    const { model, asked } = listen();
    await project.fix({ harness: { model } });
    expect(sectionOf(asked[0], 'Recipes')).toMatch(
      new RegExp(`^recipes ${asked[0]?.fence ?? ''}: none, because there is no mechanical change`),
    );
  });

  it('marks a recipe whose step was undone, offers the others first, and ends when none is left', async () => {
    const project = makeFixProject({
      ...FARE_PROJECT,
      'test/shape.test.js':
        "import test from 'node:test';\nimport assert from 'node:assert';\nimport { readFileSync } from 'node:fs';\ntest('one function', () => assert.equal(readFileSync('fare.js', 'utf8').split('function ').length, 2));\n",
    });
    const { model, asked } = listen();
    const { summary, events } = await project.fix({ harness: { model } });
    expect(summary.reverted).toMatchObject([{ reason: expect.stringContaining('one function') as string }]);
    expect(project.read('fare.js')).toBe(FARE);
    const last = sectionOf(asked.at(-1), 'Recipes');
    expect(last.match(/\(undone before: do not repeat it\)/g)?.length).toBe(last.match(/^\d+\. /gm)?.length);
    const second = sectionOf(asked[1], 'Recipes').split('\n');
    expect(second[1]).not.toContain('undone');
    // What was tried on the same text is not worth another analysis.
    expect(advisedIn(await events(1))).toHaveLength(1);
  });

  it('is the same for whoever resumes in another process', async () => {
    const calm = makeFixProject();
    await calm.fix();
    const project = makeFixProject();
    const stop = new AbortController();
    const options = { model: 'planner', trusted: true, sandbox: 'off' } as const;
    const plan = await planFix({ project: project.root, what: 'all', today: '2030-01-01', harness: options });
    const task = await createFix(plan);
    await runFixTask(plan.harness, project.root, task, {
      signal: stop.signal,
      onEvent: ({ type }) => {
        if (type === 'step-finished') stop.abort();
      },
    });
    expect(project.read('fare.js')).not.toBe(FARE);
    expect(project.read('fare.js')).not.toBe(calm.read('fare.js'));
    const harness = createHarness({ ...options, project: project.root });
    const summary = await runFixTask(harness, project.root, task, { resume: true });
    expect(summary.fixed).toMatchObject([{ after: 4, steps: 2 }]);
    expect(project.read('fare.js')).toBe(calm.read('fare.js'));
    expect(advisedIn(await harness.runtime.store.events(`${task}.1`))).toHaveLength(1);
  });

  it('is made anew for a text that no recipe leads to', async () => {
    const project = makeFixProject();
    let isDone = false;
    const { events, summary } = await project.fix({
      onEvent: ({ type }) => {
        if (type !== 'step-finished' || isDone) return;
        isDone = true;
        project.write('fare.js', `// a line more\n${project.read('fare.js')}`);
      },
    });
    expect(advisedIn(await events(1))).toHaveLength(2);
    expect(summary.fixed).toHaveLength(1);
    expect(project.read('fare.js')).toMatch(/^\/\/ a line more\n/);
  });
});

describe('a secret in an expression that is moved', () => {
  const SECRET = 'ghp_Zq8sT1mVb3NcX5yL7kJ9hG2fD4aQ6wE0rTuY';
  const GATE = `export function gate(user, token, hour, level) {
  if (!user || hour < 6) {
    return 'closed';
  }
  if ((token === '${SECRET}' && level > 3) || (level > 7 && hour < 22) || user === 'root') {
    return 'open';
  }
  return hour > 20 ? 'late' : 'no';
}
`;

  it('reaches neither the prompt nor the record, and the file keeps it', async () => {
    const project = makeFixProject({
      'package.json': PACKAGE,
      'gate.js': GATE,
      'test/gate.test.js': `import test from 'node:test';
import assert from 'node:assert';
import { gate } from '../gate.js';
test('nobody', () => assert.equal(gate('', 'x', 12, 1), 'closed'));
test('root', () => assert.equal(gate('root', 'x', 12, 1), 'open'));
test('nobody else', () => assert.equal(gate('ann', 'x', 12, 1), 'no'));
`,
      ...checks(SMALL),
    });
    const { model, asked } = listen();
    const done = await project.fix({ harness: { model } });
    expect(done.summary.fixed).toHaveLength(1);
    expect(project.read('gate.js').split(SECRET)).toHaveLength(2);
    expect(project.read('gate.js')).not.toContain('‹secret');
    expect(asked.map((request) => sectionOf(request, 'Recipes')).join('\n')).toContain(
      "token === '‹secret:1›'",
    );
    for (const { messages } of asked)
      for (const { content } of messages) expect(content).not.toContain(SECRET);
    for (const event of advisedIn(await done.events(1)))
      expect(JSON.stringify(await readAdvice(done, event))).not.toContain(SECRET);
    for (const task of [done.task, `${done.task}.1`])
      expect(readRecords(project, task)).not.toContain(SECRET);
  });
});

describe('a function of 3,000 lines', () => {
  it('is advised on and shown within the ceiling of the context', async () => {
    const branches = Array.from(
      { length: 1_000 },
      (_, index) => `  if (kind === ${index}) {\n    total += price * ${index};\n  }\n`,
    );
    const project = makeFixProject({
      ...FARE_PROJECT,
      'fare.js': `export function fare(kind, price) {\n  let total = 0;\n${branches.join('')}  return total;\n}\n`,
      'test/fare.test.js':
        "import test from 'node:test';\nimport assert from 'node:assert';\nimport { fare } from '../fare.js';\ntest('one', () => assert.equal(fare(2, 3), 6));\n",
    });
    const { model, asked } = listen();
    const { summary } = await project.fix({ harness: { model } });
    expect(asked.length).toBeGreaterThan(0);
    for (const { messages } of asked)
      expect(messages.reduce((sum, { content }) => sum + countTokens(content), 0)).toBeLessThanOrEqual(5_000);
    expect(sectionOf(asked[0], 'Recipes')).toMatch(/^recipes \w+/);
    expect(summary.fixed.length + summary.cannotFix.length + summary.reverted.length).toBe(1);
  });
});
