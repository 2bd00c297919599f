// A model behind a provider's API: two messages in, one native call or one text out, and what it cost.
import type {
  LanguageModelV3,
  LanguageModelV3Content,
  LanguageModelV3GenerateResult,
} from '@ai-sdk/provider';
import type { Clock, Pause } from '../../platform/index.js';
import { parseJson, present } from '../../platform/index.js';
import type { Reply, Usage } from '../../schema/index.js';
import { callPatiently } from '../call-patiently.js';
import type { Model, ModelRequest } from '../contract.js';
import type { Limiter } from '../limiter/index.js';
import { boundOf, costOf, toUsage, type Price } from '../price.js';
import { countTools } from '../tool-list.js';
import { COUNT_MARGIN, countTokens } from '../token-count.js';
import type { Provider } from './contract.js';
import { explainFailure } from './failure.js';
import { chooseTtl, writePrompt } from './prompt.js';

export interface ProviderModelOptions {
  readonly provider: Provider;
  /** As the provider calls it. */
  readonly model: string;
  readonly apiKey: string;
  readonly baseUrl?: string | undefined;
  /** Whether it calls tools; models that cannot write the block of text. */
  readonly calls: boolean;
  readonly price?: Price | undefined;
  /** Tokens below which the model's prompts are not cached. */
  readonly cacheMinimum: number;
  readonly maxOutputTokens: number;
  readonly timeoutMs: number;
  readonly limiter: Limiter;
  readonly clock: Clock;
  readonly pause: Pause;
}

/** What is remembered for an hour costs 2 instead of 1.25 to write. */
const HOUR_FACTOR = 1.6;

export function createProviderModel(options: ProviderModelOptions): Model {
  const { provider, model, price, maxOutputTokens } = options;
  let opened: Promise<LanguageModelV3> | undefined;
  return {
    name: `${provider.name}/${model}`,
    calls: options.calls,
    boundUsd: (request) =>
      price ? boundOf(price, boundInput(request), maxOutputTokens, writeFactor(request)) : null,
    costOf: (usage) => (price ? costOf(price, usage) : null),
    cacheMinimum: options.cacheMinimum,
    async decide(request, signal, onWait) {
      const language = await (opened ??= provider.open(options));
      const inputTokens = boundInput(request);
      const { result, broken } = await callPatiently({
        ...options,
        size: { inputTokens: countInput(request), outputTokens: maxOutputTokens },
        bound: {
          inputTokens,
          outputTokens: maxOutputTokens,
          costUsd: price ? boundOf(price, inputTokens, maxOutputTokens, writeFactor(request)) : null,
        },
        call: (callSignal) => generate(language, request, options, callSignal),
        explain: (error) => explainFailure(error, provider.name, options.clock.now()),
        signal,
        onWait,
      });
      const usage = readUsage(result);
      return {
        ...readContent(result, request),
        usage,
        costUsd: price ? costOf(price, usage, writeFactor(request)) : null,
        model: result.response?.modelId ?? model,
        ...present({ broken }),
      };
    },
  };
}

async function generate(
  language: LanguageModelV3,
  request: ModelRequest,
  { provider, cacheMinimum, maxOutputTokens }: ProviderModelOptions,
  abortSignal: AbortSignal,
): Promise<LanguageModelV3GenerateResult & { headers: Readonly<Record<string, string>>; usageSeen: Usage }> {
  const prompt = writePrompt(request, provider, cacheMinimum);
  const result = await language.doGenerate({ ...prompt, maxOutputTokens, abortSignal });
  return { ...result, headers: result.response?.headers ?? {}, usageSeen: readUsage(result) };
}

function readUsage({ usage: { inputTokens, outputTokens } }: LanguageModelV3GenerateResult): Usage {
  return toUsage({
    input: inputTokens.total ?? 0,
    output: outputTokens.total ?? 0,
    cached: inputTokens.cacheRead,
    written: inputTokens.cacheWrite,
  });
}

/** Thinking and text beside a call are its reasoning: recorded, never sent again. */
function readContent(
  { content, finishReason }: LanguageModelV3GenerateResult,
  { native }: ModelRequest,
): Pick<Reply, 'text' | 'call' | 'fault'> {
  const reasoning = joinTexts(content, ['reasoning', 'text']);
  if (!native) return { text: joinTexts(content, ['text']) };
  const calls = content.flatMap((part) => (part.type === 'tool-call' ? [part] : []));
  const [call] = calls;
  if (!call || calls.length > 1)
    return { text: reasoning, fault: describeCount(calls.length, finishReason.unified === 'length') };
  const input = parseJson(call.input === '' ? '{}' : call.input);
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { text: call.input, fault: `the arguments of ${call.toolName} are no JSON object` };
  const said = reasoning === '' ? {} : { reasoning: reasoning.slice(0, MAX_REASONING_CHARS) };
  return { text: '', call: { action: call.toolName, parameters: input, ...said } };
}

const MAX_REASONING_CHARS = 20_000;

function describeCount(count: number, wasCut: boolean): string {
  if (wasCut) return 'it was longer than the output limit and cut off; send a smaller action';
  return count === 0
    ? 'there is no tool call; send exactly one'
    : `there are ${count} tool calls; send exactly one`;
}

function joinTexts(content: readonly LanguageModelV3Content[], kinds: readonly string[]): string {
  return content
    .flatMap((part) => (kinds.includes(part.type) && 'text' in part ? [part.text] : []))
    .join('\n')
    .trim();
}

function countInput({ messages, actions, native }: ModelRequest): number {
  const texts = messages.map(({ content }) => content);
  return countTokens(texts.join('\n')) + (native ? countTools(actions) : 0);
}

/** The most the provider can count. */
function boundInput(request: ModelRequest): number {
  return Math.ceil(countInput(request) * COUNT_MARGIN) + 200;
}

function writeFactor({ paceMs }: ModelRequest): number {
  return chooseTtl(paceMs) === '1h' ? HOUR_FACTOR : 1;
}
