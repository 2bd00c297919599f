// What a task did to files: shown as a diff, taken back, or committed.
import { applyEditSet, commitFiles, diffFiles, runGit } from '../platform/index.js';
import {
  AgentForgeError,
  type Act,
  type EventOf,
  type PlannedEdit,
  type TaskSpec,
  type TaskState,
} from '../schema/index.js';
import { toInverseEdits } from './file-changes.js';
import { loadState, parseSpec, withSession } from './open-session.js';
import { createProjectRedactor } from './project-redactor.js';
import type { Runtime } from './runtime.js';

/** For people to read and pass on, so without the secrets of the files. */
export async function diffTask(runtime: Runtime, state: TaskState): Promise<string> {
  const redactor = createProjectRedactor(runtime, { known: state.secrets, key: state.nonce });
  const edits: PlannedEdit[] = [];
  for (const [path, { before, after }] of await collectChanges(runtime, state)) {
    const show = async ({ task, hash }: Image): Promise<string | null> =>
      hash === null ? null : redactor.redact(await readImage(runtime, task, hash), path);
    edits.push({ path, before: await show(before), after: await show(after) });
  }
  return edits.length === 0 ? '' : diffFiles(edits);
}

/** The files that a task changed, or those that the tasks of a flow did. */
export async function listChanged(runtime: Runtime, state: TaskState): Promise<string[]> {
  return [...(await collectChanges(runtime, state)).keys()];
}

/** The content of a file, and the task that keeps it. */
interface Image {
  readonly task: string;
  readonly hash: string | null;
}

async function collectChanges(
  runtime: Runtime,
  state: TaskState,
): Promise<Map<string, { readonly before: Image; readonly after: Image }>> {
  const changes = new Map<string, { before: Image; after: Image }>();
  const children = await Promise.all(state.children.map(({ id }) => loadState(runtime, id)));
  for (const { task, files } of [state, ...children])
    for (const [path, { before, after }] of Object.entries(files))
      changes.set(path, {
        before: changes.get(path)?.before ?? { task, hash: before },
        after: { task, hash: after },
      });
  const changed = [...changes].filter(([, { before, after }]) => before.hash !== after.hash);
  return new Map(changed.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Gives every file the content it had before the task, unless someone changed it since: then nothing is touched. */
export async function undoTask(runtime: Runtime, task: string, by?: UndoneBy): Promise<string[]> {
  const outcome = await tryUndo(runtime, task, by);
  if (outcome.ok) return outcome.undone;
  throw new AgentForgeError(
    'file_changed',
    `${outcome.message} Nothing was undone; use \`agentforge task diff ${task}\` to take it back by hand.`,
  );
}

type UndoneBy = NonNullable<EventOf<'undone'>['by']>;

export type UndoAttempt =
  | { readonly ok: true; readonly undone: string[] }
  /** The file that someone else changed, and that in a sentence. */
  | { readonly ok: false; readonly path: string; readonly message: string };

export async function tryUndo(runtime: Runtime, task: string, by: UndoneBy = 'person'): Promise<UndoAttempt> {
  return withSession(runtime, task, { exclusive: true }, async (session) => {
    const { state } = session;
    if (state.open?.act) throw refuseMidway(task, state.open.act, state.status);
    const edits = toInverseEdits(state.files);
    const images = new Map<string, Uint8Array>();
    for (const { after } of edits)
      if (after !== null) images.set(after, await runtime.store.getBlob(task, after));
    const { disk, root } = runtime.workspace;
    const image = (hash: string): Uint8Array => images.get(hash) ?? new Uint8Array();
    const outcome = applyEditSet({ disk, root, edits, image, assertHeld: () => session.assertHeld() });
    if (!outcome.ok) return outcome;
    if (edits.length === 0) return { ok: true, undone: [] };
    // Recorded afterwards: undoing again after a crash finds files already as they were and only adds the record.
    await session.append([{ type: 'undone', edits, by }], { durable: true });
    await session.refreshViews();
    return { ok: true, undone: edits.map(({ path }) => path) };
  });
}

function refuseMidway(task: string, { edits }: Act, status: TaskState['status']): AgentForgeError {
  const files = edits.map(({ path }) => path).join(', ');
  const what =
    status === 'aborted'
      ? `was aborted in the middle of an edit of ${files}; \`agentforge undo ${task}\` takes that back first`
      : `is in the middle of an edit of ${files}; \`agentforge resume ${task}\` finishes it, and then it can be undone`;
  return new AgentForgeError('bad_usage', `Task ${task} ${what}.`);
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
