// Records what a model answered, keyed by what it was asked, and plays it back without a key or a network.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { canonicalJson, sha256 } from '../platform/index.js';
import { AgentForgeError, Reply } from '../schema/index.js';
import type { Model, ModelRequest } from './contract.js';

const TapeLine = z.object({ key: z.string(), reply: Reply });

/** The task's id and nonce are left out: the same question on another day has the same key. */
export function tapeKey(request: ModelRequest): string {
  const messages = request.messages.map(({ role, content }) => ({
    role,
    content: content.replaceAll(request.fence, 'FENCE'),
  }));
  return sha256(
    canonicalJson({ messages, actions: request.actions.map(({ name }) => name), attempt: request.attempt }),
  );
}

export function createTapeModel(file: string): Model {
  const replies = readTape(file);
  return {
    name: 'tape',
    boundUsd: () => 0,
    async decide(request) {
      const reply = replies.get(tapeKey(request));
      if (!reply)
        throw new AgentForgeError(
          'model_failed',
          `The tape ${file} has no reply to this context; record it again.`,
        );
      return { ...reply, text: reply.text.replaceAll('FENCE', request.fence) };
    },
  };
}

/** Wraps a model so that every reply is added to the tape. */
export function recordTape(model: Model, file: string): Model {
  return {
    name: model.name,
    boundUsd: (request) => model.boundUsd(request),
    async decide(request, signal) {
      const reply = await model.decide(request, signal);
      const line = {
        key: tapeKey(request),
        reply: { ...reply, text: reply.text.replaceAll(request.fence, 'FENCE') },
      };
      appendFileSync(file, `${JSON.stringify(line)}\n`);
      return reply;
    },
  };
}

function readTape(file: string): Map<string, Reply> {
  if (!existsSync(file)) throw new AgentForgeError('not_found', `There is no tape ${file}.`);
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return new Map(
    lines.map((line, index) => {
      const parsed = TapeLine.safeParse(JSON.parse(line));
      if (!parsed.success)
        throw new AgentForgeError('bad_usage', `Line ${index + 1} of ${file} is not a tape record.`);
      return [parsed.data.key, parsed.data.reply];
    }),
  );
}
