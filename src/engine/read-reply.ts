// The recorded reply of the step in progress, parsed strictly; the same whenever it is read.
import { parseDecision, parseReply, type ParsedReply } from '../model/index.js';
import type { TaskSession } from './session.js';

export async function readReply({ state, runtime, task }: TaskSession): Promise<ParsedReply> {
  const reply = state.open?.reply;
  if (reply?.call !== undefined) return parseDecision(reply.call);
  const text =
    reply?.blob === undefined
      ? (reply?.text ?? '')
      : Buffer.from(await runtime.store.getBlob(task, reply.blob)).toString('utf8');
  return parseReply(text, state.nonce);
}
