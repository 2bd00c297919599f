// Anthropic's Messages API: its cache remembers what is marked, four marks at most.
import type { Provider } from './contract.js';

export const anthropic: Provider = {
  name: 'anthropic',
  keyName: 'ANTHROPIC_API_KEY',
  async open({ model, apiKey, baseUrl }) {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ apiKey, ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) })(model);
  },
  mark: (ttl) => ({ anthropic: { cacheControl: { type: 'ephemeral', ttl } } }),
  options: ({ native }) => (native ? { anthropic: { disableParallelToolUse: true } } : {}),
};
