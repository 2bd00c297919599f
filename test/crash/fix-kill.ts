// Fixes a small project in a process that is killed, goes on in the next one, and says what it all came to.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHarness, type FixSummary } from '../../src/app/index.js';
import { loadState, outcomeHash } from '../../src/engine/index.js';
import {
  checks,
  FARE,
  FARE_PROJECT,
  makeFixProject,
  SMALL,
  type FixProject,
} from '../support/fix-project.js';
import { parseLines, type CliResult } from '../support/run-cli.js';

const NO_VAR =
  "  - {id: no-var, kind: regex, files: ['*.js'], config: {forbid: '\\bvar ', replace: 'let '}}\n";
/** The cure breaks a test. */
const NO_TEN =
  "  - {id: no-ten, kind: regex, files: ['ten.js'], config: {forbid: '\\b10\\b', replace: '11'}}\n";
const LICENCE = "  - {id: licence, kind: regex, files: ['ten.js'], config: {require: '^// Licence'}}\n";

/** Two steps, one step, an undo and a refusal. */
export function makeTangled(): FixProject {
  return makeFixProject({
    ...FARE_PROJECT,
    'fare.js': FARE,
    'ten.js': 'export const ten = () => 10;\n',
    'zen.js': 'export var zen = 1;\n',
    'test/ten.test.js':
      "import test from 'node:test';\nimport assert from 'node:assert';\nimport { ten } from '../ten.js';\ntest('it is ten', () => assert.equal(ten(), 10));\n",
    ...checks(SMALL, NO_VAR, NO_TEN, LICENCE),
  });
}

export type Where = 'in-place' | 'commit' | 'isolate';

const FLAGS: Readonly<Record<Where, readonly string[]>> = {
  'in-place': ['--in-place'],
  commit: ['--commit', 'tidy'],
  isolate: ['--isolate'],
};

/** How a process ends before its time: after so long, or at a failpoint. */
export interface Death {
  readonly afterMs?: number;
  readonly failpoint?: string;
}

/** One life: begins the flow, or goes on with it. Resolves to whether it was killed. */
export async function live(project: FixProject, where: Where, death: Death): Promise<boolean> {
  const { env, onStarted, stop } = arrange(death);
  const args = await nextCommand(project, where);
  const result = await project.start([...args, '--json'], { env, onStarted });
  stop.abort();
  return result.exitCode === null;
}

/** Lives on undisturbed until the flow has ended. */
export async function liveOn(project: FixProject, where: Where): Promise<Ending> {
  const args = await nextCommand(project, where);
  return describe(project, where, await project.start([...args, '--json']));
}

function arrange({ afterMs, failpoint }: Death): {
  env: Record<string, string>;
  onStarted: (child: ChildProcess) => void;
  stop: AbortController;
} {
  const stop = new AbortController();
  return {
    stop,
    env: failpoint === undefined ? {} : { AGENTFORGE_FAILPOINT: failpoint },
    onStarted: (child) => {
      if (afterMs === undefined) return;
      sleep(afterMs, undefined, { signal: stop.signal }).then(
        () => child.kill('SIGKILL'),
        () => undefined,
      );
    },
  };
}

async function nextCommand(project: FixProject, where: Where): Promise<string[]> {
  const flow = await findFlow(project);
  return flow === undefined
    ? ['fix', '--all', '--trust-project', ...FLAGS[where]]
    : ['resume', flow, '--trust-project'];
}

async function findFlow({ root }: FixProject): Promise<string | undefined> {
  const tasks = await createHarness({ project: root }).runtime.store.list();
  return tasks.find((task) => !task.includes('.'));
}

export interface Ending {
  readonly summary: unknown;
  readonly files: Map<string, string>;
  readonly outcomes: readonly string[];
  /** Subjects of the commits on the branch. */
  readonly commits: string;
  readonly head: string;
}

/** Without what is different in every run. */
async function describe(project: FixProject, where: Where, result: CliResult): Promise<Ending> {
  const [summary] = parseLines<FixSummary>(result);
  if (!summary) throw new Error(`nothing was reported: ${result.stderr}`);
  const { runtime } = createHarness({ project: project.root });
  const outcomes: string[] = [];
  for (const task of (await runtime.store.list()).sort())
    outcomes.push(outcomeHash(await loadState(runtime, task)));
  return {
    summary: JSON.parse(
      JSON.stringify(summary, (key, value: unknown) => (CHANCE.has(key) ? undefined : value)),
    ),
    files: project.tree(),
    outcomes,
    commits: where === 'in-place' ? '' : project.git('log', '--format=%s', `main..${summary.branch ?? ''}`),
    head: project.git('symbolic-ref', 'HEAD'),
  };
}

const CHANCE: ReadonlySet<string> = new Set(['task', 'tokens', 'commit', 'branch']);
