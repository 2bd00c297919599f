// `fix`: chooses violations, prepares the place where they are fixed, and runs the flow there.
import { detectRunnerIn, type ChecksOutcome } from '../check/index.js';
import {
  createProjectRedactor,
  findTestRun,
  loadState,
  parseSpec,
  type HarnessEvent,
  type Runtime,
} from '../engine/index.js';
import { runFix, summarizeFix, type FixSummary } from '../flows/index.js';
import {
  adoptBranch,
  branchOf,
  findRepository,
  isDirty,
  listUnmerged,
  openWorktree,
  prepareWorktree,
  present,
  quoteLastLines,
  randomIds,
  removeWorktree,
} from '../platform/index.js';
import { AgentForgeError, TaskSpec, type FixInputs, type TestsSpec } from '../schema/index.js';
import { choose, listOpen, toInput, type Choice, type ChoiceRequest } from './choose-violations.js';
import { loadConfig } from './config.js';
import { createHarness, type Harness, type HarnessOptions } from './harness.js';
import { measureLint } from './lint-baseline.js';
import { requireTrust } from './trust.js';
import { createRun, measureTests } from './verify.js';

export interface FixRequest extends ChoiceRequest {
  /** Default: in place, and on a branch in a worktree when the tree is dirty. */
  readonly where?: FixInputs['where'] | undefined;
  readonly branch?: string | undefined;
  /** Go on although the project has no tests. */
  readonly withoutTests?: boolean;
  readonly harness?: Omit<HarnessOptions, 'project' | 'workspace'>;
}

export interface FixPlan extends Omit<Choice, 'chosen'> {
  readonly harness: Harness;
  readonly fix: FixInputs;
  readonly tests: TestsSpec | undefined;
  readonly relaxed: boolean;
  /** Checks that did not run, so that nothing is known of what they would find. */
  readonly failedToRun: ChecksOutcome['failedToRun'];
}

/** How the project's tests run: as configured, or as found. */
export function findTests(project: string): { spec?: TestsSpec; configured: boolean; why: string } {
  const configured = loadConfig(project).tests;
  if (configured) return { spec: configured, configured: true, why: 'as configured' };
  const detected = detectRunnerIn(project);
  return 'spec' in detected
    ? { spec: detected.spec, configured: false, why: detected.why }
    : { configured: false, why: detected.none };
}

/** Nothing is changed yet, except that a worktree is made where one is needed. */
export async function planFix(request: FixRequest): Promise<FixPlan> {
  const tests = requireTests(request);
  const where = await choosePlace(request);
  const id = randomIds.hex(8);
  try {
    const harness = await openPlace(request, where, id);
    return await planIn(harness, { request, where, id, tests });
  } catch (error) {
    if (where === 'worktree') await removeWorktree({ root: request.project, id });
    throw error;
  }
}

interface Place {
  readonly request: FixRequest;
  readonly where: FixInputs['where'];
  readonly id: string;
  readonly tests: TestsSpec | undefined;
}

async function planIn(harness: Harness, { request, where, id, tests }: Place): Promise<FixPlan> {
  const { tell = () => undefined } = request;
  tell('looking for violations');
  const { open, failedToRun } = await listOpen(request, harness.runtime);
  const { chosen, skipped, advice } = await choose(request, harness.runtime, open);
  const lint = await measureLint(harness.runtime, {
    files: chosen.map(({ path }) => path),
    trusted: (request.harness?.trusted ?? false) && request.relaxed !== true,
    tell,
    signal: request.signal,
  });
  if (tests && chosen.length > 0) await requirePassing(harness.runtime, tests, request);
  const known = (path: string): string[] => open.filter((one) => one.path === path).map((one) => one.id);
  return {
    harness,
    tests,
    relaxed: request.relaxed ?? false,
    skipped,
    advice,
    failedToRun,
    fix: {
      where,
      violations: chosen.map((violation) => ({
        ...toInput(violation, known(violation.path)),
        ...present({ lint: lint.get(violation.path) }),
      })),
      ...(where === 'in_place' ? {} : { branch: request.branch ?? branchOf(id), worktree: id }),
    },
  };
}

function requireTests({ project, withoutTests }: FixRequest): TestsSpec | undefined {
  if (withoutTests) return undefined;
  const { spec, why } = findTests(project);
  if (spec) return spec;
  throw new AgentForgeError(
    'bad_usage',
    `No tests were found, so nothing would show that a fix keeps what the code does (${why}); set \`tests\` in .agentforge/config.yaml, or pass --no-tests to rely on checks alone.`,
  );
}

/** Where not one test passes, none can show what a fix breaks. Some red ones are no obstacle. */
async function requirePassing(runtime: Runtime, spec: TestsSpec, request: FixRequest): Promise<void> {
  const known = await findTestRun(runtime, spec);
  if (known && known.verdict.passed > 0) return;
  request.tell?.('running the tests as they are now');
  const redactor = createProjectRedactor(runtime, { known: [], key: runtime.ids.hex(32) });
  const run = createRun(runtime, (text) => redactor.redact(text), request.signal);
  const { verdict, output } = await measureTests(runtime, spec, { run, redactor });
  if (verdict.passed > 0) return;
  const why = verdict.error ?? verdict.failing[0]?.message ?? `${verdict.failed} fail`;
  throw new AgentForgeError(
    'bad_config',
    `No test passes before anything is changed, so none can show what a fix breaks: ${why.split('\n', 1)[0] ?? ''}${quoteLastLines(output)}\nMake \`${spec.command.join(' ')}\` work, set \`tests\` in .agentforge/config.yaml, or pass --no-tests to rely on checks alone.`,
  );
}

