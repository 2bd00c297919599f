// Runs tasks with known bugs twice on the same model: with stateless steps, and as an agent that keeps everything it saw.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { loadState, type Runtime } from '../engine/index.js';
import { countTokens, countTools, type Model, type ModelRequest } from '../model/index.js';
import { packageFile, present, sha256, systemClock } from '../platform/index.js';
import { AgentForgeError, type TaskState, type Usage } from '../schema/index.js';
import type { ModelSurroundings } from './api-model.js';
import { createHarness, type HarnessOptions } from './harness.js';
import { createModel } from './models.js';

export type Contexts = NonNullable<Runtime['contexts']>;

export interface ComparedTask {
  readonly name: string;
  /** Holds `task.yaml`, `project/`, and scripts that solve it. */
  readonly folder: string;
}

/** What one run came to, or several together. */
export interface RunFigures {
  readonly tasks: number;
  readonly solved: number;
  readonly steps: number;
  /** As the model reported them; `fresh` is what was not read from a cache. */
  readonly tokens: { readonly in: number; readonly fresh: number; readonly cached: number };
  /** A plain input token is 1, writing one to a cache 1.25, reading it from there 0.1. */
  readonly units: number;
  /** The model reports no caching: units are what a provider's cache would have made of the same messages. */
  readonly estimated: boolean;
  readonly costUsd: number | null;
  readonly wallMs: number;
}

export interface ComparedRun extends RunFigures {
  /** Why it is not solved. */
  readonly ending?: string;
}

export interface ComparedPair {
  readonly task: string;
  /** Absent when it was interrupted before. */
  readonly bounded?: ComparedRun;
  readonly accumulating?: ComparedRun;
}

export interface Comparison {
  readonly tasks: readonly ComparedPair[];
  /** Of the tasks that were run both ways. */
  readonly sum: Readonly<Record<Contexts, RunFigures>>;
}

export interface CompareOptions {
  readonly tasks: readonly ComparedTask[];
  readonly modelFor: (task: ComparedTask) => Model;
  readonly sandbox?: HarnessOptions['sandbox'];
  readonly signal?: AbortSignal;
  /** Hears of each run before it begins and when it has ended. */
  readonly onRun?: (task: string, contexts: Contexts, run?: ComparedRun) => void;
}

const BUNDLED = packageFile('data/compare');

/** The tasks in a folder, by default those that come with AgentForge. */
export function listComparedTasks(folder: string = BUNDLED, only?: string): ComparedTask[] {
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const tasks = names
    .map((name) => ({ name, folder: path.join(path.resolve(folder), name) }))
    .filter((task) => ['task.yaml', 'project'].every((part) => existsSync(path.join(task.folder, part))));
  if (tasks.length === 0)
    throw new AgentForgeError(
      'not_found',
      `${folder} holds no tasks; each is a folder with task.yaml and project/ in it.`,
    );
  const wanted = tasks.filter(({ name }) => only === undefined || name === only);
  if (wanted.length > 0) return wanted;
  const known = tasks.map(({ name }) => name).join(', ');
  throw new AgentForgeError('not_found', `There is no task ${only}; there are ${known}.`);
}

/** A script or a tape is looked up in the task's own folder first. */
export function createTaskModel(
  name: string,
  { folder }: ComparedTask,
  surroundings: ModelSurroundings,
): Model {
  const [, kind, file = ''] = /^(script|tape):(.+)$/.exec(name) ?? [];
  const own = path.join(folder, file);
  const model = createModel(kind !== undefined && existsSync(own) ? `${kind}:${own}` : name, surroundings);
  if (!model.waits) return model;
  throw new AgentForgeError('bad_usage', `${name} waits for replies; name a model that gives them.`);
}

/** Which way comes first changes from task to task: the second one finds more in a provider's cache. */
export async function compareTasks(options: CompareOptions): Promise<Comparison> {
  const pairs: ComparedPair[] = [];
  for (const [index, task] of options.tasks.entries()) {
    const isFirst = pairs.length === 0;
    const pair = await runBoth(task, { ...options, isFirst, isReversed: index % 2 === 1 });
    if (pair.bounded ?? pair.accumulating) pairs.push(pair);
  }
  return { tasks: pairs, sum: sumUp(pairs) };
}

interface PairOptions extends CompareOptions {
  /** Nothing has been answered yet: a model that cannot answer is no result. */
  readonly isFirst: boolean;
  readonly isReversed: boolean;
}

const ORDER: readonly Contexts[] = ['bounded', 'accumulating'];

async function runBoth(task: ComparedTask, options: PairOptions): Promise<ComparedPair> {
  const runs: Partial<Record<Contexts, ComparedRun>> = {};
  for (const contexts of options.isReversed ? ORDER.toReversed() : ORDER) {
    if (options.signal?.aborted) break;
    options.onRun?.(task.name, contexts);
    const run = await runInCopy(task, contexts, options);
    if (!run) break;
    runs[contexts] = run;
    options.onRun?.(task.name, contexts, run);
  }
  return { task: task.name, ...runs };
}

