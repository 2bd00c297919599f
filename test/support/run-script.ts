// Runs a task in a temp project with a scripted model, and keeps what it was asked and what was recorded.
import { createHarness, type Harness, type HarnessOptions } from '../../src/app/index.js';
import { loadState, type RunOptions } from '../../src/engine/index.js';
import { createScriptModel, type Model, type ModelRequest, type ScriptLine } from '../../src/model/index.js';
import { createSimulatedClock, randomIds } from '../../src/platform/index.js';
import {
  TaskSpec,
  type Event,
  type EventOf,
  type EventType,
  type TaskState,
} from '../../src/schema/index.js';
import { MemoryStateStore } from '../../src/store/index.js';
import { todoCheck } from './count-check.js';
import { makeProject } from './temp-project.js';

export interface ScriptedTask extends Omit<HarnessOptions, 'project' | 'model'> {
  /** Files of a new project, or the root of an existing one. */
  readonly files?: Readonly<Record<string, string>>;
  readonly root?: string;
  readonly git?: boolean;
  readonly spec?: SpecFields;
  readonly script: readonly ScriptLine[];
  /** What goes on around a call: a clock that moves, a price. */
  readonly wrap?: (model: Model) => Model;
  readonly run?: RunOptions;
}

/** As a person writes it: parsed when the task is made. */
type SpecFields = Readonly<Record<string, unknown>>;

export interface ScriptedRun {
  readonly root: string;
  readonly task: string;
  readonly harness: Harness;
  /** Everything the model was asked, in order. */
  readonly asked: readonly ModelRequest[];
  /** Runs on, as `resume` would unless told otherwise. */
  readonly runOn: (options?: RunOptions) => Promise<TaskState>;
  readonly state: () => Promise<TaskState>;
  readonly events: () => Promise<Event[]>;
  readonly eventsOf: <T extends EventType>(type: T) => Promise<EventOf<T>[]>;
}

/** Opens the task without running it. A script that is used up ends the run, as `maxSteps` would. */
export async function openScript(given: ScriptedTask): Promise<ScriptedRun> {
  const { files = { 'work.txt': 'TODO one\n' }, git = false, spec, script, run: _, wrap, ...options } = given;
  const root = given.root ?? makeProject(files, { git });
  const asked: ModelRequest[] = [];
  const clock = options.clock ?? createSimulatedClock();
  const model = createScriptModel(script);
  const harness = createHarness({
    checks: [todoCheck],
    environment: {},
    sandbox: 'off',
    clock,
    store: new MemoryStateStore({ clock, ids: options.ids ?? randomIds }),
    ...options,
    project: root,
    model: rememberRequests(wrap ? wrap(model) : model, asked),
  });
  const task = await harness.createTask(makeSpec(spec));
  const { store } = harness.runtime;
  const events = (): Promise<Event[]> => store.events(task);
  return {
    root,
    task,
    harness,
    asked,
    runOn: async (runOptions = { resume: true }) => {
      await harness.runTask(task, runOptions).result.catch(stopAtScriptEnd);
      return loadState(harness.runtime, task);
    },
    state: () => loadState(harness.runtime, task),
    events,
    eventsOf: async <T extends EventType>(type: T) =>
      (await events()).filter((event): event is EventOf<T> => event.type === type),
  };
}

export async function runScript(given: ScriptedTask): Promise<ScriptedRun> {
  const opened = await openScript(given);
  await opened.runOn(given.run ?? {});
  return opened;
}

export function makeSpec(spec: SpecFields = {}): TaskSpec {
  return TaskSpec.parse({ type: 'fix_violation', goal: 'leave nothing to do', ...spec });
}

/** The user message of one call. */
export function userMessage(request: ModelRequest | undefined): string {
  return request?.messages[1].content ?? '';
}

/** One section of the user message, without its heading. */
export function sectionOf(request: ModelRequest | undefined, heading: string): string {
  const [, rest = ''] = `\n${userMessage(request)}`.split(`\n# ${heading}`);
  return (rest.split(/\n\n(?=# |What is your next action)/, 1)[0] ?? '').split('\n').slice(1).join('\n');
}

function rememberRequests(model: Model, asked: ModelRequest[]): Model {
  return {
    ...model,
    decide: (request, ...rest) => {
      asked.push(request);
      return model.decide(request, ...rest);
    },
  };
}

function stopAtScriptEnd(error: unknown): void {
  if (error instanceof Error && 'code' in error && error.code === 'script_exhausted') return;
  throw error;
}
