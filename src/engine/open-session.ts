// Opening a task: with its lease to work on it, or without to look at it.
import { endProcessGroup, HEARTBEAT_MS, parseYaml, type Lease } from '../platform/index.js';
import { AgentForgeError, TaskSpec, TaskState } from '../schema/index.js';
import type { Loaded, TaskWriter } from '../store/index.js';
import { FOLD_VERSION, foldAll } from './fold.js';
import type { Runtime } from './runtime.js';
import { TaskSession } from './session.js';

export interface SessionOptions {
  readonly takeOver?: boolean;
  readonly signal?: AbortSignal;
  /** Holds the workspace as well, as anyone who may change files must. */
  readonly exclusive?: boolean;
}

/** The lease is given back whatever happens in `work`. */
export async function withSession<T>(
  runtime: Runtime,
  task: string,
  options: SessionOptions,
  work: (session: TaskSession) => Promise<T>,
): Promise<T> {
  const session = await openSession(runtime, task, options);
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

async function openSession(runtime: Runtime, task: string, options: SessionOptions): Promise<TaskSession> {
  const spec = parseSpec(await runtime.store.readSpec(task), task);
  const lease = options.exclusive ? runtime.workspace.acquire(options.takeOver ?? false) : undefined;
  let writer: TaskWriter | undefined;
  try {
    const acquired = await runtime.store.acquire(task, FOLD_VERSION, options);
    writer = lease ? withWorkspace(acquired.writer, lease) : acquired.writer;
    const state = await foldLoaded(runtime, task, acquired.loaded);
    const session = new TaskSession({
      runtime,
      task,
      spec,
      writer,
      state,
      signal: options.signal ?? new AbortController().signal,
    });
    await mend(session, acquired.loaded);
    return session;
  } catch (error) {
    await writer?.release();
    lease?.release();
    throw error;
  }
}

/** Says what was mended, and ends a command that an interrupted step left running. */
async function mend(session: TaskSession, { repairs }: Loaded): Promise<void> {
  for (const { message } of repairs) session.announce('mended', message);
  const group = session.state.open?.command;
  if (group) await endProcessGroup(group);
}

/** Losing the workspace is losing the task: both are asked before every write, both are given back together. */
function withWorkspace(writer: TaskWriter, lease: Lease): TaskWriter {
  const heartbeat = setInterval(() => lease.beat(), HEARTBEAT_MS);
  heartbeat.unref();
  return {
    ...writer,
    append: async (...appended) => {
      lease.assertHeld();
      return writer.append(...appended);
    },
    assertHeld: () => {
      writer.assertHeld();
      lease.assertHeld();
    },
    release: async () => {
      clearInterval(heartbeat);
      await writer.release();
      lease.release();
    },
  };
}

/** A session that can only look: nothing is locked, appending is refused. */
export async function openReader(runtime: Runtime, task: string): Promise<TaskSession> {
  const spec = parseSpec(await runtime.store.readSpec(task), task);
  const refuse = async (): Promise<never> => {
    throw new AgentForgeError('lease_lost', 'This is a look without the lease; nothing can be written.');
  };
  const writer: TaskWriter = {
    epoch: 0,
    append: refuse,
    saveCheckpoint: refuse,
    saveView: refuse,
    controls: async () => [],
    dropControl: refuse,
    assertHeld: () => undefined,
    release: async () => undefined,
  };
  return new TaskSession({
    runtime,
    task,
    spec,
    writer,
    state: await loadState(runtime, task),
    signal: new AbortController().signal,
  });
}

/** The state without the lease. */
export async function loadState(runtime: Pick<Runtime, 'store'>, task: string): Promise<TaskState> {
  return foldLoaded(runtime, task, await runtime.store.load(task, FOLD_VERSION));
}

/** `name` is where the text came from, for messages. */
export function parseSpec(text: string, name: string): TaskSpec {
  return parseYaml(text, TaskSpec, name, 'bad_task');
}

/** The checksum vouches for a checkpoint's bytes; one whose shape another version made is folded anew from the first event. */
async function foldLoaded(
  { store }: Pick<Runtime, 'store'>,
  task: string,
  { checkpoint, tail }: Loaded,
): Promise<TaskState> {
  if (!checkpoint) return foldAll(tail);
  const known = TaskState.safeParse(checkpoint.state);
  return known.success ? foldAll(tail, known.data) : foldAll(await store.events(task));
}
