// Runs the small task on a disk that fails at one call, resumes it on a healthy one, and says what is not as it should be.
import { rmSync } from 'node:fs';
import { AgentForgeError } from '../../src/schema/index.js';
import { failAt } from './failing-disk.js';
import { compare } from './power-cut.js';
import {
  makeProject,
  openSmallTask,
  readProject,
  resumeToEnd,
  runSmallTask,
  withoutSync,
  type Ending,
} from './small-task.js';

export interface Disturbance {
  readonly count: number;
  readonly how: Parameters<typeof failAt>[2];
  readonly expected: Ending;
}

/** How many calls an undisturbed run makes that could fail this way. */
export async function countCalls(how: Disturbance['how']): Promise<number> {
  const root = makeProject();
  const failing = failAt(withoutSync, Infinity, how);
  await runSmallTask(openSmallTask({ root, disk: failing.disk }));
  return failing.calls();
}

export async function disturb({ count, how, expected }: Disturbance): Promise<string[]> {
  const root = makeProject();
  const before = readProject(root);
  const failing = failAt(withoutSync, count, how);
  const problems: string[] = [];
  const error = await runSmallTask(openSmallTask({ root, disk: failing.disk })).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const where = `${failing.failedAt() ?? 'no failure'}: `;
  const found = Object.entries(readProject(root));
  // Only a disk that refuses to remove a file too can leave one behind; the resume removes it.
  const whole = how.code === 'EIO' && how.forGood ? found.filter(([file]) => !file.endsWith('.tmp')) : found;
  problems.push(...judgeError(error), ...judgeFiles(whole, before, expected.files));
  problems.push(...(await judgeResume(root, expected)));
  rmSync(root, { recursive: true, force: true });
  return problems.map((problem) => where + problem);
}

/** A run may survive a failure where nothing depends on it; otherwise it says so in one sentence. */
function judgeError(error: unknown): string[] {
  if (error === undefined) return [];
  if (!(error instanceof AgentForgeError))
    return [`an error of ours was expected, not ${JSON.stringify(error)}`];
  return error.message.includes('\n') || error.message.length > 500
    ? [`not one sentence: ${error.message}`]
    : [];
}

/** Each file is as it was, as it shall be, or as the edit that is taken back made it; nothing is half written or left over. */
function judgeFiles(
  found: readonly (readonly [string, string])[],
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] {
  const passing: Readonly<Record<string, string>> = {
    'sum.txt': 'sum = BROKEN\nrest = 1\n',
    'extra/bad.txt': 'not wanted\n',
  };
  return found.flatMap(([file, text]) =>
    [before[file], after[file], passing[file]].includes(text)
      ? []
      : [`${file} holds ${JSON.stringify(text)}`],
  );
}

async function judgeResume(root: string, expected: Ending): Promise<string[]> {
  const [task] = await openSmallTask({ root }).runtime.store.list();
  if (task === undefined) return [];
  try {
    const problem = compare(expected, await resumeToEnd({ root }, task));
    return problem === undefined ? [] : [problem];
  } catch (error) {
    return [`the resume failed: ${error instanceof Error ? error.message : ''}`];
  }
}
