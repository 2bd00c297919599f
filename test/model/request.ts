// A request as the engine makes one, with what a test wants to be different.
import type { ModelRequest } from '../../src/model/index.js';

export function makeRequest(given: Partial<ModelRequest> = {}): ModelRequest {
  const fence = given.fence ?? 'cafe0123';
  return {
    task: 'fix-1',
    step: 1,
    attempt: 0,
    replies: 0,
    contextHash: 'hash',
    seams: [],
    paceMs: 0,
    native: false,
    messages: [
      { role: 'system', content: `reply between @@action ${fence} and @@end ${fence}` },
      { role: 'user', content: 'What is your next action?' },
    ],
    actions: [{ name: 'read', description: 'Open windows.', parameters: { type: 'object' } }],
    fence,
    ...given,
  };
}

export const NEVER = new AbortController().signal;
