// A recorded reply, that of the step in progress unless another is given, parsed strictly; the same whenever it is read.
import { parseDecision, parseReply, type ParsedReply } from '../model/index.js';
import type { RecordedReply } from '../schema/index.js';
import type { TaskSession } from './session.js';

export async function readReply(
  { state, runtime, task }: TaskSession,
  reply: RecordedReply | undefined = state.open?.reply,
): Promise<ParsedReply> {
  if (reply?.call !== undefined) return parseDecision(reply.call);
  if (reply?.blob === undefined) return parseReply(reply?.text ?? '', state.nonce);
  const stored = Buffer.from(await runtime.store.getBlob(task, reply.blob)).toString('utf8');
  return reply.data ? parseDecision(JSON.parse(stored)) : parseReply(stored, state.nonce);
}
