// Takes back what a task did to files; of a flow, all its fixes, the last one first.
import { loadState, parseSpec, undoTask, withSession, type Runtime } from '../engine/index.js';
import { AgentForgeError, type FixInputs, type TaskState } from '../schema/index.js';

/** Returns the files that are as before. `runtime` works in the project itself. */
export async function undoWork(runtime: Runtime, task: string): Promise<string[]> {
  const state = await loadState(runtime, task);
  refuseWorktree(await findFix(runtime, state), task);
  return runtime.types.find(state.type).flow ? undoChildren(runtime, task) : undoTask(runtime, task);
}

/** The flow's own inputs, or those of the flow it belongs to. */
async function findFix(runtime: Runtime, { task, parent }: TaskState): Promise<FixInputs | undefined> {
  const flow = parent ?? task;
  return parseSpec(await runtime.store.readSpec(flow), flow).inputs.fix;
}

function refuseWorktree(fix: FixInputs | undefined, task: string): void {
  if (fix?.where !== 'worktree') return;
  const branch = fix.branch ?? 'its branch';
  throw new AgentForgeError(
    'bad_usage',
    `What ${task} did is only on the branch ${branch}; your files were never touched. \`git branch -D ${branch}\` drops it.`,
  );
}

/** The flow is held meanwhile, so that it does not go on. */
async function undoChildren(runtime: Runtime, task: string): Promise<string[]> {
  return withSession(runtime, task, {}, async (session) => {
    const undone = new Set<string>();
    for (const { id } of [...session.state.children].reverse())
      for (const path of await undoTask(runtime, id)) undone.add(path);
    if (undone.size === 0) return [];
    // What was edited is in the records of the children.
    await session.append([{ type: 'undone', edits: [] }], { durable: true });
    await session.refreshViews();
    return [...undone].sort();
  });
}
