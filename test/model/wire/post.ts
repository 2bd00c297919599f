// Requests that no client would write: bodies sent by hand, with the headers of each provider.
import { expect } from 'vitest';
import type { Provider, WireServer } from '../../support/wire/index.js';
import { modelNames, start } from './ask.js';

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export type Fields = Readonly<Record<string, unknown>>;

/** The smallest body that each provider takes. */
export const smallest: Readonly<Record<Provider, Fields>> = {
  anthropic: {
    model: modelNames.anthropic,
    max_tokens: 10,
    messages: [{ role: 'user', content: 'hello' }],
  },
  openai: { model: modelNames.openai, messages: [{ role: 'user', content: 'hello' }] },
  compatible: { model: modelNames.compatible, messages: [{ role: 'user', content: 'hello' }] },
  google: { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] },
};

export async function post(
  server: WireServer,
  provider: Provider,
  body: unknown,
  headers: Readonly<Record<string, string>> = headersOf(server, provider),
): Promise<Answered> {
  return send(addressOf(server, provider), body, headers);
}

export async function send(
  address: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Answered> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(address, { method: 'POST', headers, body: text });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** In which words a body with these fields is refused. */
export async function messageFor(provider: Provider, fields: Fields): Promise<string> {
  const server = await start();
  const { status, body } = await post(server, provider, { ...smallest[provider], ...fields });
  expect({ status, body }).toMatchObject({ status: 400, body: { error: {} } });
  expect(server.calls[0]).toMatchObject({ outcome: 'refused', status: 400, usage: { input: 0, output: 0 } });
  return (body as { error: { message: string } }).error.message;
}

export function headersOf({ keys }: WireServer, provider: Provider): Record<string, string> {
  const json = { 'content-type': 'application/json' };
  if (provider === 'anthropic')
    return { ...json, 'x-api-key': keys.anthropic, 'anthropic-version': '2023-06-01' };
  if (provider === 'google') return { ...json, 'x-goog-api-key': keys.google };
  return { ...json, authorization: `Bearer ${keys[provider]}` };
}

function addressOf(server: WireServer, provider: Provider): string {
  if (provider === 'anthropic') return `${server.anthropicUrl}/messages`;
  if (provider === 'google') return `${server.googleUrl}/models/${modelNames.google}:generateContent`;
  return `${provider === 'openai' ? server.openaiUrl : server.compatibleUrl}/chat/completions`;
}
