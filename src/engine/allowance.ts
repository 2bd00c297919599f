// What may fail now without counting as worse: in RED, the tests this task adds.
import { isTestFile } from '../code/index.js';
import type { TaskState, TaskType } from '../schema/index.js';
import type { Allowance } from './worse.js';

export function allowanceOf(
  { state, type }: { readonly state: TaskState; readonly type: TaskType },
  touched: readonly string[],
): Allowance {
  const red = type.phases[state.phase.name]?.red === true;
  const tests = state.baseline?.tests;
  const before = new Set([...(tests?.passingNames ?? []), ...(tests?.failing ?? []).map(({ test }) => test)]);
  const ownTests = [...Object.keys(state.files), ...touched].some(isTestFile);
  return { baseline: state.baseline, mayFail: (test) => red && ownTests && !before.has(test) };
}
