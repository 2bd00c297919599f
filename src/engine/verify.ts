// The verification ladder: syntax → checks → affected tests → full suite, climbed until something is worse than before.
import { affectedTests, buildImportGraph, checkSyntax, isTestFile, type ImportCache } from '../code/index.js';
import { runTests, type TestRun } from '../check/index.js';
import { failpoint } from '../platform/index.js';
import type { CheckVerdict, Fact, Report, Rung, TestVerdict, Verification } from '../schema/index.js';
import type { TaskSession } from './session.js';
import { findWorse, type Allowance } from './worse.js';

/** After each action only a suite this fast is run whole. */
const FAST_SUITE_MS = 20_000;
const importCache: ImportCache = new Map();

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
  /** Climb to the full suite whatever it costs. */
  readonly full: boolean;
  /** What it must not be worse than; climbing stops at the first rung that is. */
  readonly before?: Verification | undefined;
  readonly allowance: Allowance;
}

interface Climb {
  syntax: string[];
  checks: CheckVerdict[];
  tests?: TestVerdict;
  facts: Fact[];
  retire: string[];
  testOutput?: string;
  errorOutput?: string;
}

export async function climbLadder(session: TaskSession, options: LadderOptions): Promise<Measured> {
  const climb: Climb = { syntax: [], checks: [], facts: [], retire: [] };
  let reached: Rung | null = null;
  let failedAt: Rung | null = null;
  for (const rung of session.type.verify.ladder) {
    if (!(await RUNGS[rung](session, climb, options))) continue;
    reached = rung;
    if (isBad(climb, options)) {
      failedAt = rung;
      break;
    }
  }
  failpoint('verified');
  const workspace = await session.runtime.workspace.hash(Object.keys(session.state.files));
  const { syntax, checks, tests } = climb;
  const verification: Verification = {
    workspace,
    reached,
    failedAt,
    syntax,
    checks,
    ...(tests ? { tests } : {}),
    complete: failedAt === null && isComplete(session, climb),
  };
  const { facts, retire, testOutput, errorOutput } = climb;
  return {
    verification,
    facts,
    retire,
    ...(testOutput === undefined ? {} : { testOutput }),
    ...(errorOutput === undefined ? {} : { errorOutput }),
  };
}

type RunRung = (session: TaskSession, climb: Climb, options: LadderOptions) => Promise<boolean>;

const RUNGS: Record<Rung, RunRung> = {
  syntax: climbSyntax,
  // Types are measured by a check of the task until the code room brings its own.
  types: async () => false,
  checks: climbChecks,
  affected: climbAffected,
  full: climbFull,
};

async function climbSyntax(session: TaskSession, climb: Climb, { touched }: LadderOptions): Promise<boolean> {
  for (const path of touched) {
    const file = session.runtime.workspace.read(path);
    const found = file.ok ? await checkSyntax(path, file.text) : undefined;
    for (const { line, message } of found ?? [])
      climb.syntax.push(`${path}${line === undefined ? '' : `:${line}`}: ${message}`);
    if (found) climb.retire.push(`syntax:${path}`);
    if (found?.length)
      addFacts(session, climb, `syntax:${path}`, [
        {
          kind: 'diagnostics',
          tool: 'syntax',
          structured: true,
          items: found.map((one) => ({ ...one, file: path })),
        },
      ]);
  }
  climb.syntax = climb.syntax.slice(0, 10);
  return touched.length > 0;
}

async function climbChecks(session: TaskSession, climb: Climb): Promise<boolean> {
  for (const check of session.checks) {
    session.announce('verifying', `check ${check.id}`);
    climb.checks.push(await measureCheck(session, climb, check.id));
  }
  return session.checks.length > 0;
}

async function measureCheck(session: TaskSession, climb: Climb, id: string): Promise<CheckVerdict> {
  const check = session.checks.find((one) => one.id === id);
  if (!check) return { id, passing: false, error: 'no such check', summary: `${id} does not exist` };
  const { verdict, output, reports } = await check.measure({
    run: session.run,
    root: session.runtime.workspace.root,
  });
  addFacts(session, climb, `check:${id}`, reports, verdict.passing ? 'success' : 'failure', verdict.summary);
  if (!verdict.passing) climb.errorOutput = output;
  return verdict;
}

