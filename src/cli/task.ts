// `task …`: looks at tasks; nothing here needs the lease, a key or a network.
import { z } from 'zod';
import { collectGarbage, describeResult, diffTask, type TaskResult } from '../app/index.js';
import {
  effectiveLimits,
  listChanged,
  loadState,
  openReader,
  outcomeHash,
  replay,
  type Replay,
  type Runtime,
} from '../engine/index.js';
import { LedgerEntry, Message, type TaskState } from '../schema/index.js';
import { describeEvent } from './event-line.js';
import { commandLine, openHarness, type Globals } from './globals.js';
import { note, paint, print, printJson, table } from './output.js';
import { describeShare } from './spent.js';

export async function list(globals: Globals): Promise<void> {
  const { runtime } = openHarness(globals);
  const states: (TaskResult & { createdAt: string })[] = [];
  for (const task of await runtime.store.list()) {
    const state = await loadState(runtime, task);
    states.push({ ...(await describeState(runtime, state)), createdAt: state.createdAt });
  }
  states.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  if (globals.json) return states.forEach((one) => printJson(one));
  if (states.length === 0)
    return note(`There are no tasks here yet; \`${commandLine(globals, 'run TASK.yaml')}\` makes one.`);
  const rows = states.map((result) => {
    const { task, phase, step, filesChanged, createdAt } = result;
    return [
      task,
      describeStatus(result),
      phase,
      String(step),
      String(filesChanged.length),
      createdAt.slice(0, 16).replace('T', ' '),
    ];
  });
  print(table(['TASK', 'STATUS', 'PHASE', 'STEP', 'FILES', 'CREATED'], rows));
}

/** A flow has changed what its tasks have. */
async function describeState(runtime: Runtime, state: TaskState): Promise<TaskResult> {
  const result = describeResult(state, await runtime.store.isHeld(state.task));
  return { ...result, filesChanged: await listChanged(runtime, state) };
}

function describeStatus({ status, undone }: TaskResult): string {
  return undone ? `${status}, undone` : status;
}

export async function show(globals: Globals, task: string): Promise<void> {
  const { runtime } = openHarness(globals);
  const state = await loadState(runtime, task);
  const result = await describeState(runtime, state);
  if (globals.json) return printJson(result);
  const limits = effectiveLimits(state, runtime.types.find(state.type));
  for (const [name, value] of describeTask(state, result, limits.steps))
    print(`${paint('bold', name.padEnd(9))} ${value}`);
  for (const { step, action, result: outcome, summary } of state.recent)
    print(`  ${String(step).padStart(4)} ${action} ${outcome}: ${summary}`);
}

function describeTask(state: TaskState, result: TaskResult, maxSteps: number): [string, string][] {
  const rows: [string, string][] = [
    ['task', `${result.task} (${state.type})`],
    ['status', `${describeStatus(result)}${state.ending === undefined ? '' : `: ${state.ending}`}`],
    ['phase', `${result.phase}, step ${state.step} of ${maxSteps}`],
    ['checks', describeVerification(result)],
    [
      'tokens',
      `${result.tokens.in} in, ${result.tokens.out} out, ${result.tokens.fresh} fresh, ${result.tokens.cached} cached${describeCached(result)}`,
    ],
    ['cost', result.costUsd === null ? 'unknown' : `$${result.costUsd.toFixed(4)}`],
    ['files', result.filesChanged.join(', ') || 'none changed'],
    ['outcome', result.outcomeHash.slice(0, 16)],
  ];
  if (state.question) rows.push(['question', state.question.text]);
  if (state.inDoubt.length > 0)
    rows.push([
      'in doubt',
      `calls at steps ${state.inDoubt.map(({ step }) => step).join(', ')} may have been paid for without a recorded reply`,
    ]);
  return rows;
}

function describeCached({ tokens }: TaskResult): string {
  return tokens.cached === 0 ? '' : ` (${describeShare(tokens.cached, tokens.in)})`;
}

function describeVerification({ verification }: TaskResult): string {
  const { checksPassing, checksFailing, testsPassing } = verification;
  const checks =
    checksPassing + checksFailing === 0 ? 'none' : `${checksPassing} pass, ${checksFailing} fail`;
  const tests = testsPassing === null ? 'not run' : testsPassing ? 'pass' : 'fail';
  return `${checks}; tests ${tests}`;
}

export async function log(globals: Globals, task: string): Promise<void> {
  const { runtime } = openHarness(globals);
  for (const event of await runtime.store.events(task)) {
    if (globals.json) printJson(event);
    else
      print(
        `${String(event.seq).padStart(5)} ${event.at.slice(11, 19)} ${event.type.padEnd(18)} ${describeEvent(event)}`,
      );
  }
}

export async function facts(globals: Globals, task: string): Promise<void> {
  const { facts: known } = await loadState(openHarness(globals).runtime, task);
  if (globals.json) return known.forEach((fact) => printJson(fact));
  if (known.length === 0) return note('Nothing is known yet.');
  print(
    table(
      ['STEP', 'CATEGORY', 'CONF', 'SCOPE', 'STATEMENT'],
      known.map(({ step, category, confidence, scope, statement }) => [
        String(step),
        category,
        confidence.toFixed(2),
        scope,
        statement.slice(0, 120),
      ]),
    ),
  );
}

