// Folds one more measurement into what is known of a workspace; of another workspace nothing is known.
import { present } from '../platform/index.js';
import type { CheckVerdict, TestVerdict, Verification } from '../schema/index.js';
import type { TaskSession } from './session.js';
import { testsSuffice } from './tests-suffice.js';

export interface Update {
  readonly checks?: readonly CheckVerdict[];
  readonly tests?: TestVerdict;
}

export function updateVerification(
  session: TaskSession,
  workspace: string,
  update: Update,
): Verification | undefined {
  const known = session.state.verification;
  if (!known || known.workspace !== workspace) return undefined;
  const checks = mergeChecks(known.checks, update.checks ?? []);
  const tests = pickTests(known.tests, update.tests);
  const isSound = known.syntax.length === 0 && !known.added?.length;
  const complete = isSound && isComplete(session, { checks, tests });
  return { ...known, checks, ...present({ tests }), failedAt: null, complete };
}

/** Empty evidence is failure: something must have been measured, and all of it must pass. */
export function isComplete(
  session: Pick<TaskSession, 'checks' | 'spec' | 'state'>,
  { checks, tests }: { checks: readonly CheckVerdict[]; tests: TestVerdict | undefined },
): boolean {
  if (checks.length === 0 && !tests) return false;
  const checksPass = checks.length === session.checks.length && checks.every(({ passing }) => passing);
  const isWhole = session.spec.tests === undefined || tests?.scope === 'full';
  return checksPass && isWhole && testsSuffice(session, tests);
}

function mergeChecks(known: readonly CheckVerdict[], fresh: readonly CheckVerdict[]): CheckVerdict[] {
  const merged = known.map((check) => fresh.find(({ id }) => id === check.id) ?? check);
  return [...merged, ...fresh.filter(({ id }) => !known.some((check) => check.id === id))];
}

/** A passing run of some tests does not take the place of a run of all. */
function pickTests(known: TestVerdict | undefined, fresh: TestVerdict | undefined): TestVerdict | undefined {
  return fresh && (fresh.scope === 'full' || !fresh.passing) ? fresh : known;
}
