// Do the tests let a task end? A violation is fixed when no test is worse than before it; every other task ends green.
import type { TaskSpec, TaskState, TestVerdict } from '../schema/index.js';
import { findWorseTests } from './worse.js';

/** Tests that failed when the task began are somebody else's work; tests that gave no verdict prove nothing. */
export function testsSuffice(
  { spec, state }: { readonly spec: TaskSpec; readonly state: TaskState },
  tests: TestVerdict | undefined,
): boolean {
  if (spec.tests === undefined) return true;
  if (!tests || tests.passing) return tests?.passing ?? false;
  if (typeof spec.inputs.violation !== 'object' || tests.error !== undefined) return false;
  const { baseline } = state;
  return findWorseTests(baseline?.tests ?? tests, tests, { baseline, mayFail: () => false }) === undefined;
}
