// What a provider's file says of it: how its API is reached, and how its cache is marked.
import type { LanguageModelV3 } from '@ai-sdk/provider';

export interface Endpoint {
  readonly model: string;
  readonly apiKey: string;
  /** Where the API is, when it is not at the provider's own address. */
  readonly baseUrl?: string | undefined;
}

type Options = Record<string, Record<string, unknown>>;

export interface Provider {
  readonly name: string;
  /** The environment variable that holds the key. */
  readonly keyName: string;
  /** Loads the provider's package: nothing of it is read before the first call. */
  open(endpoint: Endpoint): Promise<LanguageModelV3>;
  /** Said at the end of every part that should be remembered; providers that remember by themselves have none. */
  readonly mark?: (ttl: '5m' | '1h') => Options;
  /** Said once in every call; `task` is the same for all calls that share a beginning, `native` when tools are offered. */
  readonly options?: (call: { readonly task: string; readonly native: boolean }) => Options;
}
