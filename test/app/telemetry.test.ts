import { trace } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHarness } from '../../src/app/index.js';
import { TaskSpec } from '../../src/schema/index.js';
import { todoCheck } from '../support/count-check.js';
import { makeProject } from '../support/temp-project.js';
import { createWireModel } from '../support/wire/wire-model.js';
import type { Behaviour } from '../support/wire/index.js';
import { start } from '../model/wire/ask.js';

const exporter = new InMemorySpanExporter();

beforeEach(() => {
  exporter.reset();
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  );
});
afterEach(() => trace.disable());

const SECRET = 'q7Vt2pLx9RzKd4WmYs8Bn3Hc';
const ANSWERS: readonly Behaviour[] = [
  { kind: 'tool', name: 'read', arguments: { items: [{ path: 'work.txt' }] } },
  { kind: 'tool', name: 'write_file', arguments: { path: 'work.txt', text: 'done\n' } },
];

async function run(level: string, answers = ANSWERS): Promise<void> {
  const server = await start({
    respond: ({ index }) => answers[index] ?? { kind: 'status', error: 'quota' },
  });
  const harness = createHarness({
    project: makeProject({
      'work.txt': `TODO with ${SECRET}\n`,
      '.agentforge/config.yaml': `telemetry: ${level}\n`,
    }),
    model: createWireModel(server, 'anthropic').model,
    checks: [todoCheck],
    environment: { DEPLOY_TOKEN: SECRET },
    sandbox: 'off',
  });
  const task = await harness.createTask(
    TaskSpec.parse({ type: 'fix_violation', goal: 'leave nothing to do' }),
  );
  await harness.runTask(task).result;
  // The last event is still on its way to the listener.
  await new Promise((resolve) => setImmediate(resolve));
}

const names = (): string[] => exporter.getFinishedSpans().map(({ name }) => name);
const everything = (): string =>
  JSON.stringify(
    exporter.getFinishedSpans().map(({ name, attributes, status }) => ({ name, attributes, status })),
  );

describe('telemetry', () => {
  it('is off unless it is wanted', async () => {
    await run('off');
    expect(exporter.getFinishedSpans()).toEqual([]);
  });

  it('has a span for the task, each call and each action, with usage and without prompts', async () => {
    await run('spans');
    expect(names()).toEqual([
      'chat anthropic/claude-sonnet-4-5',
      'execute_tool read',
      'chat anthropic/claude-sonnet-4-5',
      'execute_tool write_file',
      'invoke_agent agentforge',
    ]);
    const [chat, action, , , agent] = exporter.getFinishedSpans();
    expect(chat?.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.request.model': 'claude-sonnet-4-5',
    });
    expect(chat?.attributes['gen_ai.usage.input_tokens']).toBeGreaterThan(100);
    expect(action?.attributes['gen_ai.tool.name']).toBe('read');
    expect(chat?.parentSpanContext?.spanId).toBe(agent?.spanContext().spanId);
    expect(everything()).not.toContain('TODO with');
  });

  it('holds what was sent only where that is asked for, and then without secrets', async () => {
    await run('prompts');
    expect(everything()).toContain('TODO with');
    expect(everything()).not.toContain(SECRET);
  });

  it('says that a call failed, not what was said about it', async () => {
    await run('spans', []);
    expect(exporter.getFinishedSpans()[0]?.attributes).toMatchObject({ 'error.type': 'model_failed' });
    expect(everything()).not.toContain('account');
  });
});
