// A run of a task in a process of its own that is killed at some instant, and where that left the task.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHarness } from '../app/index.js';
import { loadState, stageOf } from '../engine/index.js';
import type { Event, TaskState } from '../schema/index.js';

/** When it is killed: so many records further in the journal, and a moment later. */
export interface Death {
  readonly records: number;
  readonly delayMs: number;
}

const POLL_MS = 2;

/** True when it was killed, false when it had ended before. */
export async function runAndKill(argv: readonly string[], project: string, death?: Death): Promise<boolean> {
  const known = countRecords(project);
  const child = spawn(process.execPath, argv, { stdio: 'ignore', env: childEnvironment() });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on('close', (_, by) => resolve(by)));
  if (death) await killAt(child, death, () => countRecords(project) - known);
  return (await ended) === 'SIGKILL';
}

async function killAt(child: ChildProcess, death: Death, grown: () => number): Promise<void> {
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null;
  while (!isOver() && grown() < death.records) await sleep(POLL_MS);
  await sleep(death.delayMs);
  if (!isOver()) child.kill('SIGKILL');
}

/** Of the only task of a project. That it was resumed is no progress. */
export function countRecords(project: string): number {
  const folder = path.join(project, '.agentforge', 'tasks');
  const journals = (existsSync(folder) ? readdirSync(folder) : []).map((task) =>
    path.join(folder, task, 'actions.yaml'),
  );
  const lines = journals
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  return lines.filter((line) => line !== '' && !line.includes('"type":"resumed"')).length;
}

/** What a task that was killed was doing, in words. */
export async function describeDeath(project: string): Promise<string> {
  const { runtime } = createHarness({ project });
  const [task] = await runtime.store.list();
  if (task === undefined) return 'before there was a task';
  return describeStage(await loadState(runtime, task), (await runtime.store.events(task)).at(-1));
}

function describeStage(state: TaskState, last: Event | undefined): string {
  const stage = stageOf(state);
  const isRunning = last?.type === 'command-started';
  if (stage === 'stop') return `after step ${state.step}, the last one`;
  if (stage === 'measure')
    return `before step 1, while ${isRunning ? 'the tests were running' : 'measuring'}`;
  if (!state.open) return state.step === 0 ? 'before step 1' : `between step ${state.step} and the next`;
  return `in step ${state.open.step}, ${isRunning ? 'while the tests were running' : DOING[stage]}`;
}

const DOING = {
  ask: 'while the model was asked',
  decide: 'with the reply recorded and nothing done yet',
  act: 'while files were being edited',
} as const;

function childEnvironment(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env;
  return environment;
}
