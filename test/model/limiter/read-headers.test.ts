import { describe, expect, it } from 'vitest';
import { readToldLimits } from '../../../src/model/limiter/read-headers.js';

describe('limits in headers', () => {
  it('are read as Anthropic says them', () => {
    const told = readToldLimits({
      'anthropic-ratelimit-requests-limit': '50',
      'anthropic-ratelimit-requests-remaining': '49',
      'anthropic-ratelimit-input-tokens-limit': '30000',
      'anthropic-ratelimit-input-tokens-remaining': '28000',
      'anthropic-ratelimit-output-tokens-limit': '8000',
      'anthropic-ratelimit-tokens-limit': '38000',
    });
    expect(told).toEqual({
      limits: { requests: 50, inputTokens: 30_000, outputTokens: 8_000 },
      remaining: { requests: 49, inputTokens: 28_000 },
    });
  });

  it('are read as OpenAI says them', () => {
    const told = readToldLimits({
      'x-ratelimit-limit-requests': '500',
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-limit-tokens': '200000',
    });
    expect(told).toEqual({ limits: { requests: 500, inputTokens: 200_000 }, remaining: { requests: 0 } });
  });

  it.each(['', ' ', 'many', '-5', 'NaN', 'Infinity'])('are not made of %j', (text) => {
    expect(readToldLimits({ 'x-ratelimit-limit-requests': text })).toEqual({ limits: {}, remaining: {} });
  });
});
