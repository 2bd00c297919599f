// Every way of failing reaches the clients as an error that says what it was.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Behaviour, ErrorKind, Provider } from '../../support/wire/index.js';
import { ask, failing, hello, providers, start } from './ask.js';

type Codes = Readonly<Record<Provider, number>>;

function everywhere(code: number, others: Partial<Codes> = {}): Codes {
  return { anthropic: code, openai: code, google: code, compatible: code, ...others };
}

const statuses: Readonly<Record<ErrorKind, Codes>> = {
  rate_limit: everywhere(429),
  slow_down: everywhere(429),
  quota: everywhere(429, { anthropic: 402 }),
  spend_limit: everywhere(429),
  own_spend_limit: everywhere(429, { anthropic: 400 }),
  overloaded: everywhere(503, { anthropic: 529 }),
  prompt_too_long: everywhere(400),
  invalid: everywhere(400),
  unauthorized: everywhere(401),
  key_invalid: everywhere(401, { google: 400 }),
  forbidden: everywhere(403),
  model_not_found: everywhere(404),
  not_found: everywhere(404),
  too_large: everywhere(413),
  server_error: everywhere(500),
  bad_gateway: everywhere(502),
  unavailable: everywhere(503),
  timeout: everywhere(504),
};

const kinds = Object.keys(statuses) as ErrorKind[];

async function errorFor(provider: Provider, behaviour: Behaviour) {
  const server = await start({ respond: () => behaviour });
  return { server, error: await failing(ask(server, provider)) };
}

describe.each(providers)('%s', (provider) => {
  it.each(kinds)('fails with the status of %s, and charges nothing', async (kind) => {
    const { server, error } = await errorFor(provider, { kind: 'status', error: kind });
    expect(error.statusCode).toBe(statuses[kind][provider]);
    expect(error.message).not.toBe('');
    expect(error.responseHeaders).not.toHaveProperty('retry-after');
    expect(server.totals()).toMatchObject({ refused: 1, input: 0, output: 0 });
    expect(server.provoked429).toBe(0);
  });

  it('says how long to wait, however long that is', async () => {
    const wait: Behaviour = { kind: 'status', error: 'rate_limit', retryAfterSeconds: 3600 };
    const { error } = await errorFor(provider, wait);
    if (provider === 'google') expect(error.responseBody).toContain('"retryDelay":"3600s"');
    else expect(error.responseHeaders).toMatchObject({ 'retry-after': '3600' });
  });

  it('may say it in words of the script', async () => {
    const { error } = await errorFor(provider, { kind: 'status', error: 'forbidden', message: 'Not you.' });
    expect(error.message).toBe('Not you.');
  });

  it('loses an answer that is cut, and charges it', async () => {
    const { server, error } = await errorFor(provider, {
      kind: 'cut',
      of: { kind: 'text', text: 'half of it' },
    });
    expect(error.isRetryable).toBe(true);
    await server.settled();
    const [call] = server.calls;
    expect(call).toMatchObject({ outcome: 'broken', status: 200 });
    expect(call?.usage.output).toBeGreaterThan(0);
  });

  it('is reset after the request was read, and charges what it read', async () => {
    const { server, error } = await errorFor(provider, { kind: 'reset' });
    expect(error).toMatchObject({ isRetryable: true, statusCode: undefined });
    await server.settled();
    const [call] = server.calls;
    expect(call).toMatchObject({ outcome: 'broken', status: undefined, usage: { output: 0 } });
    expect(call?.usage.input).toBeGreaterThan(0);
  });

  it('hangs until the client goes', async () => {
    const server = await start({ respond: () => ({ kind: 'hang' }) });
    const patience = new AbortController();
    const asked = ask(server, provider, { ...hello(), abortSignal: patience.signal });
    const failed = expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    await server.arrived(1);
    expect(server.calls[0]?.outcome).toBe('open');
    patience.abort();
    await failed;
    await server.settled();
    expect(server.calls[0]?.outcome).toBe('broken');
    expect(server.totals()).toMatchObject({ calls: 1, broken: 1 });
  });

  it('drips an answer that arrives in the end', async () => {
    const server = await start({
      respond: () => ({
        kind: 'drip',
        msPerChunk: 1,
        bytesPerChunk: 200,
        of: { kind: 'text', text: 'slow' },
      }),
    });
    const { content } = await ask(server, provider, hello());
    expect(content).toMatchObject([{ type: 'text', text: 'slow' }]);
    expect(server.calls[0]?.outcome).toBe('completed');
  });

  it('drips an answer that a client abandons, and charges it', async () => {
    const server = await start({ respond: () => ({ kind: 'drip', msPerChunk: 20 }) });
    const patience = new AbortController();
    const asked = ask(server, provider, { ...hello(), abortSignal: patience.signal });
    const failed = expect(asked).rejects.toThrow();
    await server.arrived(1);
    await sleep(60);
    patience.abort();
    await failed;
    await server.settled();
    expect(server.calls[0]?.outcome).toBe('broken');
    expect(server.calls[0]?.usage.output).toBeGreaterThan(0);
  });

  it('is late, and answers what was delayed', async () => {
    const later: Behaviour = { kind: 'delay', ms: 5, then: { kind: 'status', error: 'server_error' } };
    const { error } = await errorFor(provider, later);
    expect(error.statusCode).toBe(500);
  });
});

describe('what tells one 429 from another', () => {
  it('is the code in the details of anthropic', async () => {
    const { error } = await errorFor('anthropic', { kind: 'status', error: 'spend_limit' });
    expect(JSON.parse(error.responseBody ?? '')).toMatchObject({
      type: 'error',
      error: { type: 'rate_limit_error', details: { error_code: 'enforced_spend_limit_reached' } },
      request_id: error.responseHeaders?.['request-id'],
    });
  });

  it.each([
    ['rate_limit', 'rate_limit_exceeded'],
    ['slow_down', 'slow_down'],
    ['quota', 'insufficient_quota'],
    ['spend_limit', 'credit_balance_exhausted'],
  ] as const)('is the code of openai: %s is %s', async (kind, code) => {
    const { error } = await errorFor('openai', { kind: 'status', error: kind });
    expect(error.data).toMatchObject({ error: { code } });
  });
});

it('delivers a failure of the way as HTML', async () => {
  const { error } = await errorFor('anthropic', { kind: 'status', error: 'bad_gateway' });
  expect(error.responseHeaders?.['content-type']).toBe('text/html');
  expect(error.responseBody).toContain('<title>502 Bad Gateway</title>');
});

it('says in the words of each provider that a prompt is too long', async () => {
  const words = await Promise.all(
    providers.map(async (provider) => {
      const { error } = await errorFor(provider, { kind: 'status', error: 'prompt_too_long' });
      return error.message;
    }),
  );
  expect(words.map((message) => message.split(' ').slice(0, 4).join(' '))).toEqual([
    'prompt is too long:',
    "This model's maximum context",
    'The input token count',
    "This model's maximum context",
  ]);
});
