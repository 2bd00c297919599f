// OpenAI's Chat Completions: the cache works by itself, and a key keeps calls of one task together.
import type { Provider } from './contract.js';

export const openai: Provider = {
  name: 'openai',
  keyName: 'OPENAI_API_KEY',
  async open({ model, apiKey, baseUrl }) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ apiKey, ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) }).chat(model);
  },
  options: ({ task, native }) => ({
    openai: { promptCacheKey: task, ...(native ? { parallelToolCalls: false } : {}) },
  }),
};
