// What a `fix` flow came to: fixed with before and after, cannot be fixed and why, undone and why, tests.
import { findCommit, loadState, parseSpec, type Runtime } from '../engine/index.js';
import { present } from '../platform/index.js';
import type {
  FixInputs,
  TaskSpec,
  TaskState,
  TaskStatus,
  TestVerdict,
  ViolationInput,
} from '../schema/index.js';
import { countLines, type LineCount } from './line-count.js';
import { listUntested } from './untested.js';

export interface FixSummary {
  readonly task: string;
  readonly status: TaskStatus;
  readonly fixed: readonly Fixed[];
  /** Gone already when its turn came, with an earlier fix; without a task of its own, together with one that is fixed. */
  readonly gone: readonly Named[];
  readonly cannotFix: readonly Unfixed[];
  /** Begun, and taken back because something got worse. */
  readonly reverted: readonly Unfixed[];
  /** Stopped with a question. */
  readonly parked: readonly Unfixed[];
  readonly open: readonly Named[];
  /** How many were to be fixed, where others take the place of those that were not. */
  readonly wanted?: number;
  readonly tests: {
    readonly command: string;
    /** The same, word by word. */
    readonly argv: readonly string[];
    readonly passed: number;
    readonly failed: number;
    readonly skipped: number;
    readonly total: number;
    /** How many there are in all, where only those that a change affects were run last. */
    readonly suite?: number;
    /** Failed once and passed when run again. */
    readonly flaky: readonly string[];
  } | null;
  /** Changed files that no test imports, directly or through others: there the tests prove little. */
  readonly untested: readonly string[];
  /** Why the project's own linter did not watch, where it was to. */
  readonly linterUnwatched?: string;
  readonly tokens: number;
  /** Who chose the steps, by name. */
  readonly models: readonly string[];
  /** Of all fixes together, as git counts. */
  readonly diffstat: LineCount;
  /** Files of an edit that was under way when it stopped. */
  readonly unfinished?: readonly string[];
  /** In the project itself, committed on a branch there, or in a worktree. */
  readonly where: FixInputs['where'];
  readonly branch?: string;
}

interface Named {
  readonly id: string;
  readonly check: string;
  readonly path: string;
  readonly symbol?: string;
  readonly task?: string;
}

interface Fixed extends Named {
  readonly before: number | null;
  readonly after: number | null;
  readonly steps: number;
  readonly tokens: number;
  readonly files: readonly string[];
  /** On the branch, where fixes are committed. */
  readonly commit?: string;
}

interface Unfixed extends Named {
  readonly reason: string;
}

export async function summarizeFix(runtime: Runtime, task: string): Promise<FixSummary> {
  const spec = parseSpec(await runtime.store.readSpec(task), task);
  const flow = await loadState(runtime, task);
  const outcomes: Outcome[] = [];
  for (const { child, violation } of listTried(spec, flow))
    outcomes.push(await judge(runtime, flow, child, violation));
  const pick = <K extends Outcome['kind']>(kind: K): Extract<Outcome, { kind: K }>['entry'][] =>
    outcomes.flatMap((outcome) => (outcome.kind === kind ? [outcome.entry as never] : []));
  const fix: Partial<FixInputs> = spec.inputs.fix ?? {};
  const fixed = await addCommits(runtime, pick('fixed'), fix.branch);
  const tests = await describeTests(runtime, flow, spec.tests?.command);
  return {
    task,
    status: describeStatus(flow),
    fixed,
    gone: pick('gone'),
    cannotFix: pick('cannot_fix'),
    reverted: pick('reverted'),
    parked: pick('parked'),
    open: pick('open'),
    ...present({ wanted: fix.wanted }),
    tests,
    untested: tests ? await listUntested(runtime, listFiles(fixed)) : [],
    ...present({ linterUnwatched: fix.linter_unwatched }),
    tokens: outcomes.reduce((sum, { tokens }) => sum + tokens, 0),
    models: await listModels(runtime, flow),
    diffstat: await countLines(runtime, flow, fixed),
    ...present({ unfinished: await listUnfinished(runtime, flow) }),
    where: fix.where ?? 'in_place',
    // Without a fix there is nothing on it.
    ...present({ branch: fixed.length > 0 ? fix.branch : undefined }),
  };
}

function listFiles(fixed: readonly Fixed[]): string[] {
  return [...new Set(fixed.flatMap(({ files }) => files))].sort();
}

/** Undefined where nothing was under way. */
async function listUnfinished(runtime: Runtime, { children }: TaskState): Promise<string[] | undefined> {
  const files: string[] = [];
  for (const { id, status } of children)
    if (status === undefined)
      files.push(...((await loadState(runtime, id)).open?.act?.edits.map(({ path }) => path) ?? []));
  return files.length === 0 ? undefined : files;
}

/** Whatever was begun, and what is to be tried in any case; the rest only waits for others to fail. */
function listTried(
  spec: TaskSpec,
  flow: TaskState,
): { readonly child: string; readonly violation: ViolationInput }[] {
  const certain = spec.inputs.fix?.wanted ?? Infinity;
  const isBegun = (child: string): boolean => flow.children.some(({ id }) => id === child);
  return (spec.inputs.fix?.violations ?? [])
    .map((violation, index) => ({ index, violation, child: `${flow.task}.${index + 1}` }))
    .filter(({ index, child }) => index < certain || isBegun(child));
}

