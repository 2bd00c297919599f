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
  try {
    const { writer, loaded } = await runtime.store.acquire(task, FOLD_VERSION, options);
    const signal = options.signal ?? new AbortController().signal;
    const session = new TaskSession({
      runtime,
      task,
      spec,
      writer: lease ? withWorkspace(writer, lease) : writer,
      state: foldLoaded(loaded),
      signal,
    });
    await mend(session, loaded);
    return session;
  } catch (error) {
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
  return foldLoaded(await runtime.store.load(task, FOLD_VERSION));
}

/** `name` is where the text came from, for messages. */
export function parseSpec(text: string, name: string): TaskSpec {
  return parseYaml(text, TaskSpec, name, 'bad_task');
}

function foldLoaded({ checkpoint, tail }: Loaded): TaskState {
  // The checksum vouches for the bytes; the shape is checked because another version may have written it.
  return foldAll(tail, checkpoint ? TaskState.parse(checkpoint.state) : undefined);
}
