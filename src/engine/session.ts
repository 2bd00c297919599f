// A task while someone works on it: the lease is held, the state is folded, and everything appended goes through here.
import { parse } from 'yaml';
import { createCommandCheck, type Check, type RunCommand } from '../check/index.js';
import {
  createRedactor,
  endProcessGroup,
  failpoint,
  HEARTBEAT_MS,
  type Lease,
  type Redactor,
} from '../platform/index.js';
import {
  AgentForgeError,
  TaskSpec,
  TaskState,
  type EventBody,
  type Fact,
  type TaskType,
} from '../schema/index.js';
import type { Loaded, StepPart, TaskWriter } from '../store/index.js';
import { fold, FOLD_VERSION, foldAll } from './fold.js';
import { extractFacts, type FactInput } from './facts/index.js';
import type { Activity, Runtime } from './runtime.js';

const MAX_FACTS_PER_MEASUREMENT = 30;

export interface TaskSession {
  readonly runtime: Runtime;
  readonly task: string;
  readonly spec: TaskSpec;
  readonly type: TaskType;
  readonly checks: readonly Check[];
  readonly redactor: Redactor;
  readonly signal: AbortSignal;
  /** Always the fold of the journal. */
  readonly state: TaskState;
  readonly assertHeld: () => void;
  /** Redacts, appends, folds and tells the listeners. */
  readonly append: (bodies: readonly EventBody[], options: { durable: boolean }) => Promise<void>;
  readonly run: RunCommand;
  /** When the step in progress began in this process. */
  readonly stepStartedAt: () => number;
  readonly markStepStart: () => void;
  /** Keeps what a step was made of, without its secrets. */
  readonly saveStep: (step: number, part: StepPart, record: unknown) => Promise<void>;
  /** Draws facts from reports, and keeps both beside the step so that a replay can draw them again. */
  readonly drawFacts: (input: Omit<FactInput, 'step'>) => Fact[];
  /** What facts were drawn from since the last call. */
  readonly takeFactInputs: () => FactInput[];
  readonly announce: (doing: Activity['doing'], detail: string) => void;
  /** Writes checkpoint and views. */
  readonly refreshViews: () => Promise<void>;
  readonly controls: TaskWriter['controls'];
  readonly dropControl: TaskWriter['dropControl'];
  readonly close: () => Promise<void>;
}

export interface SessionOptions {
  readonly takeOver?: boolean;
  readonly signal?: AbortSignal;
  /** Holds the workspace as well, as anyone who may change files must. */
  readonly exclusive?: boolean;
}

export async function openSession(
  runtime: Runtime,
  task: string,
  options: SessionOptions = {},
): Promise<TaskSession> {
  const spec = parseSpec(await runtime.store.readSpec(task), task);
  const lease = options.exclusive ? runtime.workspace.acquire(options.takeOver ?? false) : undefined;
  try {
    const { writer, loaded } = await runtime.store.acquire(task, FOLD_VERSION, options);
    return await startSession(
      {
        runtime,
        task,
        spec,
        writer: lease ? withWorkspace(writer, lease) : writer,
        state: foldLoaded(loaded),
        signal: options.signal ?? new AbortController().signal,
      },
      loaded,
    );
  } catch (error) {
    lease?.release();
    throw error;
  }
}

async function startSession(parts: SessionParts, loaded: Loaded): Promise<TaskSession> {
  const session = createSession(parts);
  for (const { message } of loaded.repairs) session.announce('mended', message);
  const group = session.state.open?.command;
  if (group) await endProcessGroup(group);
  return session;
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
  return createSession({
    runtime,
    task,
    spec,
    writer,
    state: await loadState(runtime, task),
    signal: new AbortController().signal,
  });
}

/** The state without the lease, for looking. */
export async function loadState(runtime: Pick<Runtime, 'store'>, task: string): Promise<TaskState> {
  return foldLoaded(await runtime.store.load(task, FOLD_VERSION));
}

export function parseSpec(text: string, name: string): TaskSpec {
  const parsed = TaskSpec.safeParse(parseYaml(text, name));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new AgentForgeError(
    'bad_task',
    `${name}: ${issue?.path.join('.') || 'the task'}: ${issue?.message ?? 'is not valid'}.`,
    { cause: parsed.error },
  );
}

