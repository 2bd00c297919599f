// Anthropic's Messages format: reads, prices and answers.
import type { Clock } from '../../../src/platform/index.js';
import { writeAnthropicError } from './anthropic-error.js';
import { textOfBlock, toPromptBlocks } from './anthropic-prompt.js';
import { CountRequest, MessagesRequest, toBlocks } from './anthropic-request.js';
import { findBrokenRule } from './anthropic-rules.js';
import type { Answer, ErrorSpec } from './behaviour.js';
import type { AnswerContext, Dialect, Price, RawRequest, Reading } from './dialect.js';
import { MarkedPrefixCache } from './prefix-cache.js';
import type { BucketStanding, Standing } from './rate-limit.js';
import { readBody, type RequestFault } from './request-fault.js';

export function createAnthropicDialect(clock: Clock): Dialect {
  const cache = new MarkedPrefixCache(clock);
  return {
    provider: 'anthropic',
    requestIdHeader: 'request-id',
    sharesTokenBucket: false,
    readKey: (headers) => headers['x-api-key']?.toString(),
    read: (request) => readMessages(request, cache),
    writeAnswer: writeMessage,
    writeError: writeAnthropicError,
    rateHeaders: writeRateHeaders,
  };
}

/** The answer of the endpoint that only counts. */
export function countPrompt({ body, headers }: RawRequest): { readonly input_tokens: number } | ErrorSpec {
  const version = checkVersion(headers['anthropic-version']);
  if (version !== undefined) return version;
  const parsed = readBody(CountRequest, body);
  if ('fault' in parsed) return refuse(describeFault(parsed.fault));
  const broken = findBrokenRule(parsed.value);
  if (broken !== undefined) return refuse(broken);
  return { input_tokens: sumTokens(parsed.value) };
}

function readMessages({ body, headers }: RawRequest, cache: MarkedPrefixCache): Reading | ErrorSpec {
  const version = checkVersion(headers['anthropic-version']);
  if (version !== undefined) return version;
  const parsed = readBody(MessagesRequest, body);
  if ('fault' in parsed) return refuse(describeFault(parsed.fault));
  const request = parsed.value;
  const broken = findBrokenRule(request);
  if (broken !== undefined) return refuse(broken);
  const { system = '', messages, tools = [], model } = request;
  return {
    model,
    system: typeof system === 'string' ? system : system.map(({ text }) => text).join('\n'),
    text: messages.flatMap(({ content }) => toBlocks(content).map(textOfBlock)).join('\n'),
    toolNames: tools.map((tool) => tool.name),
    maxOutputTokens: request.max_tokens,
    price: priceMessages(request, cache),
  };
}

function checkVersion(version: string | string[] | undefined): ErrorSpec | undefined {
  if (version === undefined) return refuse('anthropic-version: header is required');
  if (version === '2023-06-01' || version === '2023-01-01') return undefined;
  return refuse(`anthropic-version: "${version.toString()}" is not a valid version`);
}

function refuse(message: string): ErrorSpec {
  return { error: 'invalid', message };
}

function describeFault({ kind, path, expected, got }: RequestFault): string {
  const place = path.join('.');
  if (kind === 'unknown') return `${place}: Extra inputs are not permitted`;
  if (kind === 'missing') return `${place}: Field required`;
  if (kind === 'type')
    return `${place}: Input should be a valid ${wordFor[expected[0] ?? ''] ?? expected[0]}`;
  return `${place}: Input should be ${expected.map((value) => `'${value}'`).join(' or ')}, not ${JSON.stringify(got)}`;
}

const wordFor: Readonly<Record<string, string>> = {
  object: 'dictionary',
  record: 'dictionary',
  array: 'list',
  int: 'integer',
};

function sumTokens(request: CountRequest): number {
  return toPromptBlocks(request).reduce((sum, block) => sum + block.tokens, 0);
}

function priceMessages(request: MessagesRequest, cache: MarkedPrefixCache): Price {
  const use = cache.use(request.model, toPromptBlocks(request), minimumFor(request.model));
  const input = sumTokens(request) - use.read - use.write;
  return {
    input,
    cacheRead: use.read,
    cacheWrite: use.write,
    cacheWriteHour: use.writeHour,
    limited: input + use.write,
    commit: () => use.commit(),
  };
}

const minimums: readonly (readonly [RegExp, number])[] = [
  [/opus-4-[56]|haiku-4-5/, 4096],
  [/opus-4-7/, 2048],
  [/opus-4-8|sonnet-5|sonnet-4-[56]/, 1024],
  [/(opus|fable|mythos)-5/, 512],
];

function minimumFor(model: string): number {
  return minimums.find(([pattern]) => pattern.test(model))?.[1] ?? 1024;
}

const stopReasons: Readonly<Record<Answer['finish'], string>> = {
  stop: 'end_turn',
  tools: 'tool_use',
  refuse: 'refusal',
  length: 'max_tokens',
};

function writeMessage(answer: Answer, { model, price, output, id }: AnswerContext): unknown {
  const content = [
    ...(answer.thinking === ''
      ? []
      : [{ type: 'thinking', thinking: answer.thinking, signature: `sig_${id}` }]),
    ...(answer.text === '' ? [] : [{ type: 'text', text: answer.text }]),
    ...answer.tools.map((tool, at) => {
      // A call that its length cut off comes without arguments.
      const cutOff = answer.finish === 'length' && typeof tool.arguments === 'string';
      return {
        type: 'tool_use',
        id: `toolu_${id}_${at}`,
        name: tool.name,
        input: cutOff ? {} : tool.arguments,
      };
    }),
  ];
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: stopReasons[answer.finish],
    stop_sequence: null,
    usage: {
      input_tokens: price.input,
      cache_creation_input_tokens: price.cacheWrite,
      cache_read_input_tokens: price.cacheRead,
      cache_creation: {
        ephemeral_5m_input_tokens: price.cacheWrite - price.cacheWriteHour,
        ephemeral_1h_input_tokens: price.cacheWriteHour,
      },
      output_tokens: output.total,
      ...(output.thinking === 0 ? {} : { output_tokens_details: { thinking_tokens: output.thinking } }),
      service_tier: 'standard',
    },
  };
}

function writeRateHeaders({ requests, input, output }: Standing, nowMs: number): Record<string, string> {
  const tokens = {
    limit: input.limit + output.limit,
    remaining: input.remaining + output.remaining,
    msUntilFull: Math.max(input.msUntilFull, output.msUntilFull),
  };
  return {
    ...writeBucket('requests', requests, nowMs, 1),
    ...writeBucket('tokens', tokens, nowMs, 1000),
    ...writeBucket('input-tokens', input, nowMs, 1000),
    ...writeBucket('output-tokens', output, nowMs, 1000),
  };
}

function writeBucket(
  name: string,
  bucket: BucketStanding,
  nowMs: number,
  step: number,
): Record<string, string> {
  return {
    [`anthropic-ratelimit-${name}-limit`]: String(bucket.limit),
    [`anthropic-ratelimit-${name}-remaining`]: String(Math.round(bucket.remaining / step) * step),
    [`anthropic-ratelimit-${name}-reset`]: toSecond(nowMs + bucket.msUntilFull),
  };
}

function toSecond(atMs: number): string {
  return new Date(Math.ceil(atMs / 1000) * 1000).toISOString().replace('.000Z', 'Z');
}
