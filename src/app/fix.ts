// `fix`: chooses violations, prepares the place where they are fixed, and runs the flow there.
import { findWentAlong, type ChecksOutcome } from '../check/index.js';
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
  listUnmerged,
  openWorktree,
  prepareWorktree,
  present,
  quoteLastLines,
  randomIds,
  removeWorktree,
} from '../platform/index.js';
import {
  AgentForgeError,
  TaskSpec,
  type FixInputs,
  type TestsSpec,
  type Violation,
} from '../schema/index.js';
import { loadDefinitions } from './conformance.js';
import { choose, listOpen, toInput, type Choice } from './choose-violations.js';
import { judgeRequest, type FixRequest } from './fix-request.js';
import { createHarness, type Harness } from './harness.js';
import { refreshLedger } from './ledger.js';
import { measureLint } from './lint-baseline.js';
import { requireTrust } from './trust.js';
import { createRun, measureTests } from './verify.js';

export { findTests } from './fix-request.js';
export type { FixRequest } from './fix-request.js';

export interface FixPlan extends Omit<Choice, 'chosen' | 'spares'> {
  readonly harness: Harness;
  readonly fix: FixInputs;
  /** How many of them are to be fixed; the rest takes the place of those that are not. Without it, all of them. */
  readonly wanted?: number;
  readonly tests: TestsSpec | undefined;
  readonly relaxed: boolean;
  /** Checks that did not run, so that nothing is known of what they would find. */
  readonly failedToRun: ChecksOutcome['failedToRun'];
}

/** Nothing is changed yet, except that a worktree is made where one is needed. */
export async function planFix(request: FixRequest): Promise<FixPlan> {
  const { tests, where } = await judgeRequest(request);
  await request.consent?.();
  const id = randomIds.hex(8);
  try {
    const harness = await openPlace(request, where, id);
    const plan = await planIn(harness, { request, where, id, tests });
    request.signal?.throwIfAborted();
    if (where === 'worktree' && plan.fix.violations.length === 0)
      await removeWorktree({ root: request.project, id });
    return plan;
  } catch (error) {
    if (where === 'worktree') await removeWorktree({ root: request.project, id });
    if (request.signal?.aborted)
      throw new AgentForgeError('interrupted', 'Stopped before anything was changed.', { cause: error });
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
  const { tell = () => undefined, relaxed = false } = request;
  tell('looking for violations');
  const { open, found, failedToRun } = await listOpen(request, harness.runtime);
  const { chosen, spares, skipped, advice } = await choose(request, harness.runtime, open);
  request.signal?.throwIfAborted();
  const listed = listAtMost([...chosen, ...spares], tell);
  const lint = await measureLint(harness.runtime, {
    files: listed.map(({ path }) => path),
    trusted: request.harness?.trusted === true && !relaxed,
    tell,
    signal: request.signal,
  });
  if (tests && listed.length > 0) await requirePassing(harness.runtime, tests, request);
  // What is exempt is there as well, and did not come with a change.
  const known = (path: string): string[] => found.filter((one) => one.path === path).map((one) => one.id);
  return {
    harness,
    tests,
    relaxed,
    skipped,
    advice,
    failedToRun,
    ...present({ wanted: countWanted(request) }),
    fix: {
      where,
      violations: listed.map((violation) => ({
        ...toInput(violation, known(violation.path)),
        ...present({ lint: lint.counts.get(violation.path) }),
      })),
      ...(where === 'in_place' ? {} : { branch: request.branch ?? branchOf(id), worktree: id }),
      ...present({ linter_unwatched: lint.unwatched }),
    },
  };
}

function countWanted({ what }: FixRequest): number | undefined {
  return typeof what === 'object' && 'top' in what ? what.top : undefined;
}

/** More than a task may list at once. */
const MAX_LISTED = 500;

function listAtMost(violations: readonly Violation[], tell: (what: string) => void): readonly Violation[] {
  if (violations.length > MAX_LISTED)
    tell(`the worst ${MAX_LISTED} of ${violations.length} come first; fix again for the rest`);
  return violations.slice(0, MAX_LISTED);
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
export async function createFix(plan: FixPlan, model?: string): Promise<string> {
  const { harness, fix, tests, relaxed, wanted } = plan;
  const count = wanted ?? fix.violations.length;
  const spec = TaskSpec.parse({
    type: 'fix',
    goal: `Fix ${count} ${count === 1 ? 'violation' : 'violations'}.`,
    inputs: { fix: { ...fix, ...present({ wanted }) }, relaxed },
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
    const { fix } = await withSpec(runtime, task);
    const summary = await addAlong(runtime, project, fix, await summarizeFix(runtime, task));
    if (fix && ['completed', 'aborted'].includes(state.status)) await leavePlace(project, fix, summary);
    // In a worktree nothing of the project itself has changed yet.
    if (fix?.where !== 'worktree') {
      const paths = [...new Set(summary.fixed.flatMap(({ files }) => files))];
      await refreshLedger(runtime, project, paths);
    }
    return summary;
  } finally {
    stop?.();
  }
}

/** With what went along with a fix and was not listed by itself. */
async function addAlong(
  { workspace }: Runtime,
  project: string,
  fix: FixInputs | undefined,
  summary: FixSummary,
): Promise<FixSummary> {
  const { fixed } = summary;
  if (!fix || fixed.length === 0) return summary;
  const listed = new Set(fix.violations.map(({ id }) => id));
  const read = (path: string): string | undefined => {
    const file = workspace.read(path);
    return file.ok ? file.text : undefined;
  };
  const gone = [...summary.gone];
  for (const violation of fix.violations.filter(({ id }) => fixed.some((one) => one.id === id))) {
    const { path, symbol } = violation;
    for (const along of await findWentAlong(loadDefinitions(project), violation, read))
      if (!listed.has(along.id)) gone.push({ ...along, path, ...present({ symbol }) });
  }
  return { ...summary, gone };
}

async function withSpec(runtime: Runtime, task: string): Promise<TaskSpec['inputs']> {
  return parseSpec(await runtime.store.readSpec(task), task).inputs;
}

/** A worktree has served its purpose; in place, the branch that holds the fixes becomes the current one. */
async function leavePlace(project: string, fix: FixInputs, summary: FixSummary): Promise<void> {
  if (fix.where === 'worktree' && fix.worktree !== undefined)
    await removeWorktree({ root: project, id: fix.worktree });
  if (
    fix.where === 'branch' &&
    fix.branch !== undefined &&
    summary.status === 'completed' &&
    summary.fixed.length > 0
  )
    await adoptBranch(project, fix.branch, [...new Set(summary.fixed.flatMap(({ files }) => files))]);
}
