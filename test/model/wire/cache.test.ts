// Prompts are read from the cache as each provider does it, and the clients see the same numbers.
import type { LanguageModelV3CallOptions, LanguageModelV3Usage } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { createSimulatedClock } from '../../../src/platform/index.js';
import type { WireServer } from '../../support/wire/index.js';
import { ask, connect, hello, readTool, start } from './ask.js';

const book = 'All happy families are alike in one way or another. '.repeat(200);

function marked(ttl?: '5m' | '1h') {
  const cacheControl = { type: 'ephemeral', ...(ttl === undefined ? {} : { ttl }) };
  return { providerOptions: { anthropic: { cacheControl } } };
}

function asked(system: string, text: string, ttl?: '5m' | '1h'): LanguageModelV3CallOptions {
  return {
    prompt: [{ role: 'system', content: system, ...marked(ttl) }, ...hello(text).prompt],
    tools: [readTool],
    maxOutputTokens: 100,
  };
}

async function usageOf(server: WireServer, options: LanguageModelV3CallOptions, model?: string) {
  const { usage } = await connect(server, 'anthropic', model).doGenerate(options);
  return usage.inputTokens;
}

function expectCharged(server: WireServer, usage: LanguageModelV3Usage['inputTokens']): void {
  const { input, cacheRead, cacheWrite } = server.calls.at(-1)?.usage ?? {};
  expect([usage.noCache, usage.cacheRead, usage.cacheWrite ?? 0]).toEqual([input, cacheRead, cacheWrite]);
}

describe('the cache of anthropic', () => {
  it('writes at a mark, then reads up to it while the rest is new', async () => {
    const server = await start();
    const first = await usageOf(server, asked(book, 'one'));
    expectCharged(server, first);
    const second = await usageOf(server, asked(book, 'another question'));
    expectCharged(server, second);
    expect(first.cacheRead).toBe(0);
    expect(first.cacheWrite).toBeGreaterThan(1024);
    expect(second.cacheRead).toBe(first.cacheWrite);
    expect(second.cacheWrite).toBe(0);
    const [call] = server.calls;
    expect(call?.body).toMatchObject({ system: [{ cache_control: { type: 'ephemeral' } }] });
  });

  it('charges the same tokens in all, from the cache or not', async () => {
    const server = await start();
    const first = await usageOf(server, asked(book, 'same'));
    const second = await usageOf(server, asked(book, 'same'));
    expect(second.total).toBe(first.total);
  });

  it('silently caches nothing below the minimum of the model', async () => {
    const server = await start();
    const short = asked(book.slice(0, 8_000), 'one');
    const sonnet = [await usageOf(server, short), await usageOf(server, short)];
    expect(sonnet.map((usage) => usage.cacheRead)).toEqual([0, sonnet[0]?.cacheWrite]);
    const haiku = [
      await usageOf(server, short, 'claude-haiku-4-5'),
      await usageOf(server, short, 'claude-haiku-4-5'),
    ];
    expect(haiku).toMatchObject([
      { cacheRead: 0, cacheWrite: 0 },
      { cacheRead: 0, cacheWrite: 0 },
    ]);
  });

  it('forgets after five minutes or an hour without use, and not before', async () => {
    const clock = createSimulatedClock();
    const server = await start({ clock });
    const read = async (ttl: '5m' | '1h', text: string) => {
      return ((await usageOf(server, asked(book + ttl, text, ttl))).cacheRead ?? 0) > 0;
    };
    expect([await read('5m', 'a'), await read('1h', 'a')]).toEqual([false, false]);
    clock.advance(4 * 60_000);
    expect(await read('5m', 'b')).toBe(true);
    clock.advance(4 * 60_000);
    expect(await read('5m', 'c')).toBe(true);
    clock.advance(6 * 60_000);
    expect([await read('5m', 'd'), await read('1h', 'd')]).toEqual([false, true]);
    clock.advance(61 * 60_000);
    expect(await read('1h', 'e')).toBe(false);
  });

  it('tells what is kept for an hour from what is kept for minutes', async () => {
    const server = await start();
    const { prompt, ...rest } = asked(book, 'one', '1h');
    const result = await ask(server, 'anthropic', {
      ...rest,
      prompt: [...prompt, { role: 'user', content: [{ type: 'text', text: book, ...marked() }] }],
    });
    const raw = (result.response?.body as { usage: { cache_creation: Record<string, number> } }).usage;
    expect(raw.cache_creation['ephemeral_1h_input_tokens']).toBeGreaterThan(1000);
    expect(raw.cache_creation['ephemeral_5m_input_tokens']).toBeGreaterThan(1000);
  });

  it('is lost by a changed tool, and keeps tools and system when only tool_choice changes', async () => {
    const server = await start();
    const [system, user] = asked(book, 'one').prompt;
    if (system === undefined || user === undefined) throw new Error('The prompt has two turns.');
    const options = { ...asked(book, 'one'), prompt: [system, { ...user, ...marked() }] };
    const first = await usageOf(server, options);
    const changed = await usageOf(server, { ...options, toolChoice: { type: 'required' } });
    expect(changed.cacheRead).toBeGreaterThan(0);
    expect(changed.cacheRead).toBeLessThan(first.cacheWrite ?? 0);
    const other = await usageOf(server, { ...options, tools: [{ ...readTool, description: 'Other.' }] });
    expect(other.cacheRead).toBe(0);
  });

  it('looks back twenty blocks from a mark, and no further', async () => {
    const server = await start();
    const first: LanguageModelV3CallOptions = {
      prompt: [{ role: 'user', content: [{ type: 'text', text: book, ...marked() }] }],
      maxOutputTokens: 10,
    };
    const longer = (blocks: number): LanguageModelV3CallOptions => {
      const content = Array.from({ length: blocks }, (_, at) => ({ type: 'text' as const, text: `${at}` }));
      const end = { type: 'text' as const, text: 'end', ...marked() };
      return {
        ...hello(book),
        prompt: [...hello(book).prompt, { role: 'user', content: [...content, end] }],
      };
    };
    await usageOf(server, first);
    expect((await usageOf(server, longer(18))).cacheRead).toBeGreaterThan(1000);
    const fresh = await start();
    await usageOf(fresh, first);
    expect((await usageOf(fresh, longer(19))).cacheRead).toBe(0);
  });
});

