// What people say to a task from another process: delivered through its control folder, taken in at once when nobody is at it.
import {
  loadState,
  parseSpec,
  takeBackUnfinished,
  takeControls,
  withSession,
  type Runtime,
} from '../engine/index.js';
import { openWorktree, present, removeWorktree, runGit } from '../platform/index.js';
import { AgentForgeError, type ControlMessage, type FixInputs } from '../schema/index.js';
import { createHarness } from './harness.js';

/** `taken` when it is in the journal already; `left` when the process that works on the task will take it in. */
export async function deliver(
  runtime: Runtime,
  task: string,
  message: ControlMessage,
): Promise<'taken' | 'left'> {
  await runtime.store.postControl(task, message);
  return unlessHeld(async () => {
    await withSession(runtime, task, {}, takeControls);
    return 'taken' as const;
  }, 'left');
}

export interface Abortion {
  readonly delivered: 'taken' | 'left';
  /** Files of an edit that was under way, as they were before it. */
  readonly takenBack: readonly string[];
  /** Why files of it are not. */
  readonly left?: string;
  /** Where what was finished before is: of fixes that are made in a worktree. */
  readonly branch?: string;
  /** Where the fixes beside it go on, when only one of them was ended. */
  readonly worktree?: string;
}

/** Ends a task for good, between two steps: an edit that was under way does not stay half done. */
export async function abortTask(project: string, task: string, reason: string): Promise<Abortion> {
  const { runtime } = createHarness({ project });
  const fix = await findFix(runtime, task);
  const back = await unlessHeld(() => takeBack(runtime, { project, task, fix }), { takenBack: [] });
  const delivered = await deliver(runtime, task, { type: 'abort', reason });
  const { parent, children } = await loadState(runtime, task);
  const isFlow = parent === undefined;
  // A fix does not go on without its flow.
  for (const { id, status } of children)
    if (status === undefined && delivered === 'taken') await deliver(runtime, id, { type: 'abort', reason });
  if (delivered === 'left' || fix?.where !== 'worktree' || fix.worktree === undefined)
    return { delivered, ...back };
  const place = { root: project, id: fix.worktree };
  if (!isFlow) return { delivered, ...back, worktree: (await openWorktree(place)).root };
  // Nobody will go on in a place of its own.
  await removeWorktree(place);
  return { delivered, ...back, ...present({ branch: await findBranch(project, fix.branch) }) };
}

/** Made with the first fix that was finished. */
async function findBranch(project: string, branch = ''): Promise<string | undefined> {
  const { exitCode } = await runGit(project, ['rev-parse', '--quiet', '--verify', `refs/heads/${branch}`]);
  return exitCode === 0 ? branch : undefined;
}

interface Aborted {
  readonly project: string;
  readonly task: string;
  readonly fix: FixInputs | undefined;
}

/** Of the task itself, or of the one of its children that was at work. */
async function takeBack(
  runtime: Runtime,
  { project, task, fix }: Aborted,
): Promise<Omit<Abortion, 'delivered'>> {
  const { children, parent } = await loadState(runtime, task);
  // The whole place goes with the flow.
  if (fix?.where === 'worktree' && parent === undefined) return { takenBack: [] };
  const place = await openPlace(runtime, project, fix);
  const takenBack: string[] = [];
  try {
    for (const id of [task, ...children.map((child) => child.id)])
      takenBack.push(...(await takeBackUnfinished(place, id)));
    return { takenBack };
  } catch (error) {
    if (error instanceof AgentForgeError && error.code === 'file_changed')
      return { takenBack, left: error.message };
    throw error;
  }
}

async function openPlace(runtime: Runtime, project: string, fix: FixInputs | undefined): Promise<Runtime> {
  if (fix?.where !== 'worktree' || fix.worktree === undefined) return runtime;
  const { root } = await openWorktree({ root: project, id: fix.worktree });
  return createHarness({ project, workspace: root }).runtime;
}

/** What a flow is about, asked of it or of one of its children. */
async function findFix(runtime: Runtime, task: string): Promise<FixInputs | undefined> {
  const flow = (await loadState(runtime, task)).parent ?? task;
  return parseSpec(await runtime.store.readSpec(flow), flow).inputs.fix;
}

/** While somebody works on a task, it is theirs. */
async function unlessHeld<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AgentForgeError && error.code === 'lease_held') return otherwise;
    throw error;
  }
}
