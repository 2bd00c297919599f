// The texts before and after a change, as the ladder compares them.
import type { PlannedEdit, RecordedEdit } from '../schema/index.js';
import { mergeEdits } from './file-changes.js';
import type { TaskSession } from './session.js';

/** What changed since the change set, or else this step, began. */
export async function readChanges(
  { state, runtime, task }: Pick<TaskSession, 'state' | 'runtime' | 'task'>,
  edits: readonly RecordedEdit[],
): Promise<PlannedEdit[]> {
  const read = async (hash: string | null): Promise<string | null> =>
    hash === null ? null : Buffer.from(await runtime.store.getBlob(task, hash)).toString('utf8');
  const changed = Object.entries(mergeEdits(state.changeSet?.files ?? {}, edits));
  return Promise.all(
    changed.map(async ([path, { before, after }]) => ({
      path,
      before: await read(before),
      after: await read(after),
    })),
  );
}
