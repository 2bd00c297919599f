// What a model replied, as the journal keeps it.
import { present } from '../platform/index.js';
import type { EventOf, RecordedReply, Reply } from '../schema/index.js';
import type { TaskSession } from './session.js';

const INLINE_CHARS = 8_000;

/** What is short stays in the record; the rest goes beside it. A call says all there is to say, whatever text came with it. */
export async function storeReply(
  session: TaskSession,
  { text, call, fault }: Reply,
  inlineChars = INLINE_CHARS,
): Promise<RecordedReply> {
  if (fault !== undefined) return { fault, ...(text === '' ? {} : { blob: await session.putText(text) }) };
  if (call === undefined) return text.length > inlineChars ? { blob: await session.putText(text) } : { text };
  const clean = session.redactor.clean(call);
  const json = JSON.stringify(clean) ?? 'null';
  return json.length > inlineChars
    ? { blob: await session.runtime.store.putBlob(session.task, json), data: true }
    : { call: clean };
}

/** What the journal keeps of a call besides what was replied. */
export function describeCall({
  usage,
  costUsd,
  model,
  broken,
}: Reply): Pick<EventOf<'step-replied'>, 'usage' | 'costUsd' | 'model' | 'broken'> {
  return { usage, costUsd, model, ...present({ broken }) };
}
