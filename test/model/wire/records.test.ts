// The server remembers what came, and what it made of it.
import { expect, it } from 'vitest';
import { countTokens } from 'gpt-tokenizer';
import { createSimulatedClock } from '../../../src/platform/index.js';
import { estimateTokens } from '../../support/wire/token-estimate.js';
import { ask, hello, providers, start } from './ask.js';
import { headersOf, post, smallest } from './post.js';

it('keeps every byte for the search for a secret, and no key where it belongs', async () => {
  const server = await start();
  for (const provider of providers) await ask(server, provider, hello(`canary of ${provider}`));
  const everything = server.everything();
  for (const provider of providers) {
    expect(everything).toContain(`canary of ${provider}`);
    expect(everything).not.toContain(server.keys[provider]);
  }
  expect(everything).toContain('x-api-key: [key]');
  expect(everything).toContain('POST /v1/messages');
});

it('shows a key that went where it does not belong', async () => {
  const server = await start();
  await ask(server, 'openai', hello(server.keys.anthropic));
  await post(server, 'openai', smallest.openai, { authorization: `Bearer ${server.keys.google}` });
  expect(server.everything()).toContain(server.keys.anthropic);
  expect(server.everything()).toContain(server.keys.google);
});

it('keeps of a key in the records only whether it was right', async () => {
  const server = await start();
  await post(server, 'anthropic', smallest.anthropic);
  await post(server, 'anthropic', smallest.anthropic, {
    ...headersOf(server, 'anthropic'),
    'x-api-key': 'no',
  });
  expect(server.calls.map(({ headers, keyWasRight }) => [headers['x-api-key'], keyWasRight])).toEqual([
    ['right', true],
    ['wrong', false],
  ]);
  expect(JSON.stringify(server.calls)).not.toContain(server.keys.anthropic);
});

it('records bodies, models and times of arrival', async () => {
  const clock = createSimulatedClock(1_000);
  const server = await start({ clock });
  await post(server, 'anthropic', smallest.anthropic);
  clock.advance(500);
  await post(server, 'google', smallest.google);
  expect(server.calls).toMatchObject([
    { provider: 'anthropic', model: 'claude-sonnet-4-5', body: smallest.anthropic, arrivedMs: 1_000 },
    { provider: 'google', model: 'gemini-2.5-flash', body: smallest.google, arrivedMs: 1_500 },
  ]);
});

it('counts tokens unlike the tokenizer at hand', () => {
  const texts = [
    'const answer = 42;',
    'All happy families are alike. '.repeat(50),
    '{"path":"src/index.ts"}'.repeat(9),
  ];
  for (const text of texts) expect(estimateTokens(text)).not.toBe(countTokens(text));
});
