// The verification ladder: syntax → types → checks → affected tests → full suite, climbed until something is worse than before.
import { canListImports } from '../code/index.js';
import { affectedCommand, runTestsSteadily, type Check } from '../check/index.js';
import { failpoint, present } from '../platform/index.js';
import type { Fact, PlannedEdit, Rung, TestVerdict, Verification } from '../schema/index.js';
import { listAdded } from './added-problems.js';
import { findAffected } from './affected-tests.js';
import { changedPaths } from './file-changes.js';
import { CAPS, clip } from './caps.js';
import { addFacts, keepUncovered, startClimb, takeRun, type Climb } from './climb.js';
import type { TaskSession } from './session.js';
import { readSyntax } from './read-syntax.js';
import { findTestRun, saveTestRun } from './test-evidence.js';
import { testsSuffice } from './tests-suffice.js';
import { isComplete } from './verification-update.js';
import { findWorse, type Allowance } from './worse.js';

/** After each action only a suite this fast is run whole. */
const FAST_SUITE_MS = 20_000;
const MAX_SYNTAX_ERRORS = 10;

export interface Measured {
  readonly verification: Verification;
  readonly facts: Fact[];
  /** Scopes that were measured anew. */
  readonly retire: string[];
  readonly testOutput?: string;
  readonly errorOutput?: string;
}

export interface LadderOptions {
  /** Files to check the syntax of. */
  readonly touched: readonly string[];
  /** Files as they were when the step or change set began, and as they are now. */
  readonly changes?: readonly PlannedEdit[];
  /** Climb to the full suite whatever it costs. */
  readonly full: boolean;
  /** A full run of the same tests on the same workspace counts. */
  readonly reuse?: boolean;
  /** What it must not be worse than; climbing stops at the first rung that is. */
  readonly before?: Verification | undefined;
  readonly allowance: Allowance;
}

export async function climbLadder(session: TaskSession, options: LadderOptions): Promise<Measured> {
  const climb = startClimb();
  let reached: Rung | null = null;
  let failedAt: Rung | null = null;
  for (const rung of session.type.verify.ladder) {
    if (!(await RUNGS[rung](session, climb, options))) continue;
    reached = rung;
    if (!isBad(climb, options)) continue;
    failedAt = rung;
    break;
  }
  failpoint('verified');
  const workspace = await session.runtime.workspace.hash(changedPaths(session.state));
  const { syntax, checks, added, tests, facts, retire, testOutput, errorOutput } = climb;
  const isSound = failedAt === null && syntax.length === 0 && added.length === 0;
  const complete = isSound && isComplete(session, { checks, tests });
  // Where a task begins and where it ends is where another one may begin.
  if (complete || options.reuse) keepTestRun(session, climb, workspace);
  const verification: Verification = {
    workspace,
    reached,
    failedAt,
    syntax,
    checks,
    ...present({ tests, added: added.length === 0 ? undefined : added }),
    complete,
  };
  return { verification, facts, retire, ...present({ testOutput, errorOutput }) };
}

function keepTestRun({ runtime, spec, redactor }: TaskSession, climb: Climb, workspace: string): void {
  const { tests: verdict, testReports: reports } = climb;
  if (spec.tests && verdict && reports)
    saveTestRun(runtime, spec.tests, workspace, redactor.clean({ verdict, reports }));
}

/** One check or all, on demand. */
export async function measureChecks(session: TaskSession, id?: string): Promise<Omit<Climb, 'syntax'>> {
  const climb = startClimb();
  for (const check of session.checks)
    if (id === undefined || check.id === id) await measureCheck(session, climb, check);
  return climb;
}

/** The tests on demand: all of them, or those in `files`. */
export async function runTestSuite(
  session: TaskSession,
  files?: readonly string[],
): Promise<Omit<Climb, 'syntax'> & { tests: TestVerdict }> {
  const climb = startClimb();
  return {
    ...climb,
    tests: await measureTests(session, climb, files),
    ...present({ testOutput: climb.testOutput }),
  };
}

type RunRung = (session: TaskSession, climb: Climb, options: LadderOptions) => Promise<boolean>;

/** Each returns whether there was anything to measure. */
const RUNGS: Record<Rung, RunRung> = {
  syntax: climbSyntax,
  types: async (session, climb, options) => climbAdded(session, climb, 'types', options),
  checks: async (session, climb, options) => {
    for (const check of session.checks) await measureCheck(session, climb, check);
    const looked = await climbAdded(session, climb, 'checks', options);
    return looked || session.checks.length > 0;
  },
  affected: climbAffected,
  full: climbFull,
};

