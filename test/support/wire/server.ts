// A local server that speaks the wire formats of the providers as strictly as they do, and does what a script says.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { systemClock, type Clock } from '../../../src/platform/index.js';
import { countPrompt, createAnthropicDialect } from './anthropic.js';
import type { ErrorSpec } from './behaviour.js';
import { CallRecords, keyHeaders, type CallRecord, type Totals } from './call-record.js';
import { deliver } from './delivery.js';
import { toJsonReply, type Dialect, type HttpReply, type Provider } from './dialect.js';
import { createGoogleDialect } from './google.js';
import {
  serveCall,
  toLimitError,
  withId,
  type CallDesk,
  type ReceivedCall,
  type Respond,
} from './model-call.js';
import { createOpenAiDialect, writeModelList } from './openai.js';
import { RateLimiter, type RateLimits } from './rate-limit.js';
import { findRoute, type Route } from './route.js';

export interface WireServerOptions {
  readonly respond: Respond;
  /** How long the minute of the limits lasts. */
  readonly minuteMs?: number;
  /** For each model of each provider. */
  readonly limits?: RateLimits;
  readonly clock?: Clock;
  readonly keys?: Partial<WireKeys>;
  /** The models there are; without it every model is known. */
  readonly models?: readonly string[];
  /** A longer prompt is refused as too long. */
  readonly contextTokens?: number;
}

export type WireKeys = Readonly<Record<Provider, string>>;

export interface WireServer {
  readonly url: string;
  /** What the clients of each provider take as their base address. */
  readonly anthropicUrl: string;
  readonly openaiUrl: string;
  readonly googleUrl: string;
  readonly compatibleUrl: string;
  readonly keys: WireKeys;
  /** Calls of models, in the order in which they came. */
  readonly calls: readonly CallRecord[];
  /** Refusals by the limits, those of the script not counted. */
  readonly provoked429: number;
  totals(): Totals;
  /** All that was received; a right key in its own header is left out. */
  everything(): string;
  /** Until so many calls have been read. */
  arrived(count: number): Promise<void>;
  /** Until no call is open any more. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const maxBodyBytes = 32 * 1024 * 1024;
const knownModels = ['claude-sonnet-4-5', 'gpt-4.1', 'gemini-2.5-flash'];

interface House extends CallDesk {
  readonly dialects: Readonly<Record<Provider, Dialect>>;
  readonly keys: WireKeys;
  nextId(): string;
}

export async function startWireServer(options: WireServerOptions): Promise<WireServer> {
  let limited = 0;
  const house = createHouse(options, () => {
    limited += 1;
  });
  const open = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const serving = serve(house, request, response).catch(() => {
      response.destroy();
    });
    open.add(serving);
    void serving.finally(() => open.delete(serving));
  });
  // A connection that the server closes while a client takes it up again would be an error of nobody's making.
  server.keepAliveTimeout = 0;
  const url = await listen(server);
  return {
    url,
    anthropicUrl: `${url}/v1`,
    openaiUrl: `${url}/v1`,
    googleUrl: `${url}/v1beta`,
    compatibleUrl: `${url}/compatible/v1`,
    keys: house.keys,
    calls: house.records.calls,
    get provoked429() {
      return limited;
    },
    totals: () => house.records.totals(),
    everything: () => house.records.everything(),
    arrived: (count) => house.records.arrived(count),
    settled: async () => {
      await Promise.all(open);
    },
    close: () => close(server),
  };
}

function createHouse(options: WireServerOptions, countLimited: () => void): House {
  const {
    respond,
    minuteMs = 60_000,
    limits = {},
    clock = systemClock,
    keys,
    models,
    contextTokens = Infinity,
  } = options;
  const limiters = new Map<string, RateLimiter>();
  let ids = 0;
  let answered = 0;
  return {
    clock,
    respond,
    records: new CallRecords(),
    models,
    contextTokens,
    keys: {
      anthropic: 'wire-anthropic-key',
      openai: 'wire-openai-key',
      google: 'wire-google-key',
      compatible: 'wire-compatible-key',
      ...keys,
    },
    dialects: {
      anthropic: createAnthropicDialect(clock),
      openai: createOpenAiDialect(clock, 'openai'),
      google: createGoogleDialect(clock),
      compatible: createOpenAiDialect(clock, 'compatible'),
    },
    limiterFor: (provider, model) => {
      const name = `${provider} ${model}`;
      const limiter = limiters.get(name) ?? new RateLimiter(limits, minuteMs, clock);
      limiters.set(name, limiter);
      return limiter;
    },
    countLimited,
    nextIndex: () => answered++,
    nextId: () => `req_${String((ids += 1)).padStart(6, '0')}`,
  };
}

async function serve(house: House, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://wire');
  const route = findRoute(request.method ?? '', pathname);
  const dialect = house.dialects[route.provider];
  const keyWasRight = dialect.readKey(request.headers) === house.keys[route.provider];
  const bytes = await buffer(request);
  house.records.keep(writeTranscript(request, bytes, keyWasRight ? house.keys[route.provider] : undefined));
  const received: ReceivedCall = {
    dialect,
    id: house.nextId(),
    headers: request.headers,
    keyWasRight,
    body: parseBytes(bytes),
    model: route.model,
  };
  if (route.endpoint === 'call') return serveCall(house, received, response);
  const reply = lookUp(house, route, received);
  return deliver(response, withId(reply, dialect, received.id), { kind: 'whole' });
}

/** What is answered without a model. */
function lookUp(house: House, route: Route, received: ReceivedCall): HttpReply {
  const { dialect, id, headers, keyWasRight, body, model } = received;
  const refuse = (error: ErrorSpec) => dialect.writeError(error, id);
  if (route.endpoint === 'nowhere') return refuse({ error: 'not_found' });
  if (!keyWasRight) return refuse({ error: 'unauthorized' });
  if (route.endpoint === 'models') return toJsonReply(200, writeModelList(house.models ?? knownModels));
  if (!('json' in body)) return refuse(body);
  const counted = limitCount(house) ?? countPrompt({ body: body.json, headers, model });
  return 'error' in counted ? refuse(counted) : toJsonReply(200, counted);
}

/** Counting is free of tokens, and has requests of its own. */
function limitCount(house: House): ErrorSpec | undefined {
  const limiter = house.limiterFor('anthropic', 'count_tokens');
  const exceeded = limiter.admit(0);
  if (exceeded === undefined) {
    limiter.release();
    return undefined;
  }
  house.countLimited();
  return toLimitError(exceeded);
}

function parseBytes(bytes: Buffer): { readonly json: unknown } | ErrorSpec {
  if (bytes.length > maxBodyBytes) return { error: 'too_large' };
  try {
    const json: unknown = JSON.parse(bytes.toString());
    return { json };
  } catch {
    return { error: 'invalid', message: 'The request body is not valid JSON.' };
  }
}

function writeTranscript(request: IncomingMessage, bytes: Buffer, key: string | undefined): string {
  const { rawHeaders } = request;
  const lines = rawHeaders.flatMap((name, at) => {
    if (at % 2 === 1) return [];
    const value = rawHeaders[at + 1] ?? '';
    const holdsKey = key !== undefined && keyHeaders.some((header) => header === name.toLowerCase());
    return [`${name}: ${holdsKey ? value.replace(key, '[key]') : value}`];
  });
  return [`${request.method} ${request.url}`, ...lines, '', bytes.toString(), ''].join('\n');
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      resolve(`http://127.0.0.1:${port}`);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
