// The contract of one provider's wire format: how its requests are read, and its answers and errors are written.
import type { IncomingHttpHeaders } from 'node:http';
import type { Answer, ErrorSpec } from './behaviour.js';
import type { Standing } from './rate-limit.js';

export type Provider = 'anthropic' | 'openai' | 'google' | 'compatible';

export interface Usage {
  /** Neither read from the cache nor written to it. */
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
}

export interface Price {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** The part of `cacheWrite` that is kept for an hour. */
  readonly cacheWriteHour: number;
  /** What the limit on input tokens sees. */
  readonly limited: number;
  /** Makes the prompt readable from the cache: it is once an answer begins. */
  commit(): void;
}

export interface Reading {
  readonly model: string;
  readonly system: string;
  /** All that was said in the messages, results of tools included. */
  readonly text: string;
  readonly toolNames: readonly string[];
  readonly maxOutputTokens: number;
  readonly price: Price;
}

export interface RawRequest {
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
  /** The model of the address, where it stands there. */
  readonly model: string | undefined;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface AnswerContext {
  readonly model: string;
  readonly price: Price;
  readonly output: OutputTokens;
  readonly id: string;
  readonly nowMs: number;
}

export interface OutputTokens {
  readonly total: number;
  readonly thinking: number;
}

export interface Dialect {
  readonly provider: Provider;
  readonly requestIdHeader: string | undefined;
  /** Output is taken from the same bucket as input. */
  readonly sharesTokenBucket: boolean;
  readKey(headers: IncomingHttpHeaders): string | undefined;
  read(request: RawRequest): Reading | ErrorSpec;
  writeAnswer(answer: Answer, context: AnswerContext): unknown;
  writeError(error: ErrorSpec, id: string): HttpReply;
  rateHeaders(standing: Standing, nowMs: number): Record<string, string>;
}

export function isRefused(reading: Reading | ErrorSpec): reading is ErrorSpec {
  return 'error' in reading;
}

export function toJsonReply(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpReply {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}
