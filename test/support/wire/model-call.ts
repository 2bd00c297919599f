// One call from its bytes to its answer: key, format, limits, script, charge, delivery.
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Clock } from '../../../src/platform/index.js';
import {
  isErrorSpec,
  toPlan,
  type Answer,
  type Behaviour,
  type Delivery,
  type ErrorSpec,
} from './behaviour.js';
import type { CallRecords, OpenCall } from './call-record.js';
import { delay, deliver } from './delivery.js';
import {
  isRefused,
  toJsonReply,
  type Dialect,
  type HttpReply,
  type OutputTokens,
  type Provider,
  type Reading,
} from './dialect.js';
import type { Exceeded, RateLimiter } from './rate-limit.js';
import { estimateTokens, tokensAroundBlock } from './token-estimate.js';

/** What a script sees of a call before it says what happens. */
export interface Call {
  readonly provider: Provider;
  readonly model: string;
  readonly body: unknown;
  /** How many calls have reached the script before: neither refused nor limited. */
  readonly index: number;
  readonly system: string;
  readonly text: string;
  readonly toolNames: readonly string[];
}

export type Respond = (call: Call) => Behaviour | Promise<Behaviour>;

/** What all calls of a server share. */
export interface CallDesk {
  readonly clock: Clock;
  readonly respond: Respond;
  readonly records: CallRecords;
  /** Models that exist; every model when it is left out. */
  readonly models: readonly string[] | undefined;
  /** A longer prompt is too long. */
  readonly contextTokens: number;
  limiterFor(provider: Provider, model: string): RateLimiter;
  countLimited(): void;
  nextIndex(): number;
}

export interface ReceivedCall {
  readonly dialect: Dialect;
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly keyWasRight: boolean;
  readonly body: { readonly json: unknown } | ErrorSpec;
  readonly model: string | undefined;
}

const whole: Delivery = { kind: 'whole' };

export async function serveCall(
  desk: CallDesk,
  received: ReceivedCall,
  response: ServerResponse,
): Promise<void> {
  const { dialect, id } = received;
  const record = openRecord(desk, received);
  const limiter = desk.limiterFor(dialect.provider, record.model);
  const refuseBy = (error: ErrorSpec) => {
    return refuse(record, withRates(desk, received, limiter, dialect.writeError(error, id)), response);
  };
  const reading = readCall(desk, received);
  if (isRefused(reading)) return refuseBy(reading);
  const exceeded = limiter.admit(reading.price.limited);
  if (exceeded !== undefined) {
    desk.countLimited();
    return refuseBy(toLimitError(exceeded));
  }
  try {
    await answerCall(desk, { received, reading, record, limiter }, response);
  } finally {
    limiter.release();
  }
}

/** An answer with what a provider puts on every answer. */
export function withId(reply: HttpReply, { requestIdHeader }: Dialect, id: string): HttpReply {
  return requestIdHeader === undefined
    ? reply
    : { ...reply, headers: { ...reply.headers, [requestIdHeader]: id } };
}

interface Admitted {
  readonly received: ReceivedCall;
  readonly reading: Reading;
  readonly record: OpenCall;
  readonly limiter: RateLimiter;
}

function openRecord({ clock, records }: CallDesk, received: ReceivedCall): OpenCall {
  const { dialect, headers, keyWasRight, body } = received;
  const json = 'json' in body ? body.json : undefined;
  const named = typeof json === 'object' && json !== null && 'model' in json ? String(json.model) : '';
  return records.open({
    provider: dialect.provider,
    model: received.model ?? named,
    body: json,
    headers,
    keyWasRight,
    arrivedMs: clock.now(),
  });
}

function readCall({ models, contextTokens }: CallDesk, received: ReceivedCall): Reading | ErrorSpec {
  const { dialect, headers, keyWasRight, body, model } = received;
  if (!keyWasRight) return { error: 'unauthorized' };
  if (!('json' in body)) return body;
  const reading = dialect.read({ body: body.json, headers, model });
  if (isRefused(reading)) return reading;
  if (models?.includes(reading.model) === false) return { error: 'model_not_found' };
  const { input, cacheRead, cacheWrite } = reading.price;
  return input + cacheRead + cacheWrite > contextTokens ? { error: 'prompt_too_long' } : reading;
}

