// The providers by the name that stands before a model's slash.
import type { Provider } from './contract.js';
import { anthropic } from './anthropic.js';
import { createCompatible } from './compatible.js';
import { google } from './google.js';
import { openai } from './openai.js';

export type { Provider } from './contract.js';
export { createProviderModel } from './provider-model.js';
export type { ProviderModelOptions } from './provider-model.js';

export interface KnownProvider {
  readonly provider: Provider;
  /** Where it is, when its package does not know. */
  readonly url?: string;
  /** It runs on the user's own machine and takes no key. */
  readonly local?: boolean;
}

export const KNOWN_PROVIDERS: readonly KnownProvider[] = [
  { provider: anthropic },
  { provider: openai },
  { provider: google },
  { provider: createCompatible('openrouter', 'OPENROUTER_API_KEY'), url: 'https://openrouter.ai/api/v1' },
  { provider: createCompatible('ollama', ''), url: 'http://127.0.0.1:11434/v1', local: true },
  { provider: createCompatible('lmstudio', ''), url: 'http://127.0.0.1:1234/v1', local: true },
  { provider: createCompatible('vllm', ''), url: 'http://127.0.0.1:8000/v1', local: true },
];

/** A provider that the configuration adds, or one of the known. */
export function findProvider(
  name: string,
  configured: { readonly url?: string | undefined; readonly key?: string | undefined } | undefined,
): KnownProvider | undefined {
  const known = KNOWN_PROVIDERS.find(({ provider }) => provider.name === name);
  if (known) return { ...known, ...(configured?.url === undefined ? {} : { url: configured.url }) };
  if (configured?.url === undefined) return undefined;
  return {
    provider: createCompatible(name, configured.key ?? ''),
    url: configured.url,
    local: configured.key === undefined,
  };
}