describe('caches that need no mark', () => {
  it('reads in steps of 128 from 1,024 tokens for openai', async () => {
    const server = await start();
    const first = await ask(server, 'openai', asked(book, 'one'));
    const second = await ask(server, 'openai', asked(book, 'two'));
    expect(first.usage.inputTokens.cacheRead).toBe(0);
    const read = second.usage.inputTokens.cacheRead ?? 0;
    expect(read).toBeGreaterThanOrEqual(1024);
    expect(read % 128).toBe(0);
    expectCharged(server, second.usage.inputTokens);
  });

  it('reads whatever is the same from 1,024 tokens for google', async () => {
    const server = await start();
    await ask(server, 'google', asked(book, 'one'));
    const { usage } = await ask(server, 'google', asked(book, 'two'));
    expect(usage.inputTokens.cacheRead).toBeGreaterThan(1024);
    expectCharged(server, usage.inputTokens);
  });

  it.each(['openai', 'google', 'compatible'] as const)(
    'reads nothing below 1,024 tokens for %s',
    async (provider) => {
      const server = await start();
      const short = book.slice(0, 3_000);
      await ask(server, provider, asked(short, 'one'));
      const { usage } = await ask(server, provider, asked(short, 'one'));
      expect(usage.inputTokens.cacheRead).toBe(0);
    },
  );

  it('forgets what was not used for five minutes', async () => {
    const clock = createSimulatedClock();
    const server = await start({ clock });
    await ask(server, 'openai', asked(book, 'one'));
    clock.advance(6 * 60_000);
    const { usage } = await ask(server, 'openai', asked(book, 'one'));
    expect(usage.inputTokens.cacheRead).toBe(0);
  });
});
