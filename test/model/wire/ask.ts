// The real clients of the providers, pointed at the server that stands in for them.
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  APICallError,
  type LanguageModelV3,
  type LanguageModelV3CallOptions,
  type LanguageModelV3FunctionTool,
  type LanguageModelV3GenerateResult,
} from '@ai-sdk/provider';
import { afterEach } from 'vitest';
import {
  startWireServer,
  type Provider,
  type WireServer,
  type WireServerOptions,
} from '../../support/wire/index.js';

export const providers: readonly Provider[] = ['anthropic', 'openai', 'google', 'compatible'];

const open: WireServer[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

/** A server that lives as long as its test; a plain `done` is its answer unless told otherwise. */
export async function start(options: Partial<WireServerOptions> = {}): Promise<WireServer> {
  const server = await startWireServer({ respond: () => ({ kind: 'text', text: 'done' }), ...options });
  open.push(server);
  return server;
}

export const modelNames: Readonly<Record<Provider, string>> = {
  anthropic: 'claude-sonnet-4-5',
  openai: 'gpt-4.1',
  google: 'gemini-2.5-flash',
  compatible: 'local-model',
};

export function connect(
  server: WireServer,
  provider: Provider,
  model = modelNames[provider],
): LanguageModelV3 {
  const apiKey = server.keys[provider];
  switch (provider) {
    case 'anthropic':
      return createAnthropic({ apiKey, baseURL: server.anthropicUrl })(model);
    case 'openai':
      return createOpenAI({ apiKey, baseURL: server.openaiUrl }).chat(model);
    case 'google':
      return createGoogleGenerativeAI({ apiKey, baseURL: server.googleUrl })(model);
    case 'compatible':
      return createOpenAICompatible({ name: 'local', apiKey, baseURL: server.compatibleUrl })(model);
  }
}

export const readTool: LanguageModelV3FunctionTool = {
  type: 'function',
  name: 'read',
  description: 'Reads a file.',
  inputSchema: {
    type: 'object',
    properties: { path: { type: 'string' } },
    required: ['path'],
    additionalProperties: false,
  },
};

export function hello(text = 'hello'): LanguageModelV3CallOptions {
  return { prompt: [{ role: 'user', content: [{ type: 'text', text }] }], maxOutputTokens: 500 };
}

export async function ask(
  server: WireServer,
  provider: Provider,
  options: LanguageModelV3CallOptions = { ...hello(), tools: [readTool] },
): Promise<LanguageModelV3GenerateResult> {
  return connect(server, provider).doGenerate(options);
}

/** The error of a call that has to fail at the provider. */
export async function failing(asked: PromiseLike<unknown>): Promise<APICallError> {
  const error: unknown = await Promise.resolve(asked).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (APICallError.isInstance(error)) return error;
  throw new Error('Expected an error of the API.', { cause: error });
}
