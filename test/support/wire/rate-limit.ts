// Limits as token buckets that refill all the time: requests, input tokens, output tokens, and calls at once.
import type { Clock } from '../../../src/platform/index.js';

export interface RateLimits {
  readonly requestsPerMinute?: number;
  readonly inputTokensPerMinute?: number;
  readonly outputTokensPerMinute?: number;
  readonly concurrency?: number;
}

export interface BucketStanding {
  readonly limit: number;
  readonly remaining: number;
  readonly msUntilFull: number;
}

export interface Standing {
  readonly requests: BucketStanding;
  readonly input: BucketStanding;
  readonly output: BucketStanding;
}

export type LimitName = 'requests' | 'input' | 'output' | 'concurrency';

export interface Exceeded {
  readonly limit: LimitName;
  readonly allowed: number;
  readonly retryAfterMs: number;
}

/** High enough that nothing is refused, so that the headers are there all the same. */
const unlimited = 1_000_000_000;

export class RateLimiter {
  readonly #requests: TokenBucket;
  readonly #input: TokenBucket;
  readonly #output: TokenBucket;
  readonly #concurrency: number;
  #running = 0;

  constructor(limits: RateLimits, minuteMs: number, clock: Clock) {
    const fill = (limit = unlimited) => new TokenBucket(limit, minuteMs, clock);
    this.#requests = fill(limits.requestsPerMinute);
    this.#input = fill(limits.inputTokensPerMinute);
    this.#output = fill(limits.outputTokensPerMinute);
    this.#concurrency = limits.concurrency ?? Infinity;
  }

  /** Takes what the call needs, or nothing at all. */
  admit(inputTokens: number): Exceeded | undefined {
    const exceeded = this.#findExceeded(inputTokens);
    if (exceeded !== undefined) return exceeded;
    this.#requests.take(1);
    this.#input.take(inputTokens);
    this.#running += 1;
    return undefined;
  }

  release(): void {
    this.#running -= 1;
  }

  giveBackInput(tokens: number): void {
    this.#input.take(-tokens);
  }

  /** Known only when it was written: what is taken too much has to refill first. */
  takeOutput(tokens: number, fromInput: boolean): void {
    (fromInput ? this.#input : this.#output).take(tokens);
  }

  standing(): Standing {
    return {
      requests: this.#requests.standing(),
      input: this.#input.standing(),
      output: this.#output.standing(),
    };
  }

  #findExceeded(inputTokens: number): Exceeded | undefined {
    if (this.#running >= this.#concurrency)
      return { limit: 'concurrency', allowed: this.#concurrency, retryAfterMs: 1_000 };
    const needs = [
      ['requests', this.#requests, 1],
      ['input', this.#input, inputTokens],
      ['output', this.#output, 1],
    ] as const;
    const waits = needs.map(([limit, bucket, amount]) => {
      return { limit, allowed: bucket.limit, retryAfterMs: bucket.msUntil(amount) };
    });
    return waits.filter((wait) => wait.retryAfterMs > 0).sort((a, b) => b.retryAfterMs - a.retryAfterMs)[0];
  }
}

class TokenBucket {
  readonly limit: number;
  readonly #minuteMs: number;
  readonly #clock: Clock;
  #level: number;
  #filledMs: number;

  constructor(limit: number, minuteMs: number, clock: Clock) {
    this.limit = limit;
    this.#minuteMs = minuteMs;
    this.#clock = clock;
    this.#level = limit;
    this.#filledMs = clock.now();
  }

  take(amount: number): void {
    this.#refill();
    this.#level = Math.min(this.limit, this.#level - amount);
  }

  /** What can never fit waits for a full bucket, and then again. */
  msUntil(amount: number): number {
    this.#refill();
    if (this.#level >= amount) return 0;
    const missing = Math.min(amount, this.limit) - this.#level;
    return Math.max(1, Math.ceil((missing * this.#minuteMs) / this.limit));
  }

  standing(): BucketStanding {
    const msUntilFull = this.#level < this.limit ? this.msUntil(this.limit) : 0;
    return { limit: this.limit, remaining: Math.max(0, Math.floor(this.#level)), msUntilFull };
  }

  #refill(): void {
    const nowMs = this.#clock.now();
    const gained = (Math.max(0, nowMs - this.#filledMs) * this.limit) / this.#minuteMs;
    this.#level = Math.min(this.limit, this.#level + gained);
    this.#filledMs = nowMs;
  }
}