async function climbAdded(
  session: TaskSession,
  climb: Climb,
  kind: 'types' | 'checks',
  { changes = [] }: LadderOptions,
): Promise<boolean> {
  const added = await listAdded(session, kind, changes);
  climb.added.push(...(added ?? []));
  if (added?.length) climb.errorOutput = added.join('\n');
  return added !== undefined;
}

async function climbSyntax(session: TaskSession, climb: Climb, { touched }: LadderOptions): Promise<boolean> {
  for (const { path, errors, report } of await readSyntax(session, touched)) {
    climb.syntax.push(...errors.slice(0, MAX_SYNTAX_ERRORS - climb.syntax.length));
    climb.retire.push(`syntax:${path}`);
    if (errors.length > 0)
      await addFacts(session, climb, { scope: `syntax:${path}`, reports: [report], passing: false });
  }
  return touched.length > 0;
}

async function measureCheck(session: TaskSession, climb: Climb, check: Check): Promise<void> {
  session.announce('verifying', `check ${check.id}`);
  const { root } = session.runtime.workspace;
  const { verdict, output, reports } = await check.measure({ run: (run) => session.run(run), root });
  await addFacts(session, climb, {
    scope: `check:${check.id}`,
    reports,
    passing: verdict.passing,
    summary: verdict.summary,
    output,
  });
  if (!verdict.passing) climb.errorOutput = output;
  climb.checks.push({ ...verdict, summary: clip(verdict.summary, CAPS.summaryChars) });
}

/** Only worth it when the whole suite is slow, and only where imports are understood: elsewhere "none" means "unknown". */
async function climbAffected(
  session: TaskSession,
  climb: Climb,
  { touched, full }: LadderOptions,
): Promise<boolean> {
  const isKnown = touched.length > 0 && touched.every(canListImports);
  if (!session.spec.tests || !isKnown || full || isFast(session)) return false;
  const files = await findAffected(session, touched);
  // A runner that cannot run some alone would run them all, and the next rung all of them again.
  if (files.length === 0 || affectedCommand(session.spec.tests, files) === undefined) return false;
  await measureTests(session, climb, files);
  return true;
}

/** Runs when it is cheap, when it is asked for, or when nothing else stands between the task and its end. */
async function climbFull(
  session: TaskSession,
  climb: Climb,
  { full, reuse }: LadderOptions,
): Promise<boolean> {
  const isLast =
    climb.checks.every(({ passing }) => passing) && (!climb.tests || testsSuffice(session, climb.tests));
  if (!session.spec.tests || !(full || isFast(session) || isLast)) return false;
  const known = reuse ? await findTestRun(session.runtime, session.spec.tests) : undefined;
  if (known) await takeRun(session, climb, known);
  else await measureTests(session, climb);
  return true;
}

async function measureTests(
  session: TaskSession,
  climb: Climb,
  files?: readonly string[],
): Promise<TestVerdict> {
  const { spec, runtime } = session;
  if (!spec.tests)
    return {
      scope: 'full',
      passing: false,
      error: 'This task has no test command.',
      passed: 0,
      failed: 0,
      total: 0,
      failing: [],
    };
  session.announce('verifying', files ? `${files.length} affected test files` : 'test suite');
  const run = await runTestsSteadily(spec.tests, {
    run: (run) => session.run(run),
    root: runtime.workspace.root,
    files,
    redactor: session.redactor,
    before: session.state.baseline?.tests,
  });
  await takeRun(session, climb, run);
  if (run.verdict.scope === 'affected') keepUncovered(session, climb, files ?? []);
  return run.verdict;
}

const NOTHING: Verification = {
  workspace: '',
  reached: null,
  failedAt: null,
  syntax: [],
  checks: [],
  complete: false,
};

function isBad({ syntax, checks, added, tests }: Climb, { before, allowance }: LadderOptions): boolean {
  return (
    findWorse(before ?? NOTHING, { ...NOTHING, syntax, checks, added, ...present({ tests }) }, allowance) !==
    undefined
  );
}

function isFast({ state }: TaskSession): boolean {
  const durationMs = state.baseline?.tests?.durationMs;
  return durationMs === undefined || durationMs < FAST_SUITE_MS;
}
