// Gemini's generateContent format: reads, prices and answers.
import type { Clock } from '../../../src/platform/index.js';
import type { Answer, ErrorSpec } from './behaviour.js';
import type { AnswerContext, Dialect, Price, RawRequest, Reading } from './dialect.js';
import { writeGoogleError } from './google-error.js';
import { GenerateRequest, textOfPart } from './google-request.js';
import { findBrokenGenerateRule } from './google-rules.js';
import { AutomaticPrefixCache } from './prefix-cache.js';
import { readBody, type RequestFault } from './request-fault.js';
import { estimateTokens, tokensAroundBlock } from './token-estimate.js';

export function createGoogleDialect(clock: Clock): Dialect {
  const cache = new AutomaticPrefixCache(clock, { minimumTokens: 1024, stepTokens: 1 });
  return {
    provider: 'google',
    requestIdHeader: undefined,
    sharesTokenBucket: false,
    readKey: (headers) => headers['x-goog-api-key']?.toString(),
    read: (request) => readGenerate(request, cache),
    writeAnswer: writeCandidates,
    writeError: writeGoogleError,
    rateHeaders: () => ({}),
  };
}

function readGenerate({ body, model = '' }: RawRequest, cache: AutomaticPrefixCache): Reading | ErrorSpec {
  const parsed = readBody(GenerateRequest, body);
  if ('fault' in parsed) return describeFault(parsed.fault);
  const request = parsed.value;
  const broken = findBrokenGenerateRule(request);
  if (broken !== undefined) return { error: 'invalid', message: broken };
  return {
    model,
    system: (request.systemInstruction?.parts ?? []).map(textOfPart).join('\n'),
    text: request.contents.flatMap(({ parts }) => parts.map(textOfPart)).join('\n'),
    toolNames: (request.tools ?? []).flatMap((tool) => tool.functionDeclarations.map(({ name }) => name)),
    maxOutputTokens: request.generationConfig?.maxOutputTokens ?? Infinity,
    price: priceGenerate(request, model, cache),
  };
}

function describeFault({ kind, path, got }: RequestFault): ErrorSpec {
  const parts = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${toSnake(part)}`));
  const place = (kind === 'unknown' ? parts.slice(0, -1) : parts).join('').replace(/^\./, '');
  const where = place === '' ? '' : ` at '${place}'`;
  const refuse = (message: string): ErrorSpec => ({ error: 'invalid', message, param: place });
  if (kind === 'unknown')
    return refuse(`Invalid JSON payload received. Unknown name "${path.at(-1)}"${where}: Cannot find field.`);
  if (kind === 'missing')
    return refuse(`* GenerateContentRequest.${place}: ${path.at(-1)} is not specified\n`);
  return refuse(`Invalid value${where}: ${JSON.stringify(got)}`);
}

function toSnake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function priceGenerate(request: GenerateRequest, model: string, cache: AutomaticPrefixCache): Price {
  const parts = [request.systemInstruction ?? null, request.tools ?? [], ...request.contents];
  const prompt = parts.map((part) => JSON.stringify(part)).join('\n');
  const total = estimateTokens(prompt) + tokensAroundBlock * request.contents.length;
  const use = cache.use(model, prompt);
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
  stop: 'STOP',
  tools: 'STOP',
  refuse: 'SAFETY',
  length: 'MAX_TOKENS',
};

function writeCandidates(answer: Answer, { model, price, output, id }: AnswerContext): unknown {
  const prompt = price.input + price.cacheRead;
  return {
    candidates: [writeCandidate(answer, id)],
    usageMetadata: {
      promptTokenCount: prompt,
      candidatesTokenCount: output.total - output.thinking,
      totalTokenCount: prompt + output.total,
      ...(price.cacheRead === 0 ? {} : { cachedContentTokenCount: price.cacheRead }),
      ...(output.thinking === 0 ? {} : { thoughtsTokenCount: output.thinking }),
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: prompt }],
    },
    modelVersion: model,
    responseId: id,
  };
}

/** Arguments never travel as text here: those that are no JSON end the turn, unless its length did. */
function writeCandidate(answer: Answer, id: string): unknown {
  const [malformed] = answer.tools.flatMap((tool) => {
    return typeof tool.arguments === 'string' ? [`${tool.name}(${tool.arguments})`] : [];
  });
  if (malformed !== undefined && answer.finish !== 'length') {
    const finishMessage = `Malformed function call: ${malformed}`;
    return { content: {}, finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage, index: 0 };
  }
  const finishReason = finishReasons[answer.finish];
  if (answer.finish === 'refuse') return { finishReason, index: 0, safetyRatings: [] };
  return { content: { role: 'model', parts: writeParts(answer, id) }, finishReason, index: 0 };
}

function writeParts({ thinking, text, tools }: Answer, id: string): unknown[] {
  const whole = tools.filter((tool) => typeof tool.arguments !== 'string');
  return [
    ...(thinking === '' ? [] : [{ text: thinking, thought: true }]),
    ...(text === '' ? [] : [{ text }]),
    ...whole.map((tool, at) => {
      const signature = thinking === '' || at > 0 ? {} : { thoughtSignature: `c2ln${id}` };
      return { functionCall: { name: tool.name, args: tool.arguments }, ...signature };
    }),
  ];
}