/** In a folder of its own that is gone afterwards. Undefined when it was interrupted. */
async function runInCopy(
  task: ComparedTask,
  contexts: Contexts,
  { modelFor, sandbox, signal, isFirst }: PairOptions,
): Promise<ComparedRun | undefined> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'agentforge-compare-'));
  try {
    const project = path.join(folder, task.name);
    cpSync(path.join(task.folder, 'project'), project, { recursive: true });
    const meter = meterModel(modelFor(task));
    const harness = createHarness({ project, model: meter.model, contexts, ...present({ sandbox }) });
    const file = path.join(task.folder, 'task.yaml');
    const id = await harness.createTask(readFileSync(file, 'utf8'), file);
    const startedAtMs = systemClock.now();
    const stopped = await harness.runTask(id, present({ signal })).result.then(() => undefined, explainStop);
    const wallMs = systemClock.now() - startedAtMs;
    if (signal?.aborted) return undefined;
    const state = await loadState(harness.runtime, id);
    if (isFirst && meter.replies() === 0)
      throw new AgentForgeError('model_failed', stopped ?? state.question?.text ?? 'No model was asked.');
    return describeRun(state, { stopped, wallMs, estimate: meter.units() });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function describeRun(
  { status, files, question, ending, step, spent: { usage, costUsd } }: TaskState,
  measured: { readonly stopped: string | undefined; readonly wallMs: number; readonly estimate: number },
): ComparedRun {
  const tests = Object.keys(files).filter(isTest);
  const isSolved = status === 'completed' && tests.length === 0;
  const why = measured.stopped ?? question?.text ?? ending ?? status;
  const { inputTokens, cachedTokens } = usage;
  return {
    tasks: 1,
    solved: isSolved ? 1 : 0,
    steps: step,
    tokens: { in: inputTokens, fresh: inputTokens - cachedTokens, cached: cachedTokens },
    ...chooseUnits(usage, measured.estimate),
    costUsd,
    wallMs: measured.wallMs,
    ...(isSolved ? {} : { ending: tests.length > 0 ? `it changed ${tests.join(', ')}` : why }),
  };
}

/** Whatever stops a run is the run's own affair. */
function explainStop(error: unknown): string {
  if (error instanceof AgentForgeError) return error.message;
  throw error;
}

function isTest(file: string): boolean {
  return /(?:^|\/)tests?\/|\.test\.[cm]?[jt]s$/.test(file);
}

const WRITE_UNITS = 1.25;
const READ_UNITS = 0.1;

interface Units {
  readonly units: number;
  readonly estimated: boolean;
}

function chooseUnits(usage: Usage, estimate: number): Units {
  const { inputTokens, cachedTokens, writtenTokens = 0 } = usage;
  if (cachedTokens + writtenTokens === 0) return { units: estimate, estimated: true };
  return { units: countUnits(inputTokens, cachedTokens, writtenTokens), estimated: false };
}

function countUnits(input: number, cached: number, written: number): number {
  return input - cached - written + written * WRITE_UNITS + cached * READ_UNITS;
}

interface Meter {
  readonly model: Model;
  readonly replies: () => number;
  readonly units: () => number;
}

/** Beside the model's own figures: what a cache that knows every beginning up to a seam would make of its requests. */
function meterModel(model: Model): Meter {
  const known = new Set<string>();
  let [replies, units] = [0, 0];
  const count = (request: ModelRequest): void => {
    const { ends, text, toolTokens } = layOut(request);
    const tokensTo = (end: number): number => (end === 0 ? 0 : toolTokens + countTokens(text.slice(0, end)));
    const keyOf = (end: number): string => sha256(text.slice(0, end));
    const read = tokensTo(ends.findLast((end) => known.has(keyOf(end))) ?? 0);
    const marked = tokensTo(ends.at(-1) ?? 0);
    units += countUnits(tokensTo(text.length), read, marked - read);
    for (const end of ends) known.add(keyOf(end));
  };
  return {
    model: {
      ...model,
      boundUsd: (request) => model.boundUsd(request),
      decide: async (request, signal, onWait) => {
        const reply = await model.decide(request, signal, onWait);
        replies += 1;
        count(request);
        return reply;
      },
    },
    replies: () => replies,
    units: () => units,
  };
}

function layOut({ messages: [system, user], seams, actions, native }: ModelRequest): {
  readonly text: string;
  readonly ends: readonly number[];
  readonly toolTokens: number;
} {
  const start = system.content.length + 1;
  return {
    text: `${system.content}\n${user.content}`,
    ends: [start, ...seams.map((seam) => start + seam)],
    toolTokens: native ? countTools(actions) : 0,
  };
}

function sumUp(pairs: readonly ComparedPair[]): Record<Contexts, RunFigures> {
  const both = pairs.filter(({ bounded, accumulating }) => bounded && accumulating);
  const sumOf = (contexts: Contexts): RunFigures =>
    both.map((pair) => pair[contexts] ?? NOTHING).reduce<RunFigures>(add, NOTHING);
  return { bounded: sumOf('bounded'), accumulating: sumOf('accumulating') };
}

const NOTHING: RunFigures = {
  tasks: 0,
  solved: 0,
  steps: 0,
  tokens: { in: 0, fresh: 0, cached: 0 },
  units: 0,
  estimated: false,
  costUsd: 0,
  wallMs: 0,
};

function add(a: RunFigures, b: RunFigures): RunFigures {
  return {
    tasks: a.tasks + b.tasks,
    solved: a.solved + b.solved,
    steps: a.steps + b.steps,
    tokens: {
      in: a.tokens.in + b.tokens.in,
      fresh: a.tokens.fresh + b.tokens.fresh,
      cached: a.tokens.cached + b.tokens.cached,
    },
    units: a.units + b.units,
    estimated: a.estimated || b.estimated,
    costUsd: a.costUsd === null || b.costUsd === null ? null : a.costUsd + b.costUsd,
    wallMs: a.wallMs + b.wallMs,
  };
}
