// A provider's model whose provider is the local server, with a clock that a test moves.
import path from 'node:path';
import {
  createLimiter,
  createProviderModel,
  findProvider,
  openSharedFile,
  type Model,
  type Price,
} from '../../../src/model/index.js';
import { createSimulatedClock, nodeDisk, randomIds, type Pause } from '../../../src/platform/index.js';
import { makeProject } from '../temp-project.js';
import type { Provider } from './dialect.js';
import type { WireServer } from './server.js';

export interface WireModel {
  readonly model: Model;
  /** How long it waited, each time. */
  readonly waits: readonly number[];
}

export const PRICE: Price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };

export interface WireModelOptions {
  readonly calls?: boolean;
  readonly timeoutMs?: number;
  readonly name?: string;
  readonly limits?: Parameters<typeof createLimiter>[0]['limits'];
  readonly price?: Price | undefined;
}

const MODELS: Readonly<Record<Provider, string>> = {
  anthropic: 'claude-sonnet-4-5',
  openai: 'gpt-4.1',
  google: 'gemini-2.5-flash',
  compatible: 'llama',
};

export function createWireModel(
  server: WireServer,
  place: Provider,
  options: WireModelOptions = {},
): WireModel {
  const url = {
    anthropic: server.anthropicUrl,
    openai: server.openaiUrl,
    google: server.googleUrl,
    compatible: server.compatibleUrl,
  }[place];
  const known = findProvider(place, { url, key: 'WIRE_KEY' });
  if (!known) throw new Error(`There is no provider ${place}.`);
  const clock = createSimulatedClock();
  const waits: number[] = [];
  const pause: Pause = async (ms) => {
    waits.push(ms);
    clock.advance(ms);
  };
  const file = path.join(makeProject({}), 'limits.json');
  const shared = openSharedFile({ file, disk: nodeDisk, clock, ids: randomIds, pause });
  const model = createProviderModel({
    provider: known.provider,
    model: options.name ?? MODELS[place],
    apiKey: server.keys[place],
    baseUrl: url,
    calls: options.calls ?? true,
    price: 'price' in options ? options.price : PRICE,
    cacheMinimum: 0,
    maxOutputTokens: 4_000,
    timeoutMs: options.timeoutMs ?? 30_000,
    limiter: createLimiter({ shared, clock, ids: randomIds, pause, limits: options.limits }),
    clock,
    pause,
  });
  return { model, waits };
}