function parseYaml(text: string, name: string): unknown {
  try {
    return parse(text);
  } catch (cause) {
    throw new AgentForgeError(
      'bad_task',
      `${name} is not valid YAML: ${cause instanceof Error ? cause.message.split('\n', 1)[0] : ''}`,
      { cause },
    );
  }
}

function foldLoaded({ checkpoint, tail }: Loaded): TaskState {
  // The checksum vouches for the bytes; the shape is checked because a person may have another version installed.
  return foldAll(tail, checkpoint ? TaskState.parse(checkpoint.state) : undefined);
}

interface SessionParts {
  readonly runtime: Runtime;
  readonly task: string;
  readonly spec: TaskSpec;
  readonly writer: TaskWriter;
  readonly state: TaskState;
  readonly signal: AbortSignal;
}

function createSession({ runtime, task, spec, writer, state: loaded, signal }: SessionParts): TaskSession {
  let state = loaded;
  let startedAt = runtime.clock.now();
  const factInputs: FactInput[] = [];
  const redactor = createRedactor({
    environment: runtime.environment,
    known: state.secrets,
    key: state.nonce,
  });
  const announce = (doing: Activity['doing'], detail: string): void =>
    runtime.emit({
      type: 'activity',
      task,
      step: state.step,
      phase: state.phase.name,
      doing,
      detail: redactor.redact(detail),
    });

  const append: TaskSession['append'] = async (bodies, options) => {
    if (bodies.length === 0) return;
    const clean = bodies.map((body) => mapStrings(body, (text) => redactor.redact(text)));
    const events = await writer.append(clean, { ...options, secrets: redactor.fresh() });
    for (const event of events) {
      state = fold(state, event);
      runtime.emit({ task, ...event });
    }
  };

  return {
    runtime,
    task,
    spec,
    type: runtime.types.find(state.type),
    checks: [...spec.checks.map(createCommandCheck), ...runtime.checks],
    redactor,
    signal,
    get state() {
      return state;
    },
    assertHeld: () => writer.assertHeld(),
    append,
    stepStartedAt: () => startedAt,
    markStepStart: () => {
      startedAt = runtime.clock.now();
    },
    saveStep: (step, part, record) =>
      runtime.store.saveStep(
        task,
        step,
        part,
        mapStrings(record, (text) => redactor.redact(text)),
      ),
    drawFacts: (input) => {
      const full = {
        ...input,
        reports: input.reports.map((report) => relativePaths(report, runtime.workspace.root)),
        step: state.step,
      };
      factInputs.push(full);
      return extractFacts(full).slice(0, MAX_FACTS_PER_MEASUREMENT);
    },
    takeFactInputs: () => factInputs.splice(0),
    announce,
    run: async (run) => {
      announce('running', run.argv.join(' '));
      const outcome = await runtime.workspace.run(run, {
        signal,
        onStarted: async (group) => {
          await append(
            [
              {
                type: 'command-started',
                step: state.step,
                name: run.name,
                argv: [...run.argv].slice(0, 50),
                group,
              },
            ],
            { durable: true },
          );
          failpoint('command-started');
        },
      });
      if (outcome.controlChanges.length > 0) {
        throw new AgentForgeError(
          'control_file',
          `${run.argv[0]} changed control files: ${outcome.controlChanges.slice(0, 5).join(', ')}.`,
        );
      }
      if (signal.aborted) throw new AgentForgeError('command_failed', 'Interrupted.');
      return { ...outcome, output: redactor.redact(outcome.output) };
    },
    refreshViews: async () => {
      await writer.saveCheckpoint(FOLD_VERSION, state);
      await writer.saveView('working_memory', {
        items: state.memory,
        plan: state.plan,
        notes: state.notes,
        recent: state.recent,
      });
      await writer.saveView('understanding', { facts: state.facts });
      failpoint('checkpointed');
    },
    controls: () => writer.controls(),
    dropControl: (id) => writer.dropControl(id),
    close: () => writer.release(),
  };
}

/** Tools print absolute paths; agents know paths from the root. */
function relativePaths<T>(value: T, root: string): T {
  return mapStrings(value, (text) => text.replaceAll(`file://${root}/`, '').replaceAll(`${root}/`, ''));
}

/** The same data with every string in it changed. */
function mapStrings<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => mapStrings(item, change)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings(item, change)])) as T;
}
