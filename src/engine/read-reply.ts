// A recorded reply, that of the step in progress unless another is given, parsed strictly; the same whenever it is read.
import { parseDecision, parseReply, UNUSABLE, type ParsedReply } from '../model/index.js';
import type { RecordedReply } from '../schema/index.js';
import type { TaskSession } from './session.js';

export async function readReply(
  session: TaskSession,
  reply: RecordedReply = session.state.open?.reply ?? {},
): Promise<ParsedReply> {
  const { call, fault, blob, text = '' } = reply;
  if (fault !== undefined) return { ok: false, error: `${UNUSABLE} ${fault}.` };
  if (call !== undefined) return parseDecision(call);
  if (blob === undefined) return parseReply(text, session.state.nonce);
  const stored = await readBlob(session, blob);
  return reply.data ? parseDecision(JSON.parse(stored)) : parseReply(stored, session.state.nonce);
}

async function readBlob({ runtime, task }: TaskSession, blob: string): Promise<string> {
  return Buffer.from(await runtime.store.getBlob(task, blob)).toString('utf8');
}
