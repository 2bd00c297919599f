// Buckets empty, refuse and refill as time passes, and every answer says how full they are.
import { describe, expect, it } from 'vitest';
import { createSimulatedClock } from '../../../src/platform/index.js';
import { ask, connect, failing, hello, providers, start } from './ask.js';
import { headersOf, post, send, smallest } from './post.js';

const minuteMs = 60_000;

describe.each(providers)('%s', (provider) => {
  it('refuses requests above the limit until the bucket has refilled', async () => {
    const clock = createSimulatedClock();
    const server = await start({ clock, limits: { requestsPerMinute: 2 } });
    await ask(server, provider);
    await ask(server, provider);
    const error = await failing(ask(server, provider));
    expect(error.statusCode).toBe(429);
    if (provider === 'google') expect(error.responseBody).toContain('"retryDelay":"30s"');
    else expect(error.responseHeaders).toMatchObject({ 'retry-after': '30' });
    expect(server.provoked429).toBe(1);
    clock.advance(minuteMs / 2);
    await ask(server, provider);
    expect(server.totals()).toMatchObject({ calls: 4, completed: 3, refused: 1 });
  });

  it('keeps the models apart', async () => {
    const server = await start({ limits: { requestsPerMinute: 1 } });
    await ask(server, provider);
    await expect(connect(server, provider, 'other-model').doGenerate(hello())).resolves.toBeDefined();
  });

  it('lets a script count the calls that reach it alone', async () => {
    const clock = createSimulatedClock();
    const indexes: number[] = [];
    const server = await start({
      clock,
      limits: { requestsPerMinute: 1 },
      respond: ({ index }) => {
        indexes.push(index);
        return { kind: 'text', text: 'ok' };
      },
    });
    await ask(server, provider);
    await failing(ask(server, provider));
    clock.advance(minuteMs);
    await ask(server, provider);
    expect(indexes).toEqual([0, 1]);
  });

  it('refuses calls above those it serves at once', async () => {
    const server = await start({
      limits: { concurrency: 1 },
      respond: ({ index }) => (index === 0 ? { kind: 'hang' } : { kind: 'text', text: 'free again' }),
    });
    const patience = new AbortController();
    const first = ask(server, provider, { ...hello(), abortSignal: patience.signal }).catch(() => 'gone');
    await server.arrived(1);
    expect((await failing(ask(server, provider))).statusCode).toBe(429);
    patience.abort();
    expect(await first).toBe('gone');
    await server.settled();
    await expect(ask(server, provider)).resolves.toBeDefined();
    expect(server.provoked429).toBe(1);
  });
});

describe('tokens', () => {
  const long = 'A sentence that is read again and again. '.repeat(300);
  const marked = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } };
  const request = {
    ...hello(),
    prompt: [{ role: 'system' as const, content: long, ...marked }, ...hello().prompt],
  };

  it('that anthropic reads from its cache do not count', async () => {
    const clock = createSimulatedClock();
    const server = await start({ clock, limits: { inputTokensPerMinute: 4000 } });
    await ask(server, 'anthropic', request);
    expect(server.calls[0]?.usage.cacheWrite).toBeGreaterThan(3000);
    await ask(server, 'anthropic', request);
    expect(server.calls[1]?.usage.cacheRead).toBeGreaterThan(3000);
    expect(server.provoked429).toBe(0);
  });

  it('that openai reads from its cache do', async () => {
    const clock = createSimulatedClock();
    const server = await start({ clock, limits: { inputTokensPerMinute: 4000 } });
    await ask(server, 'openai', request);
    expect((await failing(ask(server, 'openai', request))).statusCode).toBe(429);
    clock.advance(minuteMs);
    await ask(server, 'openai', request);
    expect(server.calls[2]?.usage.cacheRead).toBeGreaterThan(1024);
  });

  it('of output are taken when they are written, and may be owed', async () => {
    const clock = createSimulatedClock();
    const server = await start({
      clock,
      limits: { outputTokensPerMinute: 1000 },
      respond: () => ({ kind: 'text', text: 'long', outputTokens: 2500 }),
    });
    const long = { ...hello(), maxOutputTokens: 3000 };
    await ask(server, 'anthropic', long);
    clock.advance(minuteMs);
    expect((await failing(ask(server, 'anthropic', long))).responseHeaders?.['retry-after']).toBe('31');
    clock.advance(minuteMs);
    await expect(ask(server, 'anthropic', long)).resolves.toBeDefined();
  });

  it('of a call that fails by the script are given back', async () => {
    const server = await start({
      clock: createSimulatedClock(),
      limits: { inputTokensPerMinute: 4000 },
      respond: () => ({ kind: 'status', error: 'overloaded' }),
    });
    await failing(ask(server, 'anthropic', request));
    expect((await failing(ask(server, 'anthropic', request))).statusCode).toBe(529);
  });
});

