// OpenAI's Chat Completions format, as OpenAI and as compatible houses speak it: reads, prices and answers.
import type { Clock } from '../../../src/platform/index.js';
import type { Answer, ErrorSpec } from './behaviour.js';
import type { AnswerContext, Dialect, Price, RawRequest, Reading } from './dialect.js';
import { writeOpenAiError } from './openai-error.js';
import { ChatRequest, CompatibleChatRequest, textOfMessage } from './openai-request.js';
import { findBrokenChatRule } from './openai-rules.js';
import { AutomaticPrefixCache } from './prefix-cache.js';
import type { BucketStanding, Standing } from './rate-limit.js';
import { readBody, type RequestFault } from './request-fault.js';
import { estimateTokens, tokensAroundBlock } from './token-estimate.js';

type ChatProvider = 'openai' | 'compatible';

export function createOpenAiDialect(clock: Clock, provider: ChatProvider): Dialect {
  const cache = new AutomaticPrefixCache(clock, { minimumTokens: 1024, stepTokens: 128 });
  return {
    provider,
    requestIdHeader: 'x-request-id',
    sharesTokenBucket: true,
    readKey: ({ authorization = '' }) => /^Bearer (.+)$/.exec(authorization)?.[1],
    read: (request) => readChat(request, provider, cache),
    writeAnswer: (answer, context) => writeCompletion(answer, context, provider),
    writeError: writeOpenAiError,
    rateHeaders: writeRateHeaders,
  };
}

export function writeModelList(models: readonly string[]): unknown {
  const data = models.map((id) => ({ id, object: 'model', created: 1_700_000_000, owned_by: 'wire' }));
  return { object: 'list', data };
}

function readChat(
  { body }: RawRequest,
  provider: ChatProvider,
  cache: AutomaticPrefixCache,
): Reading | ErrorSpec {
  const schema = provider === 'openai' ? ChatRequest : CompatibleChatRequest;
  const parsed = readBody(schema, body);
  if ('fault' in parsed) return describeFault(parsed.fault);
  const request = parsed.value;
  const broken = findBrokenChatRule(request, provider === 'openai');
  if (broken !== undefined) return broken;
  const isSystem = ({ role }: { role: string }) => role === 'system' || role === 'developer';
  return {
    model: request.model,
    system: request.messages.filter(isSystem).map(textOfMessage).join('\n'),
    text: request.messages
      .filter((message) => !isSystem(message))
      .map(textOfMessage)
      .join('\n'),
    toolNames: (request.tools ?? []).map((tool) => tool.function.name),
    maxOutputTokens: request.max_completion_tokens ?? request.max_tokens ?? Infinity,
    price: priceChat(request, cache),
  };
}

function describeFault({ kind, path, expected, got }: RequestFault): ErrorSpec {
  const param = path.reduce<string>((place, part) => place + joinPart(place, part), '');
  const refuse = (message: string, code: string): ErrorSpec => ({ error: 'invalid', message, param, code });
  if (kind === 'unknown') return refuse(`Unknown parameter: '${param}'.`, 'unknown_parameter');
  if (kind === 'missing')
    return refuse(`Missing required parameter: '${param}'.`, 'missing_required_parameter');
  if (kind === 'type') {
    const message = `Invalid type for '${param}': expected ${expected[0]}, but got ${typeof got} instead.`;
    return refuse(message, 'invalid_type');
  }
  const values = expected.map((value) => `'${value}'`).join(', ');
  return refuse(`Invalid value: ${JSON.stringify(got)}. Supported values are: ${values}.`, 'invalid_value');
}

function joinPart(place: string, part: string | number): string {
  if (typeof part === 'number') return `[${part}]`;
  return place === '' ? part : `.${part}`;
}

function priceChat(request: ChatRequest, cache: AutomaticPrefixCache): Price {
  const parts = [request.tools ?? [], ...request.messages].map((part) => JSON.stringify(part));
  const prompt = parts.join('\n');
  const total = estimateTokens(prompt) + tokensAroundBlock * request.messages.length;
  const use = cache.use(`${request.model} ${request.prompt_cache_key ?? ''}`, prompt);
  return {
    input: total - use.read,
    cacheRead: use.read,
    cacheWrite: 0,
    cacheWriteHour: 0,
    limited: total,
    commit: () => use.commit(),
  };
}

const finishReasons: Readonly<Record<Answer['finish'], string>> = {
  stop: 'stop',
  tools: 'tool_calls',
  refuse: 'stop',
  length: 'length',
};

function writeCompletion(answer: Answer, context: AnswerContext, provider: ChatProvider): unknown {
  const { model, price, output, id, nowMs } = context;
  const prompt = price.input + price.cacheRead;
  return {
    id: `chatcmpl-${id}`,
    object: 'chat.completion',
    created: Math.floor(nowMs / 1000),
    model,
    choices: [
      {
        index: 0,
        message: writeChoice(answer, id, provider),
        logprobs: null,
        finish_reason: finishReasons[answer.finish],
      },
    ],
    usage: {
      prompt_tokens: prompt,
      completion_tokens: output.total,
      total_tokens: prompt + output.total,
      prompt_tokens_details: { cached_tokens: price.cacheRead, audio_tokens: 0 },
      completion_tokens_details: {
        reasoning_tokens: output.thinking,
        audio_tokens: 0,
        accepted_prediction_tokens: 0,
        rejected_prediction_tokens: 0,
      },
    },
    service_tier: 'default',
    system_fingerprint: 'fp_wire',
  };
}

function writeChoice(answer: Answer, id: string, provider: ChatProvider): unknown {
  const refuses = answer.finish === 'refuse';
  const calls = answer.tools.map((tool, at) => {
    const { arguments: given } = tool;
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    return { id: `call_${id}_${at}`, type: 'function', function: { name: tool.name, arguments: text } };
  });
  return {
    role: 'assistant',
    content: refuses || answer.text === '' ? null : answer.text,
    refusal: refuses ? answer.text || "I'm sorry, I can't help with that." : null,
    ...(provider === 'compatible' && answer.thinking !== '' ? { reasoning_content: answer.thinking } : {}),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    annotations: [],
  };
}

function writeRateHeaders({ requests, input }: Standing): Record<string, string> {
  return { ...writeBucket('requests', requests), ...writeBucket('tokens', input) };
}

function writeBucket(name: string, bucket: BucketStanding): Record<string, string> {
  return {
    [`x-ratelimit-limit-${name}`]: String(bucket.limit),
    [`x-ratelimit-remaining-${name}`]: String(bucket.remaining),
    [`x-ratelimit-reset-${name}`]: writeDuration(bucket.msUntilFull),
  };
}

function writeDuration(durationMs: number): string {
  if (durationMs < 1000) return `${durationMs}ms`;
  const seconds = durationMs / 1000;
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds}s` : `${minutes}m${Number((seconds % 60).toFixed(3))}s`;
}
