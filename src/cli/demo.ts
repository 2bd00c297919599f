// `demo crash`: one task run twice, once in peace and once killed again and again; both end at the same outcome.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHarness, type TaskResult } from '../app/index.js';
import { packageFile } from '../platform/index.js';
import { AgentForgeError } from '../schema/index.js';
import type { Globals } from './globals.js';
import { countRecords, describeDeath, runAndKill, type Death } from './killed-run.js';
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
        gapMs: peace.ms / peace.records,
      });
      kills = storm.kills;
      outcomes.push(storm.outcome);
    }
    report(globals, { kills, peace: peace.outcome, outcomes });
    if (options.keep) note(`kept in ${folder}`);
  } finally {
    if (!options.keep) rmSync(folder, { recursive: true, force: true });
  }
}

interface Verdict {
  readonly kills: number;
  readonly peace: string;
  readonly outcomes: readonly string[];
}

function report(globals: Globals, { kills, peace, outcomes }: Verdict): void {
  const same = outcomes.every((outcome) => outcome === peace);
  process.exitCode = same ? 0 : 1;
  if (globals.json) return printJson({ kills, outcomes: [peace, ...outcomes], same });
  const verdict = same ? paint('green', 'the same outcome') : paint('red', 'A DIFFERENT OUTCOME');
  const found = [...new Set(outcomes)].map((outcome) => outcome.slice(0, 16)).join(', ');
  print(`${verdict}: ${found} (${count(kills, 'kill')} over ${count(outcomes.length, 'run')} of the task)`);
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

function prepare(project: string): string {
  mkdirSync(project, { recursive: true });
  cpSync(PROJECT, project, { recursive: true });
  return project;
}

/** Starts the task, kills it after a while, resumes it, kills it again … and lets it finish in the end. */
async function crashRepeatedly(
  project: string,
  { done, wanted, gapMs }: { done: number; wanted: number; gapMs: number },
): Promise<{ outcome: string; kills: number }> {
  let kills = done;
  while (kills < wanted && (await live(project, chooseDeath(gapMs)))) {
    kills++;
    note(`  kill ${String(kills).padStart(2)} ${await describeDeath(project)}`);
  }
  return { kills, ...(await finish(project)) };
}

/** Every life gets a little further in the journal, which is how kills come to all parts of a run. */
function chooseDeath(gapMs: number): Death {
  return { records: Math.ceil(Math.random() * MAX_RECORDS), delayMs: Math.random() * gapMs };
}

const MAX_RECORDS = 5;

/** Runs the task of a project, or resumes it. True when it was killed. */
async function live(project: string, death?: Death): Promise<boolean> {
  const task = await findTask(project);
  const what = task === undefined ? ['run', path.join(project, 'task.yaml')] : ['resume', task];
  const model = ['--model', `script:${path.join(project, 'script.yaml')}`];
  return runAndKill([MAIN, '--project', project, ...what, ...model], project, death);
}

async function finish(project: string): Promise<{ outcome: string; ms: number; records: number }> {
  const startedAt = performance.now();
  if ((await describe(project))?.status !== 'completed') await live(project);
  const result = await describe(project);
  if (result?.status !== 'completed')
    throw new AgentForgeError(
      'not_found',
      `The demo ended ${result?.status ?? 'without a task'}; keep its folder with --keep and look at the journal.`,
    );
  const ms = performance.now() - startedAt;
  return { outcome: result.outcomeHash, ms, records: countRecords(project) };
}

async function describe(project: string): Promise<TaskResult | undefined> {
  const task = await findTask(project);
  return task === undefined ? undefined : createHarness({ project }).describe(task);
}

async function findTask(project: string): Promise<string | undefined> {
  return (await createHarness({ project }).runtime.store.list())[0];
}
