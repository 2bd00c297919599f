// What was looked at stays in view; what has to go for it is named.
import { present } from '../platform/index.js';
import type { EventBody } from '../schema/index.js';
import type { Intent } from './actions/index.js';
import { admitLoads } from './admit-loads.js';
import { finishStep, type Finish } from './finish.js';
import type { TaskSession } from './session.js';

export async function rememberLook(
  session: TaskSession,
  intent: Extract<Intent, { kind: 'look' }>,
  base: Pick<Finish, 'action' | 'parameters' | 'repeatable' | 'notes'>,
): Promise<void> {
  const loads = [];
  for (const { text, ...load } of intent.loads) {
    loads.push({
      ...load,
      ...present({ blob: text === undefined ? undefined : await session.putText(text) }),
    });
  }
  const { target, summary, seen, printed } = intent;
  const before = admitLoads(session, loads);
  await finishStep(session, {
    ...base,
    before,
    target,
    result: 'success',
    summary: `${summary}${describeClosed(session, before)}`,
    seen,
    printed,
  });
}

/** What went to make room; a window that another one took in is still there. */
function describeClosed({ state }: TaskSession, events: readonly EventBody[]): string {
  const loaded = events.flatMap((event) => (event.type === 'context-loaded' ? [event.item] : []));
  const closed = events.flatMap((event) => (event.type === 'context-cleared' ? [event.key] : []));
  const gone = closed.filter((key) => {
    const path = state.memory.find((item) => item.key === key)?.path;
    return path === undefined || loaded.every((item) => item.path !== path);
  });
  return gone.length === 0 ? '' : `; closed to make room: ${gone.join(', ')}`;
}