/** Work that is not committed is never mixed with ours. */
async function choosePlace({ project, where, tell }: FixRequest): Promise<FixInputs['where']> {
  if ((await findRepository(project)) === undefined) {
    if (where === undefined || where === 'in_place') return 'in_place';
    throw new AgentForgeError(
      'bad_usage',
      `${project} is not in a git repository, so fixes can only be made in place; leave out --commit and --isolate.`,
    );
  }
  if (where === 'worktree' || !(await isDirty(project))) return where ?? 'in_place';
  if (where === 'in_place') return 'in_place';
  tell?.('the working tree has uncommitted changes: fixing in a worktree of the last commit, on a branch');
  return 'worktree';
}

async function openPlace(request: FixRequest, where: FixInputs['where'], id: string): Promise<Harness> {
  const { project, harness: options, tell } = request;
  if (where !== 'worktree') return createHarness({ ...options, project });
  await tellUnmerged(request);
  tell?.('preparing a worktree');
  return openWorktreeHarness(project, id, options);
}

/** A branch begins at the last commit: what waits on another one is not known there. */
async function tellUnmerged({ project, tell }: FixRequest): Promise<void> {
  const [first, ...others] = await listUnmerged(project, branchOf(''));
  if (first === undefined) return;
  const names = others.length === 0 ? `${first} is` : `${first} and ${others.length} more are`;
  tell?.(
    `${names} not merged yet, so what was fixed there is found here once more; \`git merge ${first}\` first to go on from there`,
  );
}

async function openWorktreeHarness(
  project: string,
  id: string,
  options: FixRequest['harness'],
): Promise<Harness> {
  const worktree = await openWorktree({ root: project, id });
  const place = { ...options, project, workspace: worktree.root };
  const { runtime } = createHarness(place);
  const redactor = createProjectRedactor(runtime, { known: [], key: runtime.ids.hex(32) });
  const run = createRun(runtime, (text) => redactor.redact(text), undefined);
  const { readOnly } = await prepareWorktree(worktree, {
    prepare: runtime.config.workspace?.prepare,
    run: (argv) => {
      if (!options?.trusted) requireTrust(project);
      return run({ name: 'prepare', argv, timeoutMs: PREPARE_MS });
    },
  });
  return createHarness({ ...place, readOnly });
}

const PREPARE_MS = 600_000;

/** Records the flow; its children are made as it goes. */
export async function createFix({ harness, fix, tests, relaxed }: FixPlan, model?: string): Promise<string> {
  const spec = TaskSpec.parse({
    type: 'fix',
    goal: `Fix ${fix.violations.length} ${fix.violations.length === 1 ? 'violation' : 'violations'}.`,
    inputs: { fix, relaxed },
    ...present({ tests, model }),
  });
  return harness.createTask(spec);
}

/** The harness for a task that was begun before, working where it worked: a fix, where its flow does. */
export async function reopenFix(
  project: string,
  task: string,
  options: FixRequest['harness'],
): Promise<Harness> {
  const harness = createHarness({ ...options, project });
  const { parent } = await loadState(harness.runtime, task);
  const { fix } = await withSpec(harness.runtime, parent ?? task);
  if (fix?.where !== 'worktree' || fix.worktree === undefined) return harness;
  if (parent !== undefined) await requireUnended(harness.runtime, task, parent);
  return openWorktreeHarness(project, fix.worktree, options);
}

/** In another place it would change files that were to be left alone. */
async function requireUnended(runtime: Runtime, task: string, flow: string): Promise<void> {
  if ((await loadState(runtime, flow)).status !== 'completed') return;
  throw new AgentForgeError(
    'bad_usage',
    `The worktree in which ${task} worked is gone, since ${flow} has ended; begin anew with \`agentforge fix\`.`,
  );
}

export interface FixRun {
  readonly signal?: AbortSignal;
  readonly takeOver?: boolean;
  readonly resume?: boolean;
  readonly onEvent?: (event: HarnessEvent) => void;
}

/** Until everything was tried, or until it is stopped; what is left goes on with `resume`. */
export async function runFixTask(
  harness: Harness,
  project: string,
  task: string,
  { onEvent, ...options }: FixRun,
): Promise<FixSummary> {
  const { runtime } = harness;
  const stop = onEvent && harness.listen(onEvent);
  try {
    const state = await runFix(runtime, task, options);
    const summary = await summarizeFix(runtime, task);
    const { fix } = await withSpec(runtime, task);
    if (fix && state.status === 'completed') await leavePlace(project, fix, summary);
    return summary;
  } finally {
    stop?.();
  }
}

async function withSpec(runtime: Runtime, task: string): Promise<TaskSpec['inputs']> {
  return parseSpec(await runtime.store.readSpec(task), task).inputs;
}

/** A worktree has served its purpose; in place, the branch that holds the fixes becomes the current one. */
async function leavePlace(project: string, fix: FixInputs, summary: FixSummary): Promise<void> {
  if (fix.where === 'worktree' && fix.worktree !== undefined)
    await removeWorktree({ root: project, id: fix.worktree });
  if (fix.where === 'branch' && fix.branch !== undefined && summary.fixed.length > 0)
    await adoptBranch(project, fix.branch, [...new Set(summary.fixed.flatMap(({ files }) => files))]);
}
