// Takes back an edit that was under way when its task stopped: the files of that one step, from the images kept before it.
import { invertEdits } from '../platform/index.js';
import { AgentForgeError, type Act, type EventBody, type TaskState } from '../schema/index.js';
import { loadState, withSession } from './open-session.js';
import type { Runtime } from './runtime.js';
import type { TaskSession } from './session.js';
import { takeStep } from './step.js';

/** The files that are as before that step; none where no edit was under way. Afterwards the task stands between two steps. */
export async function takeBackUnfinished(runtime: Runtime, task: string): Promise<string[]> {
  if (!findUnfinished(await loadState(runtime, task))) return [];
  return withSession(runtime, task, { exclusive: true }, async (session) => {
    const act = findUnfinished(session.state);
    if (!act) return [];
    const { status, ending = '' } = session.state;
    // A task that does not run takes no step; whoever ended it did so for good.
    const started: EventBody[] = status === 'running' ? [] : [{ type: 'resumed' }];
    await session.append([...started, ...toRevert(session, act)], { durable: true });
    await takeStep(session);
    const { question } = session.state;
    if (status === 'aborted') await session.append([{ type: 'aborted', reason: ending }], { durable: true });
    await session.refreshViews();
    if (question?.reason === 'file_changed') throw new AgentForgeError('file_changed', question.text);
    return act.edits.map(({ path }) => path);
  });
}

/** One that is being taken back between two steps is finished by whoever resumes the task. */
function findUnfinished({ open, recent }: TaskState): Act | undefined {
  return open && open.step !== recent.at(-1)?.step ? open.act : undefined;
}

/** Nothing where it is on its way back already. */
function toRevert({ step }: TaskSession, act: Act): EventBody[] {
  if (act.kind !== 'apply') return [];
  const back: Act = { ...act, kind: 'revert', edits: invertEdits(act.edits) };
  return [{ type: 'reverted', step, why: 'a person stopped it', act: back }];
}
