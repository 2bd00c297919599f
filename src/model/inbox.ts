// A person or another program as the model: the task waits until someone hands in the reply.
import { AgentForgeError, type Reply } from '../schema/index.js';
import type { Model } from './contract.js';
import { countTokens } from './token-count.js';

export function createInboxModel(): Model {
  return {
    name: 'inbox',
    waits: true,
    boundUsd: () => 0,
    decide: async () => {
      throw new AgentForgeError(
        'model_failed',
        'This task waits for a reply; hand one in with `agentforge step ID --reply FILE`.',
      );
    },
  };
}

/** A reply that was handed in for one context: text as a model would send it, or a decision as data. */
export interface HandedReply {
  readonly text: string;
  readonly call?: unknown;
  /** When given, the reply is only good for this context. */
  readonly contextHash?: string | undefined;
}

/** Gives the reply once, then waits for the next one. */
export function createHandedModel(reply: HandedReply): Model {
  let used = false;
  return {
    name: 'inbox',
    get waits() {
      return used;
    },
    boundUsd: () => 0,
    async decide(request): Promise<Reply> {
      if (reply.contextHash !== undefined && !request.contextHash.startsWith(reply.contextHash)) {
        throw new AgentForgeError(
          'stale_context',
          `Task ${request.task} has moved on since that prompt; fetch it again with \`agentforge step ${request.task} --prompt\`.`,
        );
      }
      used = true;
      const inputTokens = request.messages.reduce((sum, { content }) => sum + countTokens(content), 0);
      const usage = { inputTokens, outputTokens: countTokens(reply.text), cachedTokens: 0 };
      return {
        text: reply.text,
        ...(reply.call === undefined ? {} : { call: reply.call }),
        usage,
        costUsd: 0,
        model: 'inbox',
      };
    },
  };
}
