// The flow `fix`: one task a violation, in order; what is not fixed in full is taken back, what is fixed is committed.
import {
  commitTask,
  createChild,
  loadState,
  recordChildEnd,
  runTask,
  takeControls,
  undoTask,
  withSession,
  type Runtime,
  type TaskSession,
} from '../engine/index.js';
import { present } from '../platform/index.js';
import {
  AgentForgeError,
  type FixInputs,
  type TaskSpec,
  type TaskState,
  type ViolationInput,
} from '../schema/index.js';
import { hasEnough } from './wanted.js';

export interface FixOptions {
  readonly signal?: AbortSignal;
  readonly takeOver?: boolean;
  readonly resume?: boolean;
}

/** `runtime` works where the flow's fixes go: the project itself, or a worktree of it. */
export async function runFix(runtime: Runtime, task: string, options: FixOptions = {}): Promise<TaskState> {
  return withSession(runtime, task, options, async (session) => {
    const { fix } = session.spec.inputs;
    if (!fix) throw new AgentForgeError('bad_task', `Task ${task} does not say what to fix.`);
    const { status } = session.state;
    if (status === 'aborted' || status === 'failed')
      throw new AgentForgeError('bad_usage', `Task ${task} is ${status}; there is nothing to resume.`);
    if (options.resume && status !== 'completed')
      await session.append([{ type: 'resumed' }], { durable: true });
    if (await fixListed(session, fix)) await complete(session);
    return session.state;
  });
}

interface Listed {
  readonly index: number;
  readonly violation: ViolationInput;
}

/** False when it was stopped before its end. */
async function fixListed(session: TaskSession, fix: FixInputs): Promise<boolean> {
  const { signal, spec } = session;
  const wanted = spec.inputs.fix?.wanted;
  for (const [index, violation] of fix.violations.entries()) {
    await takeControls(session);
    if (session.state.status !== 'running' || signal.aborted) return false;
    if (hasEnough(session.state, wanted)) return true;
    const isSpare = wanted !== undefined && index >= wanted;
    const isTried = !isSpare || (await isWorthTrying(session, { index, violation }));
    if (isTried ? !(await fixOne(session, fix, { index, violation })) : signal.aborted) return false;
  }
  return true;
}

/** One that takes the place of another needs a recipe, as the first ones had when they were chosen. */
async function isWorthTrying(session: TaskSession, { index, violation }: Listed): Promise<boolean> {
  const { runtime, spec, state, signal } = session;
  if (state.children.some(({ id }) => id === `${session.task}.${index + 1}`)) return true;
  const { relaxed = false } = spec.inputs;
  const { symbol, path } = violation;
  session.announce('measuring', `recipes for ${symbol ?? path}`);
  const advice = await runtime.conformance?.advise(violation, { relaxed, signal });
  if (signal.aborted || advice?.recipes.length === 0) return false;
  session.announce('acting', `one was not fixed, so the next worst: ${symbol ?? path}`);
  return true;
}

/** False when it was interrupted or waits for a reply: then the flow stops there and resumes there. */
async function fixOne(session: TaskSession, fix: FixInputs, { index, violation }: Listed): Promise<boolean> {
  const { runtime, signal } = session;
  const child = await createChild(session, index + 1, toChildSpec(session.spec, violation));
  if (session.state.children.find(({ id }) => id === child)?.status !== undefined) return true;
  const known = await loadState(runtime, child);
  const state = known.status === 'running' ? await runTask(runtime, child, { signal }) : known;
  if (state.status === 'running') return false;
  await settle(runtime, fix, state);
  await recordChildEnd(session, child);
  return true;
}

/** What was fixed is committed where that is wanted; what was begun and not brought to its end is taken back. */
async function settle(runtime: Runtime, fix: FixInputs, state: TaskState): Promise<void> {
  if (Object.keys(state.files).length === 0) return;
  if (state.status !== 'completed') {
    if (mayTakeBack(state)) await undoTask(runtime, state.task, 'flow');
  } else if (fix.branch !== undefined && fix.where !== 'in_place') {
    await commitTask(runtime, state, fix.branch);
  }
}

/** A file that someone else changed meanwhile is theirs to look at. */
function mayTakeBack({ status, question }: TaskState): boolean {
  return status !== 'aborted' && question?.reason !== 'file_changed' && question?.reason !== 'control_file';
}

/** What is asked of the task that fixes one of them. */
export function toChildSpec(spec: TaskSpec, violation: ViolationInput): TaskSpec {
  const { check, path, symbol, message } = violation;
  const { tests, limits, model } = spec;
  return {
    schema: 1,
    type: 'fix_violation',
    goal: `Make the check ${check} pass for ${symbol === undefined ? path : `${symbol} in ${path}`}: ${message}`.slice(
      0,
      900,
    ),
    success_criteria: ['the violation is gone', 'no new violation in the file', 'no test is worse'],
    constraints: spec.constraints,
    inputs: { violation, target_files: [], ...present({ relaxed: spec.inputs.relaxed }) },
    checks: [],
    ...(tests ? { tests } : {}),
    ...(limits ? { limits } : {}),
    ...(model === undefined ? {} : { model }),
  };
}

async function complete(session: TaskSession): Promise<void> {
  const { children } = session.state;
  const fixed = children.filter(({ status }) => status === 'completed').length;
  const summary = `${fixed} of ${children.length} violations are fixed`;
  const workspace = await session.runtime.workspace.hash([]);
  await session.append([{ type: 'completed', summary, workspace }], { durable: true });
  await session.refreshViews();
}
