// Which endpoint of which provider an address means.
import type { Provider } from './dialect.js';

export interface Route {
  readonly endpoint: 'call' | 'count' | 'models' | 'nowhere';
  readonly provider: Provider;
  /** Where the model stands in the address. */
  readonly model?: string;
}

const gemini = /^POST \/v1beta\/models\/([^/:]+):generateContent$/;
const chat = /^POST (.*)\/chat\/completions$/;
const list = /^GET (.*)\/models$/;

export function findRoute(method: string, path: string): Route {
  const line = `${method} ${path}`;
  if (line === 'POST /v1/messages') return { endpoint: 'call', provider: 'anthropic' };
  if (line === 'POST /v1/messages/count_tokens') return { endpoint: 'count', provider: 'anthropic' };
  const model = gemini.exec(line)?.[1];
  if (model !== undefined) return { endpoint: 'call', provider: 'google', model: decodeURIComponent(model) };
  const asked = chat.exec(line)?.[1];
  if (asked !== undefined) return { endpoint: 'call', provider: findHouse(asked) };
  const listed = list.exec(line)?.[1];
  if (listed !== undefined) return { endpoint: 'models', provider: findHouse(listed) };
  return { endpoint: 'nowhere', provider: findOwner(path) };
}

/** Below any other prefix stands a house that is compatible. */
function findHouse(prefix: string): Provider {
  return prefix === '/v1' ? 'openai' : 'compatible';
}

function findOwner(path: string): Provider {
  if (path.startsWith('/v1beta/')) return 'google';
  return path.startsWith('/v1/messages') ? 'anthropic' : 'openai';
}
