// Any endpoint that speaks Chat Completions: Ollama, vLLM, LM Studio, OpenRouter, and what people run themselves.
import type { Provider } from './contract.js';

export function createCompatible(name: string, keyName: string): Provider {
  return {
    name,
    keyName,
    async open({ model, apiKey, baseUrl = '' }) {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const key = apiKey === '' ? {} : { apiKey };
      return createOpenAICompatible({ name, baseURL: baseUrl, ...key })(model);
    },
  };
}