async function refuse(
  record: OpenCall,
  reply: HttpReply,
  response: ServerResponse,
  delivery: Delivery = whole,
): Promise<void> {
  record.status = reply.status;
  record.outcome = 'refused';
  await deliver(response, reply, delivery);
}

async function answerCall(desk: CallDesk, admitted: Admitted, response: ServerResponse): Promise<void> {
  const { received, reading, record, limiter } = admitted;
  const { dialect, id } = received;
  const plan = toPlan(await askScript(desk, reading, record));
  await delay(response, plan.delayMs);
  if (isErrorSpec(plan.reply)) {
    limiter.giveBackInput(reading.price.limited);
    const reply = withRates(desk, received, limiter, dialect.writeError(plan.reply, id));
    return refuse(record, reply, response, plan.delivery);
  }
  const answer = cutToLength(plan.reply, reading.maxOutputTokens);
  const output = countOutput(answer, plan.delivery);
  charge(admitted, output);
  const nowMs = desk.clock.now();
  const body = dialect.writeAnswer(answer, {
    model: reading.model,
    price: reading.price,
    output,
    id,
    nowMs,
  });
  const reply = withRates(desk, received, limiter, toJsonReply(200, body));
  const arrives = plan.delivery.kind === 'whole' || plan.delivery.kind === 'drip';
  const answers = arrives || plan.delivery.kind === 'cut';
  record.status = answers ? 200 : undefined;
  // A client that has its answer finds the record complete; one that went before that finds it broken.
  record.outcome = arrives ? 'completed' : 'open';
  await deliver(response, reply, plan.delivery);
  record.outcome = arrives && response.writableFinished ? 'completed' : 'broken';
}

async function askScript(desk: CallDesk, reading: Reading, record: OpenCall): Promise<Behaviour> {
  const { model, system, text, toolNames } = reading;
  const { provider, body } = record;
  try {
    return await desk.respond({ provider, model, body, index: desk.nextIndex(), system, text, toolNames });
  } catch (error) {
    return {
      kind: 'status',
      error: 'server_error',
      message: `The script of this server failed: ${String(error)}`,
    };
  }
}

/** What was read is paid, whatever becomes of the answer. */
function charge({ received, reading, record, limiter }: Admitted, output: OutputTokens): void {
  const { input, cacheRead, cacheWrite } = reading.price;
  reading.price.commit();
  limiter.takeOutput(output.total, received.dialect.sharesTokenBucket);
  record.usage = { input, cacheRead, cacheWrite, output: output.total };
}

/** No model writes more than it may: what is longer ends in the middle. */
function cutToLength(answer: Answer, maxOutputTokens: number): Answer {
  if ((answer.outputTokens ?? countAnswer(answer)) <= maxOutputTokens) return answer;
  const text = answer.text.slice(0, maxOutputTokens);
  const tools = answer.tools.slice(0, 1).map((tool) => {
    return { name: tool.name, arguments: JSON.stringify(tool.arguments).slice(0, maxOutputTokens) };
  });
  return { ...answer, text, tools, finish: 'length', outputTokens: maxOutputTokens };
}

function countAnswer({ text, tools, thinking }: Answer): number {
  const calls = tools.map((tool) => tool.name + JSON.stringify(tool.arguments));
  return estimateTokens(text + calls.join('')) + estimateTokens(thinking) + tokensAroundBlock;
}

function countOutput(answer: Answer, { kind }: Delivery): OutputTokens {
  if (kind === 'reset' || kind === 'hang') return { total: 0, thinking: 0 };
  const thinking = estimateTokens(answer.thinking);
  return { total: Math.max(answer.outputTokens ?? countAnswer(answer), thinking), thinking };
}

function withRates(
  desk: CallDesk,
  received: ReceivedCall,
  limiter: RateLimiter,
  reply: HttpReply,
): HttpReply {
  const { dialect, id } = received;
  const rates = dialect.rateHeaders(limiter.standing(), desk.clock.now());
  return withId({ ...reply, headers: { ...rates, ...reply.headers } }, dialect, id);
}

export function toLimitError({ limit, allowed, retryAfterMs }: Exceeded): ErrorSpec {
  const what = limit === 'concurrency' ? 'concurrent connections' : `${limit} per minute`;
  return {
    error: 'rate_limit',
    message: `This request would exceed the rate limit of ${allowed} ${what}. Please try again later.`,
    retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)),
  };
}
