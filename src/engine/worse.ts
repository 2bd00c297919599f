// Is one measurement worse than another? Decides what is undone.
import { digestTestName, listPassing } from '../check/index.js';
import type { CheckVerdict, TestCase, TestVerdict, Verification } from '../schema/index.js';
import { findVanished } from './vanished.js';

export interface Allowance {
  /** Tests that may fail now although they did not before: the added ones, in RED. */
  readonly mayFail: (test: TestCase) => boolean;
  /** In RED, the run whose tests have to stay: one that was added and passes at once shows nothing. */
  readonly kept?: TestVerdict | undefined;
  /** What was failing when the task began; failing on is not worse. */
  readonly baseline: Verification | undefined;
}

/** Why `after` is worse than `before`, or undefined when it is not. */
export function findWorse(
  before: Verification,
  after: Verification,
  allowance: Allowance,
): string | undefined {
  const broken = after.syntax.find((error) => !before.syntax.includes(error));
  if (broken !== undefined) return `it does not parse: ${broken}`;
  const brought = after.added?.find((problem) => !before.added?.includes(problem));
  if (brought !== undefined) return `it brings a new problem: ${brought}`;
  for (const check of after.checks) {
    const reason = worseCheck(
      before.checks.find(({ id }) => id === check.id),
      check,
    );
    if (reason !== undefined) return reason;
  }
  return after.tests ? findWorseTests(before.tests, after.tests, allowance) : undefined;
}

function worseCheck(before: CheckVerdict | undefined, after: CheckVerdict): string | undefined {
  if (after.passing || !before) return undefined;
  if (before.passing) return after.summary;
  if (after.error !== undefined && before.error === undefined) return after.summary;
  if (before.value === undefined || after.value === undefined) return undefined;
  const rose = after.higherIsBetter ? after.value < before.value : after.value > before.value;
  return rose ? `${after.summary}, was ${before.value}` : undefined;
}

export function findWorseTests(
  before: TestVerdict | undefined,
  after: TestVerdict,
  { mayFail, kept, baseline }: Allowance,
): string | undefined {
  const passed = new Set(listPassing(before));
  const known = new Set([
    ...failingNames(before),
    ...failingNames(baseline?.tests).filter((test) => !passed.has(digestTestName(test))),
  ]);
  const broke = after.failing.filter((test) => !known.has(test.test) && !mayFail(test));
  if (broke.length > 0) return describeBroken(broke);
  const lostVerdict = after.error !== undefined && after.failed === 0 && before?.error === undefined;
  if (lostVerdict && before) return after.error;
  return findVanished(before, after, mayFail, kept) ?? fewerPass(before, after, known.size);
}

function failingNames(tests: TestVerdict | undefined): string[] {
  return tests?.failing.map(({ test }) => test) ?? [];
}

function describeBroken([first, ...others]: readonly TestCase[]): string {
  const message = first?.message?.split('\n', 1)[0]?.trim().slice(0, 160);
  const count = others.length === 0 ? '' : `${others.length + 1} tests broke, first `;
  return `${count}${first?.test} fails${message ? `: ${message}` : ''}`;
}

/** Without names only counts are left to compare. */
function fewerPass(
  before: TestVerdict | undefined,
  after: TestVerdict,
  knownFailures: number,
): string | undefined {
  if (!before || before.scope !== after.scope || after.failing.length > 0) return undefined;
  if (after.failed > Math.max(before.failed, knownFailures))
    return `${after.failed} tests fail, ${before.failed} did before`;
  return after.passed < before.passed ? `${after.passed} tests pass, ${before.passed} did before` : undefined;
}
