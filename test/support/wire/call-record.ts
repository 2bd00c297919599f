// What the server remembers: every call with what it was charged, and every byte that came in.
import type { IncomingHttpHeaders } from 'node:http';
import type { Provider, Usage } from './dialect.js';

export type Outcome = 'open' | 'completed' | 'broken' | 'refused';

export interface CallRecord {
  readonly provider: Provider;
  readonly model: string;
  readonly body: unknown;
  /** Keys are replaced by `right` or `wrong`. */
  readonly headers: IncomingHttpHeaders;
  readonly keyWasRight: boolean;
  readonly arrivedMs: number;
  /** The status of the answer, unless there was none. */
  readonly status: number | undefined;
  readonly usage: Usage;
  readonly outcome: Outcome;
}

export interface Totals extends Usage {
  readonly calls: number;
  readonly completed: number;
  readonly broken: number;
  readonly refused: number;
}

export type OpenCall = { -readonly [Field in keyof CallRecord]: CallRecord[Field] };

export const keyHeaders = ['authorization', 'x-api-key', 'x-goog-api-key'] as const;

const nothing: Usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };

export class CallRecords {
  readonly calls: OpenCall[] = [];
  #received = '';
  #waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  open(call: Omit<CallRecord, 'usage' | 'outcome' | 'status'>): OpenCall {
    const headers = { ...call.headers };
    for (const name of keyHeaders) if (name in headers) headers[name] = call.keyWasRight ? 'right' : 'wrong';
    const record: OpenCall = { ...call, headers, status: undefined, usage: nothing, outcome: 'open' };
    this.calls.push(record);
    for (const { count, resolve } of this.#waiting) if (this.calls.length >= count) resolve();
    this.#waiting = this.#waiting.filter(({ count }) => count > this.calls.length);
    return record;
  }

  /** Until so many calls have been read. */
  async arrived(count: number): Promise<void> {
    if (this.calls.length >= count) return;
    await new Promise<void>((resolve) => this.#waiting.push({ count, resolve }));
  }

  keep(bytes: string): void {
    this.#received += bytes;
  }

  everything(): string {
    return this.#received;
  }

  totals(): Totals {
    const count = (outcome: Outcome) => this.calls.filter((call) => call.outcome === outcome).length;
    const sum = (field: keyof Usage) => this.calls.reduce((total, call) => total + call.usage[field], 0);
    return {
      calls: this.calls.length,
      completed: count('completed'),
      broken: count('broken'),
      refused: count('refused'),
      input: sum('input'),
      cacheRead: sum('cacheRead'),
      cacheWrite: sum('cacheWrite'),
      output: sum('output'),
    };
  }
}
