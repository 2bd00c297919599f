// What has been measured on the way up the verification ladder, and the facts drawn from it.
import type { TestRun } from '../check/index.js';
import type { CheckVerdict, Fact, Report, TestVerdict } from '../schema/index.js';
import { readOutput } from './read-by-model.js';
import type { TaskSession } from './session.js';

export interface Climb {
  readonly syntax: string[];
  readonly checks: CheckVerdict[];
  readonly added: string[];
  tests?: TestVerdict;
  testReports?: readonly Report[];
  readonly facts: Fact[];
  readonly retire: string[];
  testOutput?: string;
  errorOutput?: string;
}

export function startClimb(): Climb {
  return { syntax: [], checks: [], added: [], facts: [], retire: [] };
}

export async function takeRun(
  session: TaskSession,
  climb: Climb,
  { verdict, output, reports }: TestRun,
): Promise<void> {
  climb.tests = verdict;
  climb.testReports = reports;
  // Of a run that was made before, only the verdict and its reports are kept.
  if (output !== '') climb.testOutput = output;
  if (!verdict.passing && output !== '') climb.errorOutput = output;
  await addFacts(session, climb, {
    scope: 'tests',
    reports,
    passing: verdict.passing,
    summary: verdict.error,
    output,
  });
}

/** A partial run says nothing about failures in files it did not touch: they stay known. */
export function keepUncovered({ state }: TaskSession, climb: Climb, files: readonly string[]): void {
  climb.facts.push(
    ...state.facts.filter(
      ({ scope, data }) => scope === 'tests' && data.file !== undefined && !files.includes(data.file),
    ),
  );
}

interface Finding {
  readonly scope: string;
  readonly reports: readonly Report[];
  readonly passing: boolean;
  readonly summary?: string | undefined;
  /** What was printed, for when no rule understands it. */
  readonly output?: string;
}

export async function addFacts(
  session: TaskSession,
  climb: Climb,
  { scope, reports, passing, summary, output = '' }: Finding,
): Promise<void> {
  climb.retire.push(scope);
  climb.facts.push(
    ...session.drawFacts({
      reports: await readOutput(session, { output, reports, passing }),
      scope,
      source: scope,
      action: summary ?? scope,
      outcome: passing ? 'success' : 'failure',
    }),
  );
}
