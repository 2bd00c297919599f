// Runs something on a recorded disk, cuts the power, and looks at what is made of what is left.
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Harness } from '../../src/app/index.js';
import { nodeDisk, sha256, systemClock, type Disk } from '../../src/platform/index.js';
import type { TaskSpec } from '../../src/schema/index.js';
import { FileStateStore } from '../../src/store/index.js';
import {
  buildTree,
  crashStates,
  cutAt,
  describeOperation,
  inOrder,
  materialise,
  traceHistory,
} from './durability.js';
import type { CrashState, History, Ignore } from './durability.js';
import { recordDisk, type Operation } from './recording-disk.js';
import { makeFolder } from '../store/folders.js';
import { interceptDisk } from '../store/intercept-disk.js';
import {
  countingIds,
  makeProject,
  openSmallTask,
  readProject,
  resumeToEnd,
  SMALL_SPEC,
} from './small-task.js';
import type { Ending, SmallTask } from './small-task.js';

/** What was done, and how to tell whether what a power cut left of it is good enough. */
export interface Scenario {
  readonly start: Readonly<Record<string, string>>;
  readonly operations: readonly Operation[];
  /** Says what is wrong with the tree in `root`, which was left after `length` operations. */
  readonly judge: (root: string, length: number) => Promise<string | undefined>;
}

type Options = Pick<SmallTask, 'model' | 'checks'> & { readonly spec?: TaskSpec };

export interface RecordedTask extends Scenario {
  readonly ending: Ending;
  /** The operations of each process. */
  readonly lives: readonly number[];
}

/**
 * The small task from its creation to its end, killed after each of the given numbers of operations and taken up again by
 * another process: what a killed process had not synced is in memory still and may yet be lost when the power fails later.
 */
export async function recordTask(
  options: Options = {},
  killedAt: readonly number[] = [],
): Promise<RecordedTask> {
  const root = makeProject();
  const start = readProject(root);
  const { disk, operations } = recordDisk(root);
  const created = { at: Infinity };
  const lives: number[] = [];
  for (const [life, limit] of [...killedAt, Infinity].entries()) {
    const harness = openSmallTask({
      root,
      ...options,
      disk: dieAfter(disk, () => operations.length >= limit),
      seed: life === 0 ? '' : `life ${life}`,
    });
    await live(harness, options.spec ?? SMALL_SPEC, () => {
      created.at = Math.min(created.at, operations.length);
    });
    lives.push(operations.length);
  }
  const harness = openSmallTask({ root, ...options });
  const [task = ''] = await harness.runtime.store.list();
  const { status, outcomeHash } = await harness.describe(task);
  const ending = { status, outcomeHash, files: readProject(root) };
  return {
    start,
    operations,
    ending,
    lives,
    judge: (left, length) => judgeTask(ending, options, left, length >= created.at),
  };
}

class Killed extends Error {}

/** Creates the task or takes it up, until its end or its own. */
async function live(harness: Harness, spec: TaskSpec, onCreated: () => void): Promise<void> {
  try {
    const [known] = await harness.runtime.store.list();
    const task = known ?? (await harness.createTask(spec));
    onCreated();
    if ((await harness.describe(task)).status === 'completed') return;
    await harness.runTask(task, known === undefined ? {} : { resume: true, takeOver: true }).result;
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  }
}

/** A disk that does nothing any more once its process is dead. */
function dieAfter(disk: Disk, isDead: () => boolean): Disk {
  return interceptDisk(disk, ({ proceed }) => {
    if (isDead()) throw new Killed();
    return proceed();
  });
}

async function judgeTask(
  ending: Ending,
  options: Options,
  root: string,
  mustExist: boolean,
): Promise<string | undefined> {
  const store = openStore(root);
  const [task] = await store.list();
  if (task === undefined) return mustExist ? 'the task is gone although it had been created' : undefined;
  return compare(ending, await resumeToEnd({ root, ...options }, task));
}

export function openStore(root: string, disk: Disk = nodeDisk, seed = 'store'): FileStateStore {
  return new FileStateStore({
    disk,
    clock: systemClock,
    ids: countingIds(seed),
    folder: path.join(root, '.agentforge', 'tasks'),
  });
}

