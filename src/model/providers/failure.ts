// What a failed call means: worth another try and when, or not, and the sentence a person should read.
import { APICallError } from '@ai-sdk/provider';

export interface CallFailure {
  /** One sentence; nothing of the request is in it. */
  readonly message: string;
  /** Whether the same call may succeed later. */
  readonly retry: boolean;
  /** How long the provider wants to be left alone. */
  readonly afterMs?: number | undefined;
  /** The provider may have worked on it, and charged it. */
  readonly charged: boolean;
  readonly status?: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

interface FinalAnswer {
  readonly statuses: readonly number[];
  /** The same said in the body of another status. */
  readonly words?: RegExp;
  readonly message: string;
}

const FINAL: readonly FinalAnswer[] = [
  {
    statuses: [402],
    words:
      /insufficient_quota|credit_balance|enforced_spend_limit_reached|billing_error|reached your specified API usage limits/i,
    message: 'has nothing left to spend on this account; raise its limit there',
  },
  {
    statuses: [413],
    words:
      /prompt is too long|maximum context length|context_length_exceeded|exceeds the maximum number of tokens/i,
    message: 'says that the context is too long for this model; choose a lower ceiling or another model',
  },
  {
    statuses: [401, 403],
    words: /API_KEY_INVALID|API key not valid/,
    message: 'refuses the key; check it with `agentforge models`',
  },
  { statuses: [404], message: 'has no such model; `agentforge models` lists those that are known' },
];
const MAX_BODY_CHARS = 4_000;
const WORTH_ANOTHER_TRY = new Set([408, 409, 425, 429]);

export function explainFailure(error: unknown, provider: string, nowMs: number): CallFailure {
  if (!APICallError.isInstance(error)) return explainOther(error, provider);
  const { statusCode: status, responseHeaders: headers = {}, responseBody = '' } = error;
  if (status === undefined && isRefused(error))
    return {
      message: `Nothing answers where ${provider} should be; start it, or set its url.`,
      ...NEVER,
      headers,
    };
  // No status: the connection broke, before or after the provider had read the request.
  if (status === undefined) return { ...LOST, message: `The connection to ${provider} broke.`, headers };
  // A body that cannot be read is an answer that was cut off.
  if (status < 300) return { ...LOST, message: `The answer of ${provider} was cut off.`, headers, status };
  return { status, headers, ...explainStatus(status, { headers, responseBody, provider, nowMs }) };
}

interface Refusal {
  readonly headers: Readonly<Record<string, string>>;
  readonly responseBody: string;
  readonly provider: string;
  readonly nowMs: number;
}

function explainStatus(
  status: number,
  { headers, responseBody, provider, nowMs }: Refusal,
): Pick<CallFailure, 'message' | 'retry' | 'afterMs' | 'charged'> {
  const reason = readReason(responseBody);
  const final = explainFinal(status, `${reason} ${responseBody.slice(0, MAX_BODY_CHARS)}`, provider);
  if (final !== undefined) return { message: final, retry: false, charged: false };
  return {
    message: `${provider} answered ${status}${reason === '' ? '' : ` (${reason})`}.`,
    retry: headers['x-should-retry'] !== 'false',
    afterMs: readWait(headers, nowMs) ?? readDelay(responseBody),
    // A server that failed half-way may have counted what it did.
    charged: status >= 500 && status !== 503 && status !== 529,
  };
}

const NEVER = { retry: false, charged: false } as const;

/** Nobody listens there, and waiting does not change that. */
function isRefused(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if ('code' in cause && cause.code === 'ECONNREFUSED') return true;
    if (cause instanceof AggregateError && cause.errors.some(isRefused)) return true;
  }
  return false;
}

const LOST = { retry: true, charged: true, afterMs: undefined } as const;

function explainOther(error: unknown, provider: string): CallFailure {
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  return {
    ...LOST,
    headers: {},
    message: isTimeout
      ? `${provider} did not answer in time.`
      : `The answer of ${provider} could not be read (${describe(error)}).`,
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}

/** What no other try can change, with what to do about it. */
function explainFinal(status: number, said: string, provider: string): string | undefined {
  const known = FINAL.find(({ statuses, words }) => statuses.includes(status) || words?.test(said));
  if (known) return `${provider} ${known.message}.`;
  if (status >= 500 || WORTH_ANOTHER_TRY.has(status)) return undefined;
  return `${provider} refuses the request (${status}: ${said.slice(0, 200).trim()}).`;
}

/** The provider's own words, where its error has the usual shape. */
function readReason(body: string): string {
  try {
    const parsed = JSON.parse(body) as { error?: { message?: unknown; type?: unknown } } | null;
    const { message, type } = parsed?.error ?? {};
    return [type, message]
      .filter((part) => typeof part === 'string')
      .join(': ')
      .slice(0, 300);
  } catch {
    return '';
  }
}

/** Google says it in the body. */
function readDelay(body: string): number | undefined {
  const [, seconds] = /"retryDelay":\s*"(\d{1,9}(?:\.\d{1,9})?)s"/.exec(body.slice(0, MAX_BODY_CHARS)) ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date; of any length. */
export function readWait(headers: Readonly<Record<string, string>>, nowMs: number): number | undefined {
  const ms = Number(headers['retry-after-ms'] ?? NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const after = headers['retry-after'];
  if (after === undefined) return undefined;
  const seconds = Number(after);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const date = Date.parse(after);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
