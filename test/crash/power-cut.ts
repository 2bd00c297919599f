// Runs the small task on a recorded disk, cuts the power, and looks at what a resume makes of what is left.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { nodeDisk, randomIds, systemClock, type Disk } from '../../src/platform/index.js';
import { FileStateStore } from '../../src/store/index.js';
import { buildTree, materialise, traceHistory, type CrashState, type History } from './durability.js';
import { recordDisk, type Operation } from './recording-disk.js';
import { makeFolder, makeProject, openSmallTask, readProject, resumeToEnd, runSmallTask, type Ending } from './small-task.js';

export interface RecordedRun {
  readonly history: History;
  readonly task: string;
  readonly ending: Ending;
  /** How many operations there had been when `createTask` returned: from then on the task must be there. */
  readonly createdAt: number;
}

/** `wrap` may change what reaches the recorded disk: leave out a sync, for example. */
export async function recordRun(wrap: (disk: Disk, root: string) => Disk = (disk) => disk): Promise<RecordedRun> {
  const root = makeProject();
  const start = readProject(root);
  const { disk, operations } = recordDisk(root);
  const harness = openSmallTask({ root, disk: wrap(disk, root) });
  const created: { at?: number } = {};
  const counting = { ...harness, createTask: async (...args: Parameters<typeof harness.createTask>) => harness.createTask(...args).finally(() => (created.at = operations.length)) };
  const task = await runSmallTask(counting);
  const { status, outcomeHash } = await harness.describe(task);
  const ending = { status, outcomeHash, files: readProject(root) };
  return { history: traceHistory(start, operations), task, ending, createdAt: created.at ?? 0 };
}

export interface Violation {
  readonly state: string;
  readonly problem: string;
}

/** Undefined when a resume from this state ends as the undisturbed run did. */
export async function findViolation(run: RecordedRun, state: CrashState, length: number): Promise<Violation | undefined> {
  const root = makeFolder('cut');
  try {
    materialise(buildTree(run.history, state.effects), root);
    const problem = await judge(run, root, length);
    return problem === undefined ? undefined : { state: state.name, problem };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function judge(run: RecordedRun, root: string, length: number): Promise<string | undefined> {
  try {
    const store = new FileStateStore({ disk: nodeDisk, clock: systemClock, ids: randomIds, folder: path.join(root, '.agentforge', 'tasks') });
    const listed = await store.list();
    if (listed.length === 0) return length < run.createdAt ? undefined : 'the task is gone although it had been created';
    return compare(run.ending, await resumeToEnd({ root }, run.task));
  } catch (error) {
    return `the resume failed: ${error instanceof Error ? error.message : String(error)}`;
  }
}

export function compare(expected: Ending, found: Ending): string | undefined {
  if (found.status !== expected.status) return `the task is ${found.status}`;
  if (JSON.stringify(found.files) !== JSON.stringify(expected.files)) return `the files differ: ${JSON.stringify(found.files)}`;
  return found.outcomeHash === expected.outcomeHash ? undefined : 'the outcome hash differs';
}

/** Every `step`-th state of all prefixes and choices, beginning with the `offset`-th. */
export async function findViolations(run: RecordedRun, states: Iterable<{ state: CrashState; length: number }>): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const { state, length } of states) {
    const violation = await findViolation(run, state, length);
    if (violation) violations.push(violation);
    if (violations.length >= 5) break;
  }
  return violations;
}

export function kindOf(operation: Operation): string {
  return `${operation.kind} ${operation.path}`;
}
