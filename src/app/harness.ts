// The composition root: brings rooms together into a harness that programs, the CLI and servers use alike.
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { createEvidenceStore, loadProjectChecks, type Check } from '../check/index.js';
import { compileRules } from '../report/index.js';
import {
  BUILTIN_DATA,
  builtinActions,
  createTask,
  createWorkspace,
  loadState,
  loadTaskTypes,
  runTask,
  type Action,
  type HarnessEvent,
  type RunOptions,
  type Runtime,
  type Workspace,
} from '../engine/index.js';
import { builtinGuards, type Guard } from '../guard/index.js';
import type { Model } from '../model/index.js';
import {
  nodeDisk,
  present,
  randomIds,
  sha256,
  systemClock,
  type Clock,
  type Disk,
  type Ids,
} from '../platform/index.js';
import { AgentForgeError, type ProjectConfig, type TaskSpec } from '../schema/index.js';
import { FileStateStore, type StateStore } from '../store/index.js';
import { createConformance, loadDefinitions } from './conformance.js';
import { loadConfig } from './config.js';
import { EventStream } from './event-stream.js';
import { openModels } from './harness-models.js';
import { keepStateOutOfGit } from './state-folder.js';
import { openTelemetry } from './open-telemetry.js';
import { openPolicy } from './policy.js';
import { describeResult, type TaskResult } from './result.js';
import { findTrustQuestion } from './trust.js';

export interface HarnessOptions {
  /** The project's root folder: its configuration, and the state of its tasks. */
  readonly project: string;
  /** The working tree in which files are read and changed, where it is another one than the project itself. */
  readonly workspace?: string;
  /** Folders outside the working tree that commands in it must be able to read. */
  readonly readOnly?: readonly string[];
  /** Commands, linters and modules that the project's checks name may run; default: whether it is trusted. */
  readonly trusted?: boolean;
  /** A model, or its name: `inbox`, `script:FILE`, `tape:FILE`. Default: what the configuration says, else `inbox`. */
  readonly model?: Model | string;
  readonly contexts?: Runtime['contexts'];
  /** Besides the built-in ones; one of the same name takes its place. */
  readonly actions?: readonly Action[];
  readonly checks?: readonly Check[];
  readonly guards?: readonly Guard[];
  /** Folders with `types/` and `prompts/`, searched before the project's and the built-in ones. */
  readonly data?: readonly string[];
  readonly store?: StateStore;
  readonly disk?: Disk;
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly sandbox?: 'require' | 'prefer' | 'off';
}

/** A run in progress: iterate it for events, await `result` for the end. Not iterating loses nothing but the events. */
export interface TaskRun extends AsyncIterable<HarnessEvent> {
  readonly result: Promise<TaskResult>;
}

export interface Harness {
  readonly runtime: Runtime;
  /** Creates a task from a spec or the text of a task file, and returns its id. */
  createTask(spec: TaskSpec | string, name?: string): Promise<string>;
  /** Runs a task until it ends, parks or waits. */
  runTask(task: string, options?: RunOptions): TaskRun;
  describe(task: string): Promise<TaskResult>;
  /** Hears of everything that happens here; returns how to stop. */
  listen(listener: (event: HarnessEvent) => void): () => void;
}

export function createHarness(options: HarnessOptions): Harness {
  const listeners = new Set<(event: HarnessEvent) => void>();
  const runtime = createRuntime(options, (event) => {
    for (const listener of listeners) listener(event);
  });
  return {
    runtime,
    createTask: (spec, name) => {
      if (!options.store) keepStateOutOfGit(runtime.workspace.disk, findRoot(options.project));
      return createTask(runtime, { spec, ...present({ name }) });
    },
    runTask(task, runOptions) {
      const stream = new EventStream<HarnessEvent>();
      const listen = (event: HarnessEvent): void => {
        if (event.task === task) stream.push(event);
      };
      listeners.add(listen);
      const result = runTask(runtime, task, runOptions)
        .then((state) => describeResult(state))
        .finally(() => {
          listeners.delete(listen);
          stream.end();
        });
      // Whoever only iterates must not see an unhandled rejection; `result` still rejects for those who await it.
      result.catch(() => undefined);
      return { result, [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator]() };
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    describe: async (task) => describeResult(await loadState(runtime, task)),
  };
}

const DEFAULTS = {
  disk: nodeDisk,
  clock: systemClock,
  ids: randomIds,
  environment: process.env,
  actions: [],
  checks: [],
  guards: [],
  data: [],
} satisfies Partial<HarnessOptions>;

function createRuntime(given: HarnessOptions, emit: Runtime['emit']): Runtime {
  const options = { ...DEFAULTS, ...given };
  const { disk, clock, ids, environment, checks } = options;
  const project = findRoot(options.project);
  const config = loadConfig(project);
  const home = path.join(project, '.agentforge');
  const workspace = openWorkspace(options, project, config);
  const trusted = (): boolean => options.trusted ?? findTrustQuestion(project) === undefined;
  const policy = openPolicy({ project, root: workspace.root, guards: config.guards, trusted });
  const telemetry = openTelemetry(config.telemetry);
  const models = openModels({ named: options.model, config, environment, telemetry });
  return {
    store: options.store ?? new FileStateStore({ disk, clock, ids, folder: path.join(home, 'tasks') }),
    workspace,
    get model() {
      return models.main();
    },
    ...present({ modelFor: models.modelFor, contexts: options.contexts }),
    clock,
    ids,
    types: loadTaskTypes([...options.data, home, BUILTIN_DATA]),
    actions: addActions(options.actions),
    get guards() {
      return [...builtinGuards, ...policy(), ...options.guards];
    },
    checks,
    conformance: createConformance({
      definitions: () => loadDefinitions(project),
      ownDefinitions: () => loadProjectChecks(project),
      workspace,
      trusted,
    }),
    config,
    rules: compileRules(config.rules, (index) => `.agentforge/config.yaml, rule ${index + 1}`),
    evidence: createEvidenceStore(disk, path.join(home, 'evidence')),
    environment,
    emit: (event) => {
      emit(event);
      telemetry?.listen(event);
    },
  };
}

function openWorkspace(
  options: HarnessOptions & Pick<typeof DEFAULTS, 'disk' | 'clock' | 'ids'>,
  project: string,
  { sandbox, network, environment }: ProjectConfig,
): Workspace {
  const { disk, clock, ids, workspace, readOnly } = options;
  const root = workspace === undefined ? project : findRoot(workspace);
  // What is known of one working tree, its lease above all, says nothing of another.
  const own = root === project ? [] : [sha256(root).slice(0, 12)];
  return createWorkspace({
    ...{ root, disk, clock, ids, network, environment },
    cache: path.join(project, '.agentforge', 'cache', ...own),
    sandbox: options.sandbox ?? sandbox,
    ...present({ readOnly }),
  });
}

function addActions(own: readonly Action[]): Action[] {
  return [...builtinActions.filter(({ name }) => !own.some((action) => action.name === name)), ...own];
}

function findRoot(project: string): string {
  try {
    return realpathSync(project);
  } catch (cause) {
    throw new AgentForgeError('not_found', `There is no project folder ${JSON.stringify(project)}.`, {
      cause,
    });
  }
}
