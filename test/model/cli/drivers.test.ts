import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claude } from '../../../src/model/cli/claude.js';
import { createCliModel, type CliModelOptions } from '../../../src/model/cli/cli-model.js';
import { codex } from '../../../src/model/cli/codex.js';
import type { CodingCli } from '../../../src/model/cli/contract.js';
import { gemini } from '../../../src/model/cli/gemini.js';
import { ModelFailure } from '../../../src/model/contract.js';
import { createSimulatedClock } from '../../../src/platform/clock.js';
import type { Reply } from '../../../src/schema/index.js';
import { installFakes, type FakeClis } from '../../support/fake-clis/install-fakes.js';
import { makeRequest, NEVER } from '../request.js';

let fakes: FakeClis;
let waits: number[];
beforeEach(() => {
  fakes = installFakes();
  waits = [];
});
afterEach(() => fakes.remove());

async function ask(
  cli: CodingCli,
  modes: readonly string[],
  more: Partial<CliModelOptions> = {},
): Promise<Reply> {
  fakes.setModes(...modes);
  const model = createCliModel(cli, {
    timeoutMs: 30_000,
    environment: fakes.environment,
    clock: createSimulatedClock(),
    pause: async (ms) => void waits.push(ms),
    ...more,
  });
  return model.decide(makeRequest(), NEVER);
}

async function fail(
  cli: CodingCli,
  mode: string,
): Promise<{ message: string; calls: number; charged: number }> {
  const error: unknown = await ask(cli, [mode]).catch((thrown: unknown) => thrown);
  if (!(error instanceof ModelFailure)) throw new Error('it should have failed', { cause: error });
  return { message: error.message, calls: fakes.calls().length, charged: error.broken?.calls ?? 0 };
}

describe('claude', () => {
  test('counts every model it used, with what was read from and written to the cache', async () => {
    const reply = await ask(claude, ['ok']);
    expect(reply.usage).toEqual({
      inputTokens: 3_215,
      outputTokens: 41,
      cachedTokens: 3_000,
      writtenTokens: 200,
    });
    expect(reply).toMatchObject({ costUsd: 0.0125, model: 'claude-opus-4-8' });
  });

  test('is counted by its one usage where it tells no models, and its cost by the price or not at all', async () => {
    expect(await ask(claude, ['no-cost'])).toMatchObject({
      usage: { inputTokens: 3_210, outputTokens: 40, cachedTokens: 3_000, writtenTokens: 200 },
      costUsd: null,
      model: 'claude',
    });
    const price = { input: 10, output: 100, cacheRead: 1, cacheWrite: 20 };
    expect((await ask(claude, ['no-cost'], { price })).costUsd).toBeCloseTo(0.0111, 6);
  });

  test('is called without tools, hooks, MCP servers, project settings, memory and a saved session', async () => {
    await ask(claude, ['ok']);
    const [call] = fakes.calls();
    expect(call?.args.slice(0, -1)).toEqual([
      ...['-p', '--output-format', 'json', '--tools', '', '--strict-mcp-config', '--setting-sources', 'user'],
      ...['--settings', '{"disableAllHooks":true}', '--no-session-persistence', '--max-turns', '1'],
      '--system-prompt-file',
    ]);
    expect(call?.environment).toMatchObject({ CLAUDE_CODE_SAFE_MODE: '1' });
    expect(call?.system).toBe(makeRequest().messages[0].content);
    expect(call?.input).toBe(makeRequest().messages[1].content);
  });

  test.each([
    [
      'is-error',
      'claude failed with exit code 1 (API Error: 500 Internal server error). It was tried 3',
      3,
      3,
    ],
    ['max-turns', 'claude used a tool of its own (error_max_turns) instead of answering.', 3, 3],
    ['cut-off', 'was longer than its model may write', 1, 1],
    ['plan-limit', 'claude has reached the limit of its plan', 1, 0],
    ['too-long', 'The context is too long for this model', 1, 0],
    ['no-model', 'claude has no such model', 1, 0],
    ['exit-2', 'claude failed with exit code 2.', 3, 3],
  ])('with a result of %s fails for what it is', async (mode, words, calls, charged) => {
    expect(await fail(claude, mode)).toEqual({
      message: expect.stringContaining(words) as string,
      calls,
      charged,
    });
  });
});

