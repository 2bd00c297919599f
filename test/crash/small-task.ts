// A whole small task without a subprocess: a read, an edit and a new file that are taken back, a rejected reply, two files at
// once, a file in a new folder.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { createHarness, type Harness, type TaskResult } from '../../src/app/index.js';
import type { Check } from '../../src/check/index.js';
import { createScriptModel, parseScript, type Model } from '../../src/model/index.js';
import { nodeDisk, sha256, type Disk, type Ids } from '../../src/platform/index.js';
import { TaskSpec } from '../../src/schema/index.js';
import { makeFolder } from '../store/folders.js';
import { findProblems } from './problems.mjs';

const { files, spec, script } = z
  .object({ files: z.record(z.string(), z.string()), spec: TaskSpec, script: z.unknown() })
  .parse(JSON.parse(readFileSync(new URL('small-task.json', import.meta.url), 'utf8')));
const SCRIPT = createScriptModel(parseScript(JSON.stringify(script), 'small-task.json'));
export const SMALL_SPEC = spec;

/** Counts what is still wrong; more of it than before is worse, so that an edit is taken back. */
const problemsCheck: Check = {
  id: 'problems',
  definition: 'sum adds, label is right, notes exist, nothing is broken',
  async measure({ root }) {
    const problems = findProblems(root);
    const summary = problems.join(', ') || 'no problems';
    return {
      verdict: { id: 'problems', passing: problems.length === 0, value: problems.length, summary },
      output: summary,
      reports: [],
    };
  },
};

export interface SmallTask {
  readonly root: string;
  readonly disk?: Disk;
  readonly model?: Model;
  readonly seed?: string;
  readonly checks?: readonly Check[];
}

export function openSmallTask({
  root,
  disk = withoutSync,
  model = SCRIPT,
  seed = '',
  checks = [problemsCheck],
}: SmallTask): Harness {
  return createHarness({ project: root, disk, model, ids: countingIds(seed), checks, environment: {} });
}

/** The same ids in every run, so that two runs can be compared byte by byte; another seed for whoever comes second. */
export function countingIds(seed: string): Ids {
  let count = 0;
  return { hex: (length) => sha256(`${seed}${count++}`).slice(0, length) };
}

/** For what follows a crash: there is no second one, so nothing needs to be durable, and tests are faster. */
export const withoutSync: Disk = { ...nodeDisk, sync: () => undefined, syncDirectory: () => undefined };

export function makeProject(): string {
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
  const result =
    status === 'completed'
      ? await harness.describe(task)
      : await harness.runTask(task, { resume: true, takeOver: true }).result;
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
