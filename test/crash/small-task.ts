// A whole small task without a subprocess: a read, an edit that is taken back, a rejected reply, two files at once, a new folder.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createHarness, type Harness, type TaskResult } from '../../src/app/index.js';
import type { Check } from '../../src/check/index.js';
import { createScriptModel, type Model } from '../../src/model/index.js';
import { nodeDisk, sha256, type Disk, type Ids } from '../../src/platform/index.js';
import { TaskSpec } from '../../src/schema/index.js';

const PROJECT: Readonly<Record<string, string>> = {
  'sum.txt': 'sum = a - b\nrest = 1\n',
  'label.txt': 'label = wrong\n',
  'lib/kept.txt': 'kept\n',
};

/** Counts what is still wrong; more of it than before is worse, so that an edit is taken back. */
const problemsCheck: Check = {
  id: 'problems',
  definition: 'sum adds, label is right, notes exist, nothing is broken',
  async measure({ root }) {
    const read = (file: string): string => (existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : '');
    const problems = [
      read('sum.txt').includes('a + b') ? undefined : 'sum does not add',
      read('label.txt').includes('right') ? undefined : 'label is not right',
      read('docs/new/notes.txt').includes('why') ? undefined : 'no notes',
      read('sum.txt').includes('BROKEN') ? 'sum is broken' : undefined,
    ].filter((problem) => problem !== undefined);
    const summary = problems.join(', ') || 'no problems';
    return { verdict: { id: 'problems', passing: problems.length === 0, value: problems.length, summary }, output: summary, reports: [] };
  },
};

const SCRIPT = createScriptModel([
  { action: 'read', parameters: { items: [{ path: 'sum.txt' }, { path: 'label.txt' }] } },
  { action: 'edit_file', parameters: { path: 'sum.txt', old: 'a - b', new: 'BROKEN' } },
  { raw: 'no action here' },
  {
    action: 'apply_edits',
    parameters: {
      edits: [
        { action: 'edit_file', path: 'sum.txt', old: 'a - b', new: 'a + b' },
        { action: 'edit_file', path: 'label.txt', old: 'wrong', new: 'right' },
      ],
    },
  },
  { action: 'write_file', parameters: { path: 'docs/new/notes.txt', text: 'why: because\n' } },
]);

export const SMALL_SPEC = TaskSpec.parse({
  type: 'fix_violation',
  goal: 'make the sum add and say why',
  inputs: { target_files: [{ path: 'sum.txt', status: 'to_modify' }] },
});

export interface SmallTask {
  readonly root: string;
  readonly disk?: Disk;
  readonly model?: Model;
  readonly seed?: string;
  readonly checks?: readonly Check[];
}

export function openSmallTask({ root, disk = withoutSync, model = SCRIPT, seed = '', checks = [problemsCheck] }: SmallTask): Harness {
  return createHarness({ project: root, disk, model, ids: countingIds(seed), checks, environment: {} });
}

/** The same ids in every run, so that two runs can be compared byte by byte; another seed for whoever comes second. */
export function countingIds(seed: string): Ids {
  let count = 0;
  return { hex: (length) => sha256(`${seed}${count++}`).slice(0, length) };
}

/** For what follows a crash: there is no second one, so nothing needs to be durable, and tests are faster. */
export const withoutSync: Disk = { ...nodeDisk, sync: () => undefined, syncDirectory: () => undefined };

const MEMORY_FOLDER = '/dev/shm';
const made: string[] = [];

/** A folder of its own, in memory where there is such a place; removed by `removeFolders`. */
export function makeFolder(name = 'crash'): string {
  const folder = mkdtempSync(path.join(existsSync(MEMORY_FOLDER) ? MEMORY_FOLDER : os.tmpdir(), `af-${name}-`));
  made.push(folder);
  return folder;
}

export function removeFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export function makeProject(files: Readonly<Record<string, string>> = PROJECT): string {
  const root = makeFolder('project');
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return root;
}

/** Every file of the project and its content, `.agentforge` left out. */
export function readProject(root: string, folder = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(path.join(root, folder)).sort()) {
    const relative = folder === '' ? name : `${folder}/${name}`;
    if (relative === '.agentforge') continue;
    if (statSync(path.join(root, relative)).isDirectory()) Object.assign(found, readProject(root, relative));
    else found[relative] = readFileSync(path.join(root, relative), 'utf8');
  }
  return found;
}

export interface Ending {
  readonly status: TaskResult['status'];
  readonly outcomeHash: string;
  readonly files: Record<string, string>;
}

export async function runSmallTask(harness: Harness): Promise<string> {
  const task = await harness.createTask(SMALL_SPEC);
  await harness.runTask(task).result;
  return task;
}

/** Resumes until the task has ended, as a person would after a crash. */
export async function resumeToEnd(options: SmallTask, task: string): Promise<Ending> {
  const harness = openSmallTask({ seed: 'resumed', ...options });
  const { status } = await harness.runtime.store.load(task, 0).then(() => harness.describe(task));
  const result = status === 'completed' ? await harness.describe(task) : await harness.runTask(task, { resume: true, takeOver: true }).result;
  return { status: result.status, outcomeHash: result.outcomeHash, files: readProject(options.root) };
}

/** What a run that nothing happens to ends with. */
export async function runUndisturbed(): Promise<Ending & { task: string }> {
  const root = makeProject();
  const harness = openSmallTask({ root });
  const task = await runSmallTask(harness);
  const { status, outcomeHash } = await harness.describe(task);
  return { task, status, outcomeHash, files: readProject(root) };
}
