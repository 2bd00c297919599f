// What may fail or go now without counting as worse: in RED, the tests this task adds.
import type { RecordedEdit, TaskState, TaskType } from '../schema/index.js';
import { mergeEdits } from './file-changes.js';
import { isAddedTest } from './red.js';
import type { Allowance } from './worse.js';

/** `edits` are those of the step in progress. */
export function allowanceOf(
  { state, type }: { readonly state: TaskState; readonly type: TaskType },
  edits: readonly RecordedEdit[],
): Allowance {
  const { baseline } = state;
  const red = type.phases[state.phase.name]?.red === true;
  const files = mergeEdits(state.files, edits);
  return {
    baseline,
    kept: red ? baseline?.tests : undefined,
    mayFail: (test) => red && isAddedTest(test, { files, baseline }),
  };
}