describe('codex', () => {
  test('answers with its last message, and counts as the provider does', async () => {
    const reply = await ask(codex, ['ok'], {
      model: 'gpt-x',
      price: { input: 1, output: 10, cacheRead: 0.1 },
    });
    expect(reply.text).toBe('PONG');
    expect(reply.usage).toEqual({
      inputTokens: 5_000,
      outputTokens: 60,
      cachedTokens: 4_000,
      writtenTokens: 100,
    });
    expect(reply.costUsd).toBeCloseTo(0.002, 6);
    expect(reply.model).toBe('codex/gpt-x');
  });

  test('is called read-only, without configuration, rules, hooks and a shell', async () => {
    await ask(codex, ['ok']);
    expect(fakes.calls()[0]?.args).toEqual([
      ...['exec', '--json', '-s', 'read-only', '--skip-git-repo-check', '--ephemeral'],
      ...['--ignore-user-config', '--ignore-rules'],
      ...[
        '-c',
        'features.hooks=false',
        '-c',
        'features.shell_tool=false',
        '-c',
        'features.unified_exec=false',
      ],
      '-',
    ]);
  });

  test.each([
    ['tool', 'codex used a tool of its own (command_execution) instead of answering.', 3, 3],
    ['file-change', 'codex used a tool of its own (file_change)', 3, 3],
    ['disconnected', 'codex failed with exit code 1 (stream disconnected before completion)', 3, 3],
    ['unfinished', 'codex failed (Reconnecting... waiting for network)', 3, 3],
    ['no-model', 'codex has no such model (The requested model nope does not exist)', 1, 0],
    ['plan-limit', 'codex has reached the limit of its plan', 1, 0],
  ])('with a stream of %s fails for what it is', async (mode, words, calls, charged) => {
    expect(await fail(codex, mode)).toEqual({
      message: expect.stringContaining(words) as string,
      calls,
      charged,
    });
  });

  test('that says how long to wait is left alone that long', async () => {
    expect(
      (await ask(codex, ['told-to-wait', 'told-to-wait', 'told-to-wait', 'told-to-wait', 'ok'])).text,
    ).toBe('PONG');
    expect(waits).toEqual([1_500, 1_500, 1_500, 1_500]);
  });
});

describe('gemini', () => {
  test('counts all models together, thoughts as output', async () => {
    const reply = await ask(gemini, ['ok'], { price: { input: 1, output: 10 } });
    expect(reply.usage).toEqual({ inputTokens: 9_100, outputTokens: 80, cachedTokens: 6_000 });
    expect(reply.costUsd).toBeCloseTo(0.0099, 6);
    expect(reply.model).toBe('gemini-3.8-pro');
  });

  test('is called where its settings take tools, hooks and MCP servers away', async () => {
    await ask(gemini, ['ok']);
    const [call] = fakes.calls();
    expect(call?.args).toEqual(['-p', '', '--output-format', 'json']);
    expect(call?.settings).toMatchObject({
      hooksConfig: { enabled: false },
      tools: { core: [] },
      mcp: { allowed: [] },
    });
  });

  test.each([
    ['tool', 'gemini used a tool of its own', 3, 3],
    ['turn-limit', 'gemini used a tool of its own', 3, 3],
    ['bad-input', 'gemini failed with exit code 42 (No input provided via stdin)', 1, 1],
    ['bad-key', 'gemini is not logged in (API key not valid', 1, 0],
  ])('with a report of %s fails for what it is', async (mode, words, calls, charged) => {
    expect(await fail(gemini, mode)).toEqual({
      message: expect.stringContaining(words) as string,
      calls,
      charged,
    });
  });

  test('that does not trust its folder says so', async () => {
    const { message, calls } = await fail(gemini, 'untrusted');
    expect(message).toBe('gemini does not trust the folder it is called in; install its latest version.');
    expect(calls).toBe(1);
  });
});