/** It is summed up when nobody is at it any more. */
function describeStatus({ status }: TaskState): TaskStatus {
  return status === 'running' ? 'waiting' : status;
}

async function addCommits(
  runtime: Runtime,
  fixed: readonly Fixed[],
  branch: string | undefined,
): Promise<Fixed[]> {
  const named: Fixed[] = [];
  for (const one of fixed) {
    const isCommitted = branch !== undefined && one.task !== undefined;
    const commit = isCommitted ? await findCommit(runtime, one.task, branch) : undefined;
    named.push({ ...one, ...present({ commit }) });
  }
  return named;
}

type Outcome = { readonly tokens: number } & (
  | { readonly kind: 'fixed'; readonly entry: Fixed }
  | { readonly kind: 'gone' | 'open'; readonly entry: Named }
  | { readonly kind: 'cannot_fix' | 'reverted' | 'parked'; readonly entry: Unfixed }
);

async function judge(
  runtime: Runtime,
  flow: TaskState,
  child: string,
  violation: ViolationInput,
): Promise<Outcome> {
  const named: Named = {
    id: violation.id,
    check: violation.check,
    path: violation.path,
    ...present({ symbol: violation.symbol }),
  };
  if (!flow.children.some(({ id }) => id === child)) return { kind: 'open', entry: named, tokens: 0 };
  const state = await loadState(runtime, child);
  const tokens = state.spent.usage.inputTokens + state.spent.usage.outputTokens;
  const entry = { ...named, task: child };
  if (state.status === 'completed') return { tokens, ...judgeCompleted(state, entry, violation) };
  // Whoever ended it said nothing about whether it can be fixed.
  if (state.status === 'running' || state.status === 'aborted') return { kind: 'open', entry, tokens };
  return { tokens, ...judgeUnfixed(state, entry) };
}

function judgeCompleted(
  state: TaskState,
  entry: Named,
  violation: ViolationInput,
): { kind: 'fixed'; entry: Fixed } | { kind: 'gone'; entry: Named } | { kind: 'reverted'; entry: Unfixed } {
  if (state.undone) return { kind: 'reverted', entry: { ...entry, reason: 'a person undid it' } };
  const files = Object.keys(state.files).sort();
  if (files.length === 0) return { kind: 'gone', entry };
  const verdict = state.verification?.checks.find(({ id }) => id === violation.check);
  return {
    kind: 'fixed',
    entry: {
      ...entry,
      before: violation.value ?? null,
      after: verdict?.value ?? null,
      steps: state.step,
      tokens: state.spent.usage.inputTokens + state.spent.usage.outputTokens,
      files,
    },
  };
}

function judgeUnfixed(
  state: TaskState,
  entry: Named,
): { kind: 'cannot_fix' | 'reverted' | 'parked'; entry: Unfixed } {
  const tried = state.facts.findLast(({ id }) => id.startsWith('tried-'));
  const reason = state.question?.text ?? state.ending ?? 'it ended without a reason';
  if (state.question?.reason !== 'cannot_fix' && state.status === 'parked')
    return { kind: 'parked', entry: { ...entry, reason } };
  if (tried) return { kind: 'reverted', entry: { ...entry, reason: tried.data.message ?? tried.statement } };
  const took = state.recent.some(({ action }) => action === 'undo');
  return took
    ? { kind: 'reverted', entry: { ...entry, reason } }
    : { kind: 'cannot_fix', entry: { ...entry, reason } };
}

/** Where the project stands after the last fix that measured it, and what failed by chance on the way. */
async function describeTests(
  runtime: Runtime,
  flow: TaskState,
  command: readonly string[] | undefined,
): Promise<FixSummary['tests']> {
  const verdicts = await listTestVerdicts(runtime, flow);
  const last = verdicts.at(-1);
  if (!last || !command) return null;
  const { passed, failed, total } = last;
  const whole = verdicts.findLast(({ scope }) => scope === 'full')?.total;
  const suite = last.scope === 'affected' ? whole : undefined;
  const skipped = Math.max(0, total - passed - failed);
  const flaky = new Set(verdicts.flatMap((verdict) => verdict.flaky ?? []));
  return {
    ...{ command: command.join(' '), argv: command, passed, failed, skipped, total },
    ...present({ suite }),
    flaky: [...flaky].sort(),
  };
}

async function listModels(runtime: Runtime, flow: TaskState): Promise<string[]> {
  const models = new Set<string>();
  for (const { id } of flow.children)
    for (const event of await runtime.store.events(id))
      if (event.type === 'step-replied') models.add(event.model);
  return [...models].sort();
}

async function listTestVerdicts(runtime: Runtime, flow: TaskState): Promise<TestVerdict[]> {
  const verdicts: TestVerdict[] = [];
  for (const { id } of flow.children)
    for (const event of await runtime.store.events(id)) {
      const tests = 'verification' in event ? event.verification?.tests : undefined;
      if (tests) verdicts.push(tests);
    }
  return verdicts;
}
