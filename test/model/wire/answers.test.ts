// The clients of all four formats read what the server answers.
import { describe, expect, it } from 'vitest';
import type { Behaviour } from '../../support/wire/index.js';
import { ask, hello, providers, readTool, start } from './ask.js';

const thinking = 'First the file, then the rest.';

describe.each(providers)('%s', (provider) => {
  async function answerTo(behaviour: Behaviour) {
    const server = await start({ respond: () => behaviour });
    const result = await ask(server, provider);
    return { server, result };
  }

  it('answers with text and with usage that is the one charged', async () => {
    const { server, result } = await answerTo({ kind: 'text', text: 'It works.' });
    expect(result.content).toEqual([expect.objectContaining({ type: 'text', text: 'It works.' })]);
    expect(result.finishReason.unified).toBe('stop');
    const [call] = server.calls;
    expect(call?.outcome).toBe('completed');
    expect(call?.usage.input).toBeGreaterThan(10);
    expect(result.usage.inputTokens.noCache).toBe(call?.usage.input);
    expect(result.usage.outputTokens.total).toBe(call?.usage.output);
    expect(server.totals()).toMatchObject({ calls: 1, completed: 1, input: call?.usage.input });
  });

  it('calls a tool', async () => {
    const { result } = await answerTo({ kind: 'tool', name: 'read', arguments: { path: 'a.ts' } });
    expect(result.finishReason.unified).toBe('tool-calls');
    const [part] = result.content;
    expect(part).toMatchObject({ type: 'tool-call', toolName: 'read' });
    expect(part?.type === 'tool-call' && JSON.parse(part.input)).toEqual({ path: 'a.ts' });
  });

  it('calls several tools, each with its own id', async () => {
    const calls = ['a.ts', 'b.ts'].map((path) => ({ name: 'read', arguments: { path } }));
    const { result } = await answerTo({ kind: 'tools', calls, text: 'Both.' });
    const made = result.content.filter((part) => part.type === 'tool-call');
    expect(made.map((part) => JSON.parse(part.input) as unknown)).toEqual([
      { path: 'a.ts' },
      { path: 'b.ts' },
    ]);
    expect(new Set(made.map((part) => part.toolCallId)).size).toBe(2);
    expect(result.content).toContainEqual(expect.objectContaining({ type: 'text', text: 'Both.' }));
  });

  it('thinks before it calls a tool, and counts the thought as output', async () => {
    const { server, result } = await answerTo({
      kind: 'tool',
      name: 'read',
      arguments: { path: 'a' },
      thinking,
    });
    expect(result.finishReason.unified).toBe('tool-calls');
    expect(result.usage.outputTokens.reasoning).toBeGreaterThan(0);
    expect(result.usage.outputTokens.total).toBe(server.calls[0]?.usage.output);
    const thoughts = result.content.filter((part) => part.type === 'reasoning').map((part) => part.text);
    expect(thoughts).toEqual(provider === 'openai' ? [] : [thinking]);
  });

  it('stops at its length', async () => {
    const { result } = await answerTo({ kind: 'length', text: 'And so' });
    expect(result.finishReason.unified).toBe('length');
  });

  it('writes no more than it may, and ends a longer answer in the middle', async () => {
    const { server, result } = await answerTo({ kind: 'text', text: 'word '.repeat(2_000) });
    expect(result.finishReason.unified).toBe('length');
    expect(result.usage.outputTokens.total).toBe(500);
    expect(server.calls[0]?.usage.output).toBe(500);
  });

  it('breaks off a call that is longer than it may be', async () => {
    const path = 'folder/'.repeat(1_000);
    const { result } = await answerTo({ kind: 'tool', name: 'read', arguments: { path } });
    expect(result.finishReason.unified).toBe('length');
    expect(JSON.stringify(result.content)).not.toContain(path);
  });

  it('charges the output it is told to charge', async () => {
    const { result } = await answerTo({ kind: 'text', text: 'short', outputTokens: 321 });
    expect(result.usage.outputTokens.total).toBe(321);
  });

  it('tells the script what was asked', async () => {
    const seen: unknown[] = [];
    const server = await start({
      respond: ({ provider: from, model, index, text, system, toolNames }) => {
        seen.push({ from, model, index, text, system, toolNames });
        return { kind: 'text', text: 'ok' };
      },
    });
    const { prompt } = hello('what now');
    await ask(server, provider, {
      prompt: [{ role: 'system', content: 'Be brief.' }, ...prompt],
      tools: [readTool],
    });
    const model = server.calls[0]?.model;
    expect(seen).toEqual([
      { from: provider, model, index: 0, text: 'what now', system: 'Be brief.', toolNames: ['read'] },
    ]);
  });

  it('says so when the script itself fails', async () => {
    const server = await start({
      respond: () => {
        throw new Error('no such line');
      },
    });
    await expect(ask(server, provider)).rejects.toMatchObject({
      statusCode: 500,
      message: expect.stringContaining('no such line') as string,
    });
  });
});

describe('arguments that are no JSON', () => {
  const behaviour: Behaviour = { kind: 'tool', name: 'read', arguments: '{"path": "a' };

  it.each(['openai', 'compatible'] as const)('reach the client of %s as they are', async (provider) => {
    const server = await start({ respond: () => behaviour });
    const { content } = await ask(server, provider);
    expect(content).toEqual([expect.objectContaining({ type: 'tool-call', input: '{"path": "a' })]);
  });

  it('reach the client of anthropic as a string instead of an object', async () => {
    const server = await start({ respond: () => behaviour });
    const { content } = await ask(server, 'anthropic');
    expect(content).toEqual([
      expect.objectContaining({ type: 'tool-call', input: JSON.stringify('{"path": "a') }),
    ]);
  });

  it('end the turn of google with an error and no call', async () => {
    const server = await start({ respond: () => behaviour });
    const { content, finishReason } = await ask(server, 'google');
    expect(content).toEqual([]);
    expect(finishReason).toEqual({ unified: 'error', raw: 'MALFORMED_FUNCTION_CALL' });
  });
});

describe('a refusal', () => {
  it.each(['anthropic', 'google'] as const)('is a content filter for %s', async (provider) => {
    const server = await start({ respond: () => ({ kind: 'refuse' }) });
    const { content, finishReason } = await ask(server, provider);
    expect(content).toEqual([]);
    expect(finishReason.unified).toBe('content-filter');
  });

  it('is a content filter with its words as text for openai', async () => {
    const server = await start({ respond: () => ({ kind: 'refuse', text: 'No.' }) });
    const { content, finishReason } = await ask(server, 'openai');
    expect(content).toEqual([{ type: 'text', text: 'No.' }]);
    expect(finishReason).toEqual({ unified: 'content-filter', raw: 'stop' });
  });

  it('is an empty answer for compatible, whose client does not look for it', async () => {
    const server = await start({ respond: () => ({ kind: 'refuse', text: 'No.' }) });
    const { content, finishReason, response } = await ask(server, 'compatible');
    expect(content).toEqual([]);
    expect(finishReason.unified).toBe('stop');
    expect(response?.body).toMatchObject({ choices: [{ message: { content: null, refusal: 'No.' } }] });
  });
});
