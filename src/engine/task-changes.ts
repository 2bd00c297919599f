// What a task did to files: shown as a diff, taken back, or committed.
import { applyEditSet, commitFiles, diffFiles, runGit } from '../platform/index.js';
import { AgentForgeError, type PlannedEdit, type TaskSpec, type TaskState } from '../schema/index.js';
import { parseSpec, withSession } from './open-session.js';
import { createProjectRedactor } from './project-redactor.js';
import type { Runtime } from './runtime.js';

/** For people to read and pass on, so without the secrets of the files. */
export async function diffTask(runtime: Runtime, state: TaskState): Promise<string> {
  const redactor = createProjectRedactor(runtime, { known: state.secrets, key: state.nonce });
  const edits: PlannedEdit[] = [];
  for (const [path, { before, after }] of Object.entries(state.files).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const show = async (hash: string | null): Promise<string | null> =>
      hash === null ? null : redactor.redact(await readImage(runtime, state.task, hash), path);
    edits.push({ path, before: await show(before), after: await show(after) });
  }
  return edits.length === 0 ? '' : diffFiles(edits);
}

/** Gives every file the content it had before the task, unless someone changed it since: then nothing is touched. */
export async function undoTask(runtime: Runtime, task: string): Promise<string[]> {
  return withSession(runtime, task, { exclusive: true }, async (session) => {
    const { state } = session;
    if (state.open?.act)
      throw new AgentForgeError('bad_usage', `Task ${task} is in the middle of an edit; resume it first.`);
    const edits = Object.entries(state.files).map(([path, { before, after }]) => ({
      path,
      before: after,
      after: before,
    }));
    const images = new Map<string, Uint8Array>();
    for (const { after } of edits)
      if (after !== null) images.set(after, await runtime.store.getBlob(task, after));
    const { disk, root } = runtime.workspace;
    const image = (hash: string): Uint8Array => images.get(hash) ?? new Uint8Array();
    const outcome = applyEditSet({ disk, root, edits, image, assertHeld: () => session.assertHeld() });
    if (!outcome.ok)
      throw new AgentForgeError(
        'file_changed',
        `${outcome.message} Nothing was undone; use \`agentforge task diff ${task}\` to take it back by hand.`,
      );
    if (edits.length === 0) return [];
    // Recorded afterwards: undoing again after a crash finds files already as they were and only adds the record.
    await session.append([{ type: 'undone', edits }], { durable: true });
    await session.refreshViews();
    return edits.map(({ path }) => path);
  });
}

/** Commits what the task changed on a branch; the date comes from the journal, so doing it again gives the same commit. */
export async function commitTask(runtime: Runtime, state: TaskState, branch: string): Promise<string> {
  const events = await runtime.store.events(state.task);
  const completed = events.findLast(({ type }) => type === 'completed');
  if (!completed)
    throw new AgentForgeError(
      'bad_usage',
      `Task ${state.task} is not completed; only verified work is committed.`,
    );
  const spec = parseSpec(await runtime.store.readSpec(state.task), state.task);
  const { commit } = await commitFiles({
    root: runtime.workspace.root,
    paths: Object.keys(state.files),
    message: `${describeChange(spec, state)}\n\n${state.ending ?? ''}\nTask: ${state.task}\n`,
    author: { name: 'AgentForge', email: 'agentforge@localhost' },
    dateIso: completed.at,
    branch,
  });
  return commit;
}

/** The commit of a task on a branch; undefined when it has none there. */
export async function findCommit(
  { workspace }: Pick<Runtime, 'workspace'>,
  task: string,
  branch: string,
): Promise<string | undefined> {
  const trailer = `^Task: ${task.replaceAll('.', '\\.')}$`;
  const { exitCode, stdout } = await runGit(workspace.root, [
    'log',
    '--max-count=1',
    '--format=%H',
    `--grep=${trailer}`,
    `refs/heads/${branch}`,
    '--',
  ]);
  return exitCode === 0 && stdout.trim() !== '' ? stdout.trim() : undefined;
}

/** One line that says what changed, for people who read the history later. */
function describeChange(spec: TaskSpec, { verification }: TaskState): string {
  const { violation } = spec.inputs;
  if (typeof violation !== 'object') return toLine(spec.goal);
  const { check, symbol, path, value } = violation;
  const now = verification?.checks.find(({ id }) => id === check)?.value;
  const change = value === undefined || now === undefined ? '' : ` from ${value} to ${now}`;
  return toLine(`fix ${check} of ${symbol ?? path}${change}`);
}

function toLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 100);
}

async function readImage(runtime: Runtime, task: string, hash: string): Promise<string> {
  return Buffer.from(await runtime.store.getBlob(task, hash)).toString('utf8');
}
