// Takes back what a task did to files; of a flow, all its fixes, the last one first.
import {
  loadState,
  parseSpec,
  takeBackUnfinished,
  tryUndo,
  withSession,
  type Runtime,
} from '../engine/index.js';
import { present } from '../platform/index.js';
import { AgentForgeError, type FixInputs, type TaskState } from '../schema/index.js';
import { describeBranch } from './fix-branch.js';

export interface UndoOutcome {
  /** The files that are as before. */
  readonly undone: readonly string[];
  readonly left: readonly LeftFix[];
  /** Where the commits of the fixes still are: only files were taken back. */
  readonly branch?: string;
}

/** A fix that stays, because a file of it was changed since, by a person or by a later fix that stays. */
export interface LeftFix {
  readonly task: string;
  readonly changed: string;
  readonly files: readonly string[];
}

/** `runtime` works in the project itself. */
export async function undoWork(runtime: Runtime, task: string): Promise<UndoOutcome> {
  const state = await loadState(runtime, task);
  const fix = await findFix(runtime, state);
  // Its own worktree is gone: what it did is a matter of git.
  if (fix?.where === 'worktree')
    throw new AgentForgeError('bad_usage', await describeBranch(runtime, fix, task));
  const isFlow = runtime.types.find(state.type).flow;
  const outcome = isFlow ? await undoChildren(runtime, task) : await undoOne(runtime, task);
  const isCommitted = fix?.where === 'branch' && outcome.undone.length > 0;
  return { ...outcome, ...present({ branch: isCommitted ? fix.branch : undefined }) };
}

/** With an edit that was under way when it stopped. */
async function undoOne(runtime: Runtime, task: string): Promise<UndoOutcome> {
  const unfinished = await takeBackUnfinished(runtime, task);
  const attempt = await tryUndo(runtime, task);
  if (!attempt.ok) return { undone: [], left: [await describeLeft(runtime, task, attempt.path)] };
  return { undone: [...new Set([...unfinished, ...attempt.undone])].sort(), left: [] };
}

/** The flow's own inputs, or those of the flow it belongs to. */
async function findFix(runtime: Runtime, { task, parent }: TaskState): Promise<FixInputs | undefined> {
  const flow = parent ?? task;
  return parseSpec(await runtime.store.readSpec(flow), flow).inputs.fix;
}

/** The flow is held meanwhile, so that it does not go on. It counts as undone when nothing of it is left. */
async function undoChildren(runtime: Runtime, task: string): Promise<UndoOutcome> {
  return withSession(runtime, task, {}, async (session) => {
    const undone = new Set<string>();
    const left: LeftFix[] = [];
    // A fix goes back as a whole or not at all.
    for (const { id } of [...session.state.children].reverse()) {
      for (const path of await takeBackUnfinished(runtime, id)) undone.add(path);
      const attempt = await tryUndo(runtime, id);
      if (attempt.ok) for (const path of attempt.undone) undone.add(path);
      else left.push(await describeLeft(runtime, id, attempt.path));
    }
    if (undone.size > 0 && left.length === 0) {
      // What was edited is in the records of the children.
      await session.append([{ type: 'undone', edits: [], by: 'person' }], { durable: true });
      await session.refreshViews();
    }
    const stays = new Set(left.flatMap(({ files }) => files));
    return { undone: [...undone].filter((path) => !stays.has(path)).sort(), left };
  });
}

async function describeLeft(runtime: Runtime, task: string, changed: string): Promise<LeftFix> {
  const { files } = await loadState(runtime, task);
  return { task, changed, files: Object.keys(files).sort() };
}
