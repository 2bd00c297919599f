// `demo crash`: one task run twice, once in peace and once killed again and again; both end at the same outcome.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHarness, type TaskResult } from '../app/index.js';
import { packageFile } from '../platform/index.js';
import { AgentForgeError } from '../schema/index.js';
import type { Globals } from './globals.js';
import { note, paint, print, printJson } from './output.js';

const MAIN = fileURLToPath(new URL('./main.js', import.meta.url));
const PROJECT = packageFile('data/demo');

export async function crash(globals: Globals, options: { kills: number; keep?: boolean }): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'agentforge-demo-'));
  try {
    note('First in peace:');
    const peace = await finish(prepare(path.join(folder, 'calm')));
    note(
      `  outcome ${peace.outcome.slice(0, 16)} after ${Math.round(peace.ms)} ms\nNow the same task, killed with SIGKILL at random instants:`,
    );
    const outcomes: string[] = [];
    let kills = 0;
    // A task that got through early is done again in another folder until all kills are spent.
    while (kills < options.kills) {
      const storm = await crashRepeatedly(prepare(path.join(folder, `killed-${outcomes.length + 1}`)), {
        done: kills,
        wanted: options.kills,
        calmMs: peace.ms,
      });
      kills = storm.kills;
      outcomes.push(storm.outcome);
    }
    const same = outcomes.every((outcome) => outcome === peace.outcome);
    process.exitCode = same ? 0 : 1;
    if (globals.json) printJson({ kills, outcomes: [peace.outcome, ...outcomes], same });
    else
      print(
        `${same ? paint('green', 'the same outcome') : paint('red', 'A DIFFERENT OUTCOME')}: ${[...new Set(outcomes)].map((outcome) => outcome.slice(0, 16)).join(', ')} (${kills} kills over ${outcomes.length} runs of the task)`,
      );
    if (options.keep) note(`kept in ${folder}`);
  } finally {
    if (!options.keep) rmSync(folder, { recursive: true, force: true });
  }
}

function prepare(project: string): string {
  mkdirSync(project, { recursive: true });
  cpSync(PROJECT, project, { recursive: true });
  return project;
}

/** Starts the task, kills it after a while, resumes it, kills it again … and lets it finish in the end. */
async function crashRepeatedly(
  project: string,
  { done, wanted, calmMs }: { done: number; wanted: number; calmMs: number },
): Promise<{ outcome: string; kills: number }> {
  let kills = done;
  while (kills < wanted) {
    const afterMs = Math.round(Math.random() * calmMs * 0.4);
    if (!(await runAndKill(project, afterMs))) break;
    kills++;
    note(
      `  kill ${String(kills).padStart(2)}, ${String(afterMs).padStart(3)} ms into the work; the journal ends with ${await lastEvent(project)}`,
    );
  }
  return { kills, ...(await finish(project)) };
}

/** Runs or resumes the task of a project; with `afterMs`, kills it that long after its first sign of life. True when it was killed. */
async function runAndKill(project: string, afterMs?: number): Promise<boolean> {
  const task = await findTask(project);
  const model = ['--model', `script:${path.join(project, 'script.yaml')}`];
  const args =
    task === undefined ? ['run', path.join(project, 'task.yaml'), ...model] : ['resume', task, ...model];
  const child = spawn(process.execPath, [MAIN, '--project', project, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: childEnvironment(),
  });
  let timer: NodeJS.Timeout | undefined;
  child.stderr.on('data', () => {
    if (afterMs !== undefined) timer ??= setTimeout(() => child.kill('SIGKILL'), afterMs);
  });
  const signal = await new Promise<NodeJS.Signals | null>((resolve) =>
    child.on('close', (_, by) => resolve(by)),
  );
  clearTimeout(timer);
  return signal === 'SIGKILL';
}

async function finish(project: string): Promise<{ outcome: string; ms: number }> {
  const startedAt = performance.now();
  if ((await describe(project))?.status !== 'completed') await runAndKill(project);
  const result = await describe(project);
  if (result?.status !== 'completed')
    throw new AgentForgeError(
      'not_found',
      `The demo ended ${result?.status ?? 'without a task'}; keep its folder with --keep and look at the journal.`,
    );
  return { outcome: result.outcomeHash, ms: performance.now() - startedAt };
}

async function describe(project: string): Promise<TaskResult | undefined> {
  const task = await findTask(project);
  return task === undefined ? undefined : createHarness({ project }).describe(task);
}

async function lastEvent(project: string): Promise<string> {
  const task = await findTask(project);
  if (task === undefined) return 'nothing';
  const event = (await createHarness({ project }).runtime.store.events(task)).at(-1);
  return `${event?.type ?? 'nothing'}${event && 'step' in event ? ` of step ${event.step}` : ''}`;
}

async function findTask(project: string): Promise<string | undefined> {
  return (await createHarness({ project }).runtime.store.list())[0];
}

function childEnvironment(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env;
  return environment;
}