export async function diff(globals: Globals, task: string): Promise<void> {
  const { runtime } = openHarness(globals);
  const text = await diffTask(runtime, await loadState(runtime, task));
  if (globals.json) return printJson({ task, diff: text });
  if (text === '') return note(`Task ${task} has not changed any file.`);
  process.stdout.write(text);
}

const ContextRecord = z.object({
  step: z.number(),
  messages: z.array(Message),
  ledger: z.array(LedgerEntry),
  tokens: z.record(z.string(), z.number()),
  hash: z.string(),
});

export async function context(globals: Globals, task: string, options: { step?: number }): Promise<void> {
  const { runtime } = openHarness(globals);
  const step = options.step ?? (await loadState(runtime, task)).step;
  const record = ContextRecord.parse(await runtime.store.readStep(task, step, 'context'));
  if (globals.json) return printJson({ task, ...record });
  for (const { role, content } of record.messages) print(`${paint('bold', `--- ${role} ---`)}\n${content}`);
  print(paint('bold', '--- ledger ---'));
  const rows = record.ledger.map(({ section, source, tokens, cap, cut }) => [
    section,
    String(tokens),
    String(cap),
    source,
    cut ?? '',
  ]);
  const { total = 0, prefix, fresh } = record.tokens;
  const listed = record.ledger.reduce((sum, { tokens }) => sum + tokens, 0);
  rows.push(['(headings)', String(total - listed), '', 'between the sections', '']);
  print(table(['SECTION', 'TOKENS', 'CAP', 'SOURCE', 'CUT'], rows));
  print(`total ${total} tokens, prefix ${prefix}, fresh ${fresh}; context ${record.hash}`);
}

export async function integrity(globals: Globals, task: string): Promise<void> {
  const report = await openHarness(globals).runtime.store.integrity(task);
  process.exitCode = report.ok ? 0 : 1;
  if (globals.json) return printJson({ task, ...report });
  print(
    report.ok
      ? `${report.events} records, all in order`
      : `${report.events} records before the first problem`,
  );
  for (const problem of report.problems) print(`  ${paint('red', problem)}`);
}

export async function replayTask(
  globals: Globals,
  task: string,
  options: { recompute?: boolean },
): Promise<void> {
  const { runtime } = openHarness(globals);
  const result = await replay(await openReader(runtime, task), { recompute: options.recompute ?? false });
  const now = outcomeHash(await loadState(runtime, task));
  const replayed = outcomeHash(result.state);
  const same = now === replayed && result.differences.length === 0;
  process.exitCode = same ? 0 : 1;
  if (globals.json)
    return printJson({
      task,
      events: result.events,
      outcomeHash: replayed,
      recomputed: result.recomputed,
      missing: result.missing,
      differences: result.differences,
    });
  for (const line of describeReplay(result, { now, replayed, ...options })) print(line);
  if (result.missing.length > 0) note(`the inputs of steps ${result.missing.join(', ')} are no longer kept`);
}

interface Outcomes {
  /** As the state says, and as the journal folds. */
  readonly now: string;
  readonly replayed: string;
  readonly recompute?: boolean;
}

/** The verdict first, and below it what it rests on. */
function describeReplay(
  { state, events, differences, recomputed }: Replay,
  { now, replayed, recompute = false }: Outcomes,
): string[] {
  const found = differences.length + (now === replayed ? 0 : 1);
  const { context: contexts, facts: drawn, guard, consequences } = recomputed;
  return [
    paint(found === 0 ? 'green' : 'red', `${count(found, 'difference')} in ${count(state.step, 'step')}`),
    ...differences.map(({ step, what, message }) => `  ${paint('red', `step ${step} ${what}`)}: ${message}`),
    `  ${count(events, 'event')} fold to outcome ${replayed.slice(0, 16)}${now === replayed ? '' : paint('red', `, but the state says ${now.slice(0, 16)}`)}`,
    recompute
      ? `  recomputed: ${count(contexts, 'context')}, ${count(drawn, 'fact')}, ${count(guard, 'guard verdict')}, ${count(consequences, 'phase and loop verdict')}`
      : '  only the outcome was compared; --recompute also rebuilds contexts, facts and verdicts',
  ];
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

/** Everything a replay elsewhere needs. Images hold file content as it was, secrets included: they are left out. */
export async function exportTask(globals: Globals, task: string): Promise<void> {
  const { runtime } = openHarness(globals);
  const events = await runtime.store.events(task);
  const steps: unknown[] = [];
  const last = events.reduce((max, event) => Math.max(max, 'step' in event ? event.step : 0), 0);
  for (let step = 1; step <= last; step++)
    steps.push({
      step,
      context: await readPart(runtime, task, step, 'context'),
      result: await readPart(runtime, task, step, 'result'),
    });
  printJson({ task, spec: await runtime.store.readSpec(task), events, steps });
}

async function readPart(
  runtime: Runtime,
  task: string,
  step: number,
  part: 'context' | 'result',
): Promise<unknown> {
  try {
    return await runtime.store.readStep(task, step, part);
  } catch {
    return null;
  }
}

export async function gc(globals: Globals, options: { days?: number; steps?: number }): Promise<void> {
  const { runtime } = openHarness(globals);
  const { retention } = runtime.config;
  const result = await collectGarbage(runtime, {
    days: options.days ?? retention.days,
    steps: options.steps ?? retention.steps,
  });
  if (globals.json) return printJson(result);
  print(
    `removed ${result.tasksRemoved.length} ended tasks and ${result.filesRemoved} files (${Math.round(result.bytes / 1024)} KB)`,
  );
}