export function compare(expected: Ending, found: Ending): string | undefined {
  if (found.status !== expected.status) return `the task is ${found.status}`;
  if (JSON.stringify(found.files) !== JSON.stringify(expected.files))
    return `the files differ: ${JSON.stringify(found.files)}`;
  return found.outcomeHash === expected.outcomeHash ? undefined : 'the outcome hash differs';
}

/** What is wrong with one way in which a power cut may turn out, or undefined. */
export async function judgeState(
  { judge }: Scenario,
  history: History,
  state: CrashState,
  length: number,
): Promise<string | undefined> {
  const root = makeFolder('cut');
  try {
    materialise(buildTree(history, state.effects), root);
    const problem = await judge(root, length);
    return problem === undefined ? undefined : `${state.name}: ${problem}`;
  } catch (error) {
    return `${state.name}: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** The moments from `from` on at which nothing unsynced is kept: `count` of them, evenly spread, the last one included. */
export function cutBare(history: History, from: number, count: number): Cut[] {
  const last = history.operations.length;
  return Array.from({ length: count }, (_, index) => {
    const length = last - Math.floor((index * (last - from)) / count);
    return {
      length,
      state: {
        name: `after operation ${length}: nothing unsynced is kept`,
        effects: cutAt(history, length).durable,
      },
    };
  });
}

export interface Cut {
  readonly state: CrashState;
  readonly length: number;
}

/** Every way in which the power can fail, at every moment; ways that leave the same files only once. */
export function listCuts({ operations }: Scenario, history: History, options: { singles: number }): Cut[] {
  const seen = new Set<string>();
  const cuts: Cut[] = [];
  for (let length = 0; length <= operations.length; length++) {
    for (const state of crashStates(history, length, options)) {
      const key = hashTree(history, state);
      if (!seen.has(key)) cuts.push({ state, length });
      seen.add(key);
    }
  }
  return cuts;
}

function hashTree(history: History, { effects }: CrashState): string {
  const tree = [...buildTree(history, effects)];
  return sha256(
    tree
      .map(([file, content]) => `${file}\n${content?.toString('latin1') ?? ''}`)
      .sort()
      .join('\n'),
  );
}

const MAX_REPORTED = 5;

export async function findProblems(
  scenario: Scenario,
  history: History,
  cuts: Iterable<Cut>,
): Promise<string[]> {
  const problems: string[] = [];
  for (const { state, length } of cuts) {
    const problem = await judgeState(scenario, history, state, length);
    if (problem !== undefined) problems.push(problem);
    if (problems.length >= MAX_REPORTED) break;
  }
  return problems;
}

export interface Loss {
  /** How many syncs were left out. */
  readonly ignored: number;
  readonly problem: string | undefined;
}

/** Leaves out some syncs and looks for a moment at which losing just what they would have kept does harm. */
export async function findLoss(scenario: Scenario, ignore: Ignore): Promise<Loss> {
  const { start, operations } = scenario;
  const whole = traceHistory(start, operations);
  const weak = traceHistory(start, operations, ignore);
  const ignored = operations.filter((one, index) => isSync(one) && ignore(one, index, operations)).length;
  for (const length of likelyFirst(operations)) {
    const { durable, loose } = cutAt(weak, length);
    const atRisk = loose.filter(({ order }) => (whole.effects[order]?.syncedAt ?? Infinity) < length);
    if (atRisk.length === 0) continue;
    const where = `after operation ${length} (${describeOperation(operations[length - 1])})`;
    const states = [
      {
        name: `${where}: only what was not synced is lost`,
        effects: inOrder([...durable, ...loose.filter((one) => !atRisk.includes(one))]),
      },
      { name: `${where}: nothing unsynced is kept`, effects: durable },
    ];
    for (const state of states) {
      const problem = await judgeState(scenario, weak, state, length);
      if (problem !== undefined) return { ignored, problem };
    }
  }
  return { ignored, problem: undefined };
}

/** Right after a record was made durable is when it matters most that all it speaks of is. */
function likelyFirst(operations: readonly Operation[]): number[] {
  const lengths = operations.map((_, index) => index + 1);
  const isRecord = (length: number): boolean => {
    const one = operations[length - 1];
    return one?.kind === 'sync' && one.path.endsWith('actions.yaml');
  };
  return [...lengths.filter(isRecord), ...lengths.filter((length) => !isRecord(length))];
}

function isSync({ kind }: Operation): boolean {
  return kind === 'sync' || kind === 'syncDirectory';
}
