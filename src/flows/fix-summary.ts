// What a `fix` flow came to: fixed with before and after, cannot be fixed and why, undone and why, tests.
import { diffTask, findCommit, loadState, parseSpec, type Runtime } from '../engine/index.js';
import { present } from '../platform/index.js';
import type { FixInputs, TaskState, TaskStatus, TestVerdict, ViolationInput } from '../schema/index.js';

export interface FixSummary {
  readonly task: string;
  readonly status: TaskStatus;
  readonly fixed: readonly Fixed[];
  /** Gone already when its turn came, with an earlier fix. */
  readonly gone: readonly Named[];
  readonly cannotFix: readonly Unfixed[];
  /** Begun, and taken back because something got worse. */
  readonly reverted: readonly Unfixed[];
  /** Stopped with a question. */
  readonly parked: readonly Unfixed[];
  readonly open: readonly Named[];
  readonly tests: {
    readonly command: string;
    readonly passed: number;
    readonly failed: number;
    readonly total: number;
    /** Failed once and passed when run again. */
    readonly flaky: readonly string[];
  } | null;
  readonly tokens: number;
  readonly diffstat: { readonly files: number; readonly added: number; readonly removed: number };
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
  const violations = spec.inputs.fix?.violations ?? [];
  const outcomes: Outcome[] = [];
  for (const [index, violation] of violations.entries())
    outcomes.push(await judge(runtime, flow, `${task}.${index + 1}`, violation));
  const pick = <K extends Outcome['kind']>(kind: K): Extract<Outcome, { kind: K }>['entry'][] =>
    outcomes.flatMap((outcome) => (outcome.kind === kind ? [outcome.entry as never] : []));
  return {
    task,
    status: describeStatus(flow),
    fixed: await addCommits(runtime, pick('fixed'), spec.inputs.fix?.branch),
    gone: pick('gone'),
    cannotFix: pick('cannot_fix'),
    reverted: pick('reverted'),
    parked: pick('parked'),
    open: pick('open'),
    tests: await describeTests(runtime, flow, spec.tests?.command),
    tokens: outcomes.reduce((sum, { tokens }) => sum + tokens, 0),
    diffstat: await countChanges(runtime, pick('fixed')),
    where: spec.inputs.fix?.where ?? 'in_place',
    // Without a fix there is nothing on it.
    ...present({ branch: pick('fixed').length > 0 ? spec.inputs.fix?.branch : undefined }),
  };
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
  if (state.status === 'running') return { kind: 'open', entry, tokens };
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
  const flaky = new Set(verdicts.flatMap((verdict) => verdict.flaky ?? []));
  return { command: command.join(' '), passed, failed, total, flaky: [...flaky].sort() };
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

async function countChanges(runtime: Runtime, fixed: readonly Fixed[]): Promise<FixSummary['diffstat']> {
  let [added, removed] = [0, 0];
  for (const { task } of fixed) {
    const lines =
      task === undefined ? [] : (await diffTask(runtime, await loadState(runtime, task))).split('\n');
    added += lines.filter((line) => /^\+(?!\+\+ )/.test(line)).length;
    removed += lines.filter((line) => /^-(?!-- )/.test(line)).length;
  }
  return { files: new Set(fixed.flatMap(({ files }) => files)).size, added, removed };
}
