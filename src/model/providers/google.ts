// Google's Gemini API: the cache works by itself.
import type { Provider } from './contract.js';

export const google: Provider = {
  name: 'google',
  keyName: 'GEMINI_API_KEY',
  async open({ model, apiKey, baseUrl }) {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
    return createGoogleGenerativeAI({ apiKey, ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) })(
      model,
    );
  },
};
