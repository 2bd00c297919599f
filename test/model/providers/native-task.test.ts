// Whole tasks on a provider's model: what it is sent, what the journal keeps, what it pays.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { countTokens } from '../../../src/model/index.js';
import { openScript, runScript, userMessage, type ScriptedTask } from '../../support/run-script.js';
import { createWireModel } from '../../support/wire/wire-model.js';
import type { Behaviour, WireServer } from '../../support/wire/index.js';
import { start } from '../wire/ask.js';

type Use = Extract<Behaviour, { kind: 'tool' }>;

const READ: Use = { kind: 'tool', name: 'read', arguments: { items: [{ path: 'work.txt' }] } };
const EDIT: Use = {
  kind: 'tool',
  name: 'edit_file',
  arguments: { path: 'work.txt', old: 'TODO one', new: 'done' },
};
const LIMITS = { limits: { steps: 400, phaseSteps: 400, tokens: 50_000_000, usd: 100 } };

function onServer(server: WireServer, task: Partial<ScriptedTask> = {}): ReturnType<typeof runScript> {
  const { model } = createWireModel(server, 'anthropic');
  return runScript({ script: [{ raw: 'nobody asks it' }], wrap: () => model, ...task });
}

describe('a task on a model that calls natively', () => {
  it('is done without a fence, under its ceiling, with one tool list for all steps', async () => {
    const answers = [READ, EDIT];
    const server = await start({ respond: ({ index }) => answers[index] ?? READ });
    const { state, asked, root, eventsOf } = await onServer(server);
    const { status, spent } = await state();
    expect(status).toBe('completed');
    expect(readFileSync(path.join(root, 'work.txt'), 'utf8')).toBe('done\n');
    const tools = server.calls.map(({ body }) => JSON.stringify((body as { tools: unknown }).tools));
    expect(new Set(tools).size).toBe(1);
    for (const { messages, native } of asked) {
      expect(native).toBe(true);
      expect(messages[0].content).not.toContain('@@action');
      expect(messages[0].content).toContain('exactly one tool call');
    }
    for (const { tokens } of await eventsOf('step-asked')) {
      expect(tokens.total).toBeLessThanOrEqual(5_000);
      expect(tokens.total).toBeGreaterThan(countTokens(tools[0] ?? ''));
    }
    const [replied] = await eventsOf('step-replied');
    expect(replied?.reply.call).toMatchObject({ action: 'read' });
    expect(spent.costUsd).toBeGreaterThan(0);
  });

  it('is told what was wrong with a call, once', async () => {
    const answers: Behaviour[] = [{ kind: 'text', text: 'I would read it.' }, READ, EDIT];
    const server = await start({ respond: ({ index }) => answers[index] ?? READ });
    const { state, asked, eventsOf } = await onServer(server);
    expect((await state()).status).toBe('completed');
    expect(userMessage(asked[1])).toMatch(/Your last reply was rejected\..*no tool call; send exactly one/);
    expect(userMessage(asked[2])).not.toContain('rejected');
    expect(await eventsOf('reply-rejected')).toHaveLength(1);
  });

  it('says that it waits, for how long and why', async () => {
    const answers: Behaviour[] = [{ kind: 'status', error: 'rate_limit', retryAfterSeconds: 90 }, READ, EDIT];
    const server = await start({ respond: ({ index }) => answers[index] ?? READ });
    const { model } = createWireModel(server, 'anthropic');
    const { harness, runOn } = await openScript({ script: [], wrap: () => model });
    const waits: string[] = [];
    harness.listen((event) => {
      if (event.type === 'activity' && event.doing === 'waiting') waits.push(event.detail);
    });
    expect((await runOn({})).status).toBe('completed');
    expect(waits).toHaveLength(1);
    expect(waits[0]).toMatch(/^90 s: .*anthropic/i);
  });

  it('ends with a question when there is no reply to be had, and counts what that may have cost', async () => {
    const server = await start({ respond: () => ({ kind: 'cut', of: READ }) });
    const { state } = await onServer(server);
    const { status, question, spent } = await state();
    expect(status).toBe('parked');
    expect(question?.text).toMatch(/cut off.*tried 10 times/);
    expect(spent.broken).toMatchObject({ calls: 10 });
    expect(spent.broken?.costUsd).toBeGreaterThan(0);
  });

  it('reads most of a task of thirty steps from the cache', async () => {
    const server = await start({ respond: ({ index }) => (index === 0 ? READ : finishLine(index)) });
    const { state } = await onServer(server, { files: { 'work.txt': writeWork(29) }, spec: LIMITS });
    const { status, step, spent } = await state();
    expect({ status, step }).toEqual({ status: 'completed', step: 30 });
    const { input, cacheRead, cacheWrite } = server.totals();
    expect(spent.usage.cachedTokens).toBe(cacheRead);
    expect(cacheRead / (input + cacheRead + cacheWrite)).toBeGreaterThan(0.6);
  });
});

describe('200 steps of which one call in five fails', () => {
  it('complete; no recorded reply is bought twice, and the counts agree with the server', async () => {
    const random = createRandom(7);
    const failures: Behaviour[] = [
      { kind: 'status', error: 'rate_limit', retryAfterSeconds: 2 },
      { kind: 'status', error: 'overloaded' },
      { kind: 'status', error: 'server_error' },
      { kind: 'status', error: 'bad_gateway' },
      { kind: 'reset' },
      { kind: 'cut', of: READ },
    ];
    let answered = 0;
    const server = await start({
      respond: () => {
        if (random() < 0.2) return failures[Math.floor(random() * failures.length)] ?? READ;
        return answered++ === 0 ? READ : finishLine(answered - 1);
      },
    });
    const files = { 'work.txt': writeWork(199) };
    const { state, eventsOf } = await onServer(server, { files, spec: LIMITS });
    const { status, step, spent } = await state();
    expect({ status, step }).toEqual({ status: 'completed', step: 200 });
    const completed = server.calls.filter(({ outcome }) => outcome === 'completed');
    expect(await eventsOf('step-replied')).toHaveLength(completed.length);
    expect(completed).toHaveLength(200);
    expect(spent.usage).toMatchObject({
      inputTokens: sum(completed, ({ input, cacheRead, cacheWrite }) => input + cacheRead + cacheWrite),
      outputTokens: sum(completed, ({ output }) => output),
      cachedTokens: sum(completed, ({ cacheRead }) => cacheRead),
    });
    const broken = server.calls.filter(({ outcome }) => outcome === 'broken');
    expect(broken.length).toBeGreaterThan(5);
    expect(spent.broken?.calls).toBeGreaterThanOrEqual(broken.length);
    expect(spent.broken?.inputTokens).toBeGreaterThanOrEqual(
      sum(broken, ({ input, cacheRead, cacheWrite }) => input + cacheRead + cacheWrite),
    );
  });
});

/** So many lines that are to be done one by one. */
function writeWork(lines: number): string {
  return Array.from({ length: lines }, (_, line) => `TODO ${line + 1}.\n`).join('');
}

function finishLine(line: number): Use {
  return { ...EDIT, arguments: { path: 'work.txt', old: `TODO ${line}.`, new: `done ${line}.` } };
}

type Charged = Pick<WireServer['calls'][number], 'usage'>;

function sum(calls: readonly Charged[], pick: (usage: Charged['usage']) => number): number {
  return calls.reduce((total, { usage }) => total + pick(usage), 0);
}

/** The same numbers in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