it('counts what is only counted by itself', async () => {
  const server = await start({ clock: createSimulatedClock(), limits: { requestsPerMinute: 1 } });
  const { max_tokens: _max, ...prompt } = smallest.anthropic;
  const count = () =>
    send(`${server.anthropicUrl}/messages/count_tokens`, prompt, headersOf(server, 'anthropic'));
  expect((await count()).status).toBe(200);
  expect((await post(server, 'anthropic', smallest.anthropic)).status).toBe(200);
  expect((await count()).status).toBe(429);
});

describe('a minute', () => {
  it('may be shorter than one', async () => {
    const clock = createSimulatedClock();
    const server = await start({ clock, minuteMs: 1000, limits: { requestsPerMinute: 1 } });
    await ask(server, 'openai');
    clock.advance(999);
    expect((await failing(ask(server, 'openai'))).statusCode).toBe(429);
    clock.advance(1);
    await expect(ask(server, 'openai')).resolves.toBeDefined();
  });
});

describe('headers', () => {
  const limits = { requestsPerMinute: 10, inputTokensPerMinute: 50_000, outputTokensPerMinute: 8_000 };

  it('of anthropic name limit, rest and time, with tokens in thousands', async () => {
    const clock = createSimulatedClock(Date.UTC(2026, 0, 1));
    const server = await start({ clock, limits });
    const { headers } = await post(server, 'anthropic', smallest.anthropic);
    const given = Object.fromEntries(
      [...headers].filter(([name]) => name.startsWith('anthropic-ratelimit-')),
    );
    expect(given).toEqual({
      'anthropic-ratelimit-requests-limit': '10',
      'anthropic-ratelimit-requests-remaining': '9',
      'anthropic-ratelimit-requests-reset': '2026-01-01T00:00:06Z',
      'anthropic-ratelimit-tokens-limit': '58000',
      'anthropic-ratelimit-tokens-remaining': '58000',
      'anthropic-ratelimit-tokens-reset': '2026-01-01T00:00:01Z',
      'anthropic-ratelimit-input-tokens-limit': '50000',
      'anthropic-ratelimit-input-tokens-remaining': '50000',
      'anthropic-ratelimit-input-tokens-reset': '2026-01-01T00:00:01Z',
      'anthropic-ratelimit-output-tokens-limit': '8000',
      'anthropic-ratelimit-output-tokens-remaining': '8000',
      'anthropic-ratelimit-output-tokens-reset': '2026-01-01T00:00:01Z',
    });
    expect(headers.get('request-id')).toMatch(/^req_/);
  });

  it('of openai name limit, rest and how long it takes', async () => {
    const server = await start({ clock: createSimulatedClock(), limits });
    const { headers } = await post(server, 'openai', smallest.openai);
    expect(headers.get('x-ratelimit-limit-requests')).toBe('10');
    expect(headers.get('x-ratelimit-remaining-requests')).toBe('9');
    expect(headers.get('x-ratelimit-reset-requests')).toBe('6s');
    expect(headers.get('x-ratelimit-limit-tokens')).toBe('50000');
    const { input = 0, output = 0 } = server.calls[0]?.usage ?? {};
    expect(headers.get('x-ratelimit-remaining-tokens')).toBe(String(50_000 - input - output));
    expect(headers.get('x-ratelimit-reset-tokens')).toMatch(/^\d+ms$/);
    expect(headers.get('x-request-id')).toMatch(/^req_/);
  });

  it('of openai write minutes and seconds', async () => {
    const clock = createSimulatedClock();
    const server = await start({ clock, minuteMs: 600_000, limits: { requestsPerMinute: 1 } });
    const { headers } = await post(server, 'openai', smallest.openai);
    expect(headers.get('x-ratelimit-reset-requests')).toBe('10m0s');
  });

  it('stand on refusals of a body too', async () => {
    const server = await start({ limits });
    const { headers, status } = await post(server, 'anthropic', { ...smallest.anthropic, surprise: 1 });
    expect(status).toBe(400);
    expect(headers.get('anthropic-ratelimit-requests-remaining')).toBe('10');
  });

  it('stand on refusals of the script too', async () => {
    const server = await start({ limits, respond: () => ({ kind: 'status', error: 'overloaded' }) });
    const error = await failing(ask(server, 'anthropic'));
    expect(error.responseHeaders).toMatchObject({ 'anthropic-ratelimit-requests-limit': '10' });
  });
});
