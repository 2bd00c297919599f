// What people say to a task from another process: delivered through its control folder, taken in at once when nobody is at it.
import { takeControls, withSession, type Runtime } from '../engine/index.js';
import { AgentForgeError, type ControlMessage } from '../schema/index.js';

/** `taken` when it is in the journal already; `left` when the process that works on the task will take it in. */
export async function deliver(
  runtime: Runtime,
  task: string,
  message: ControlMessage,
): Promise<'taken' | 'left'> {
  await runtime.store.postControl(task, message);
  try {
    await withSession(runtime, task, {}, takeControls);
    return 'taken';
  } catch (error) {
    if (error instanceof AgentForgeError && error.code === 'lease_held') return 'left';
    throw error;
  }
}