/** One check or all, on demand. */
export async function measureChecks(
  session: TaskSession,
  id?: string,
): Promise<{ checks: CheckVerdict[] } & Omit<Measured, 'verification'>> {
  const climb: Climb = { syntax: [], checks: [], facts: [], retire: [] };
  const ids = id === undefined ? session.checks.map((check) => check.id) : [id];
  for (const one of ids) climb.checks.push(await measureCheck(session, climb, one));
  return climb;
}

async function climbAffected(session: TaskSession, climb: Climb, options: LadderOptions): Promise<boolean> {
  if (!session.spec.tests || options.touched.length === 0 || options.full || isFast(session)) return false;
  const files = await findAffected(session, options.touched);
  if (files.length === 0) return false;
  await measureTests(session, climb, files);
  return true;
}

async function climbFull(session: TaskSession, climb: Climb, options: LadderOptions): Promise<boolean> {
  if (!session.spec.tests) return false;
  const candidate = climb.checks.every(({ passing }) => passing) && climb.tests?.passing !== false;
  if (!options.full && !isFast(session) && !candidate) return false;
  await measureTests(session, climb);
  return true;
}

/** Test files that reach the changed ones through imports. */
export async function findAffected(session: TaskSession, changed: readonly string[]): Promise<string[]> {
  const { workspace } = session.runtime;
  const read = (path: string): string | undefined => {
    const file = workspace.read(path);
    return file.ok ? file.text : undefined;
  };
  const graph = await buildImportGraph({ files: workspace.listFiles(), read, cache: importCache });
  return affectedTests(graph, changed, isTestFile);
}

export async function runTestSuite(
  session: TaskSession,
  files?: readonly string[],
): Promise<{ tests: TestVerdict } & Omit<Measured, 'verification'>> {
  const climb: Climb = { syntax: [], checks: [], facts: [], retire: [] };
  const tests = await measureTests(session, climb, files);
  return { ...climb, tests };
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
  const run: TestRun = await runTests(spec.tests, { run: session.run, root: runtime.workspace.root, files });
  climb.tests = run.verdict;
  climb.testOutput = run.output;
  if (!run.verdict.passing) climb.errorOutput = run.output;
  addFacts(
    session,
    climb,
    'tests',
    run.reports,
    run.verdict.passing ? 'success' : 'failure',
    run.verdict.error,
  );
  if (run.verdict.scope === 'affected') keepUncovered(session, climb, files ?? []);
  return run.verdict;
}

/** A partial run says nothing about failures in files it did not touch: they stay known. */
function keepUncovered(session: TaskSession, climb: Climb, files: readonly string[]): void {
  const kept = session.state.facts.filter(
    ({ scope, data }) => scope === 'tests' && data.file !== undefined && !files.includes(data.file),
  );
  climb.facts.push(...kept);
}

function addFacts(
  session: TaskSession,
  climb: Climb,
  scope: string,
  reports: readonly Report[],
  outcome: 'success' | 'failure' = 'failure',
  summary?: string,
): void {
  climb.retire.push(scope);
  climb.facts.push(
    ...session.drawFacts({ reports, scope, source: scope, action: summary ?? scope, outcome }),
  );
}

function isBad(climb: Climb, { before, allowance }: LadderOptions): boolean {
  const none: Verification = {
    workspace: '',
    reached: null,
    failedAt: null,
    syntax: [],
    checks: [],
    complete: false,
  };
  return findWorse(before ?? none, toVerification(climb), allowance) !== undefined;
}

function toVerification({ syntax, checks, tests }: Climb): Verification {
  return {
    workspace: '',
    reached: null,
    failedAt: null,
    syntax,
    checks,
    ...(tests ? { tests } : {}),
    complete: false,
  };
}

/** Empty evidence is failure: something must have been measured, and all of it must pass. */
function isComplete(session: TaskSession, climb: Climb): boolean {
  if (climb.syntax.length > 0 || climb.checks.length + (climb.tests ? 1 : 0) === 0) return false;
  const checksPass =
    climb.checks.length === session.checks.length && climb.checks.every(({ passing }) => passing);
  const testsPass =
    session.spec.tests === undefined || (climb.tests?.scope === 'full' && climb.tests.passing);
  return checksPass && testsPass;
}

function isFast(session: TaskSession): boolean {
  const durationMs = session.state.baseline?.tests?.durationMs;
  return durationMs === undefined || durationMs < FAST_SUITE_MS;
}
