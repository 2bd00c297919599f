// What every provider refuses, the server refuses.
import { describe, expect, it } from 'vitest';
import { ask, failing, hello, providers, readTool, start } from './ask.js';
import { headersOf, messageFor, post, send, smallest } from './post.js';

describe.each(providers)('%s', (provider) => {
  it('takes the smallest body there is', async () => {
    const server = await start();
    expect(await post(server, provider, smallest[provider])).toMatchObject({ status: 200 });
  });

  it('refuses a field it does not know', async () => {
    expect(await messageFor(provider, { surprise: 1 })).toContain('surprise');
  });

  it('refuses a body that is no JSON', async () => {
    const server = await start();
    expect(await post(server, provider, '{"model"')).toMatchObject({ status: 400 });
  });

  it('refuses a missing and a wrong key', async () => {
    const server = await start();
    const { 'x-api-key': _a, authorization: _b, 'x-goog-api-key': _c, ...none } = headersOf(server, provider);
    expect(await post(server, provider, smallest[provider], none)).toMatchObject({ status: 401 });
    const wrong = headersOf({ ...server, keys: { ...server.keys, [provider]: 'stolen' } }, provider);
    expect(await post(server, provider, smallest[provider], wrong)).toMatchObject({ status: 401 });
    expect(server.calls.map((call) => [call.keyWasRight, call.outcome])).toEqual([
      [false, 'refused'],
      [false, 'refused'],
    ]);
  });

  it('refuses a model that is not there when it knows which there are', async () => {
    const server = await start({ models: ['only-this'] });
    expect(await post(server, provider, smallest[provider])).toMatchObject({ status: 404 });
  });

  it('refuses a prompt that is longer than it can read', async () => {
    const server = await start({ contextTokens: 1000 });
    const error = await failing(ask(server, provider, hello('again and '.repeat(1000))));
    expect(error.statusCode).toBe(400);
    expect(error.message).toMatch(/too long|maximum context length|exceeds the maximum number of tokens/);
    await expect(ask(server, provider, hello())).resolves.toBeDefined();
  });

  it('takes a whole conversation with calls and results from its client', async () => {
    const server = await start();
    const { content } = await ask(server, provider, {
      prompt: [
        { role: 'system', content: 'Be brief.' },
        ...hello().prompt,
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Reading.' },
            { type: 'tool-call', toolCallId: 'one', toolName: 'read', input: { path: 'a' } },
            { type: 'tool-call', toolCallId: 'two', toolName: 'read', input: { path: 'b' } },
          ],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'one',
              toolName: 'read',
              output: { type: 'text', value: 'A' },
            },
            {
              type: 'tool-result',
              toolCallId: 'two',
              toolName: 'read',
              output: { type: 'error-text', value: 'B' },
            },
          ],
        },
        ...hello('and now').prompt,
      ],
      tools: [readTool],
      toolChoice: { type: 'required' },
      maxOutputTokens: 500,
    });
    expect(content).toHaveLength(1);
    expect(server.calls[0]?.outcome).toBe('completed');
  });
});

it('answers an address nobody has with 404', async () => {
  const server = await start();
  expect(await send(`${server.url}/v1/complete`, {}, {})).toMatchObject({ status: 404 });
  const error = await failing(ask({ ...server, googleUrl: `${server.url}/v2` }, 'google'));
  expect(error.statusCode).toBe(404);
});
