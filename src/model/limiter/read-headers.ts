// What answers say of limits, in the words of each provider.
import type { Meter, ToldLimits } from './meter.js';

const NAMES: Readonly<Record<Meter, readonly string[]>> = {
  requests: ['anthropic-ratelimit-requests', 'x-ratelimit-*-requests'],
  // Without one for input alone, the one for all tokens binds it.
  inputTokens: ['anthropic-ratelimit-input-tokens', 'anthropic-ratelimit-tokens', 'x-ratelimit-*-tokens'],
  outputTokens: ['anthropic-ratelimit-output-tokens'],
};

export function readToldLimits(headers: Readonly<Record<string, string>>): ToldLimits {
  return { limits: readEach(headers, 'limit'), remaining: readEach(headers, 'remaining') };
}

function readEach(
  headers: Readonly<Record<string, string>>,
  what: 'limit' | 'remaining',
): Partial<Record<Meter, number>> {
  const found: Partial<Record<Meter, number>> = {};
  for (const [meter, names] of Object.entries(NAMES) as [Meter, readonly string[]][]) {
    const value = names
      .map((name) => readNumber(headers[place(name, what)]))
      .find((one) => one !== undefined);
    if (value !== undefined) found[meter] = value;
  }
  return found;
}

function place(name: string, what: string): string {
  return name.includes('*') ? name.replace('*', what) : `${name}-${what}`;
}

function readNumber(text: string | undefined): number | undefined {
  const value = text === undefined || text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}
