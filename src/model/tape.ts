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
    content: content.replaceAll(request.fence, MARK),
  }));
  return sha256(
    canonicalJson({ messages, actions: request.actions.map(({ name }) => name), attempt: request.attempt }),
  );
}

export function createTapeModel(file: string): Model {
  const replies = readTape(file);
  return {
    name: 'tape',
    calls: [...replies.values()].some(({ call }) => call !== undefined),
    boundUsd: () => 0,
    async decide(request) {
      const reply = replies.get(tapeKey(request));
      if (!reply)
        throw new AgentForgeError(
          'model_failed',
          `The tape ${file} has no reply to this context; record it again.`,
        );
      return { ...reply, text: toOwnFence(reply.text, request.fence) };
    },
  };
}

/** Wraps a model so that every reply is added to the tape. */
export function recordTape(model: Model, file: string): Model {
  append(file, '');
  return {
    ...model,
    boundUsd: (request) => model.boundUsd(request),
    async decide(request, signal, onWait) {
      const reply = await model.decide(request, signal, onWait);
      const line = {
        key: tapeKey(request),
        reply: { ...reply, text: toAnyFence(reply.text, request.fence) },
      };
      append(file, `${JSON.stringify(line)}\n`);
      return reply;
    },
  };
}

/** Called once before the first reply is bought, so that it cannot be lost for want of a folder. */
function append(file: string, text: string): void {
  try {
    appendFileSync(file, text);
  } catch (cause) {
    throw new AgentForgeError('not_found', `The tape ${file} cannot be written.`, { cause });
  }
}

/** Stands for the nonce of whichever task plays the tape; the same letters in a reply's own text are kept apart. */
const MARK = '‹fence›';
const LITERAL = ['‹fence', '‹fence='] as const;

function toAnyFence(text: string, fence: string): string {
  return text.replaceAll(LITERAL[0], LITERAL[1]).replaceAll(fence, MARK);
}

function toOwnFence(text: string, fence: string): string {
  return text.replaceAll(MARK, fence).replaceAll(LITERAL[1], LITERAL[0]);
}

function readTape(file: string): Map<string, Reply> {
  if (!existsSync(file)) throw new AgentForgeError('not_found', `There is no tape ${file}.`);
  const lines = readFileSync(file, 'utf8').split('\n');
  const records = lines.flatMap((line, index) =>
    line.trim() === '' ? [] : [parseLine(line, file, index + 1)],
  );
  return new Map(records.map(({ key, reply }) => [key, reply]));
}

function parseLine(line: string, file: string, number: number): z.infer<typeof TapeLine> {
  try {
    return TapeLine.parse(JSON.parse(line));
  } catch (cause) {
    throw new AgentForgeError('bad_usage', `Line ${number} of ${file} is not a tape record.`, { cause });
  }
}
