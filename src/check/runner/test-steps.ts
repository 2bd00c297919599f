// Which steps of a test script run the tests, and which the tests need before.
import { sortArguments } from './arguments.js';
import type { RunnerQuestion } from './detected-runner.js';
import { classifyStep, type Invocation, type ScriptRunner } from './invocation.js';
import { isClear } from './runner-spec.js';
import { MANNERS } from './script-runners.js';
import type { ScriptStep } from './script-steps.js';

export type TestSteps =
  | {
      readonly invocation: Invocation;
      /** The last step that runs tests. */
      readonly step: ScriptStep;
      /** Whatever comes before and does more than look at the code. */
      readonly before: readonly ScriptStep[];
      /** Whether a step is in the script that the tests do not need. */
      readonly hasIdle: boolean;
    }
  | { readonly several: true }
  | undefined;

export function findTestSteps(question: RunnerQuestion, steps: readonly ScriptStep[]): TestSteps {
  const sorted = steps.map((step) => ({ step, purpose: classifyStep(step) }));
  const all = sorted.flatMap(({ step, purpose }, index) =>
    typeof purpose === 'string' ? [] : [{ step, index, invocation: purpose.test }],
  );
  // A script of the project's own counts as the tests only where nothing else does.
  const clear = all.filter(({ invocation }) => isClear(question, invocation));
  const tests = clear.length > 0 ? clear : all;
  const last = tests.at(-1);
  if (!last) return undefined;
  const invocation = merge(tests.map((test) => test.invocation));
  if (!invocation) return { several: true };
  const earlier = sorted.slice(0, last.index).filter(({ step }) => tests.every((test) => test.step !== step));
  const before = earlier.filter(({ purpose }) => purpose !== 'inspection').map(({ step }) => step);
  const hasIdle = before.length < earlier.length || last.index < sorted.length - 1;
  return { invocation, step: last.step, before, hasIdle };
}

/** They give every test file a world of its own, so that it does not matter in how many runs. */
const ISOLATING: ReadonlySet<ScriptRunner> = new Set(['node:test', 'vitest', 'jest', 'ava']);

/** One run in place of several that differ only in their files. */
function merge(invocations: readonly Invocation[]): Invocation | undefined {
  const [first, ...more] = invocations;
  if (!first || more.length === 0) return first;
  const sorted = invocations.map((one) => sortArguments(one.arguments, MANNERS[one.runner]));
  const [shape, ...others] = invocations.map((one, index) =>
    JSON.stringify({ ...one, arguments: sorted[index]?.options }),
  );
  const areAlike = ISOLATING.has(first.runner) && others.every((other) => other === shape);
  if (!areAlike || sorted.some(({ files }) => files.length === 0)) return undefined;
  const added = sorted.slice(1).flatMap(({ files }) => files);
  return { ...first, arguments: [...first.arguments, ...added] };
}
