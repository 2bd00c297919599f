// `run` and `resume`: a task to its end, with live progress.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  assumeKeys,
  commitTask,
  deliver,
  estimateTask,
  loadConfig,
  reopenFix,
  requireModel,
  type Harness,
  type TaskResult,
} from '../app/index.js';
import { allowBreaking } from '../check/index.js';
import { loadState, parseSpec, type RunOptions } from '../engine/index.js';
import { recordTape } from '../model/index.js';
import { keepHeapSmall } from '../platform/index.js';
import { present } from '../platform/index.js';
import { AgentForgeError, type Limits } from '../schema/index.js';
import {
  commandLine,
  ensureTaskTrust,
  ensureTrust,
  openHarness,
  projectFolder,
  trustTask,
  type Globals,
} from './globals.js';
import { untilInterrupted } from './interrupt.js';
import { note, paint, print, printJson } from './output.js';
import { showProgress } from './progress.js';
import { printEstimate } from './spent.js';

interface ModelOptions {
  readonly model?: string;
  readonly record?: string;
  readonly maxSteps?: number;
  readonly trustProject?: boolean;
}

export async function run(
  globals: Globals,
  file: string,
  options: ModelOptions & { commit?: string | true; estimate?: boolean },
): Promise<void> {
  const text = readTaskFile(file);
  await ensureTrust(globals, options);
  const harness = options.estimate ? openUnasked(globals, options) : openWithModel(globals, options);
  trustTask(globals, parseSpec(text, file));
  if (options.estimate)
    return printEstimate(globals, await estimateTask(harness, text, { project: projectFolder(globals) }));
  const task = await harness.createTask(text, file);
  note(paint('bold', `task ${task}`, process.stderr));
  await follow(globals, harness, task, {
    ...present({ maxSteps: options.maxSteps }),
    commit: options.commit,
  });
}

interface ResumeOptions extends ModelOptions {
  readonly takeOver?: boolean;
  readonly steps?: number;
  readonly tokens?: number;
  readonly usd?: number;
  readonly minutes?: number;
}

export async function resume(globals: Globals, task: string, options: ResumeOptions): Promise<void> {
  const limits = toLimits(options);
  if (options.model !== undefined) requireModel(projectFolder(globals), options.model);
  const isOfMany = await isFlow(globals, task);
  await refuseEnded(globals, task, isOfMany);
  if (isOfMany) refuseLimits(task, { ...limits, maxSteps: options.maxSteps });
  await ensureTrust(globals, options);
  await ensureTaskTrust(globals, task, options);
  if (isOfMany) return (await import('./fix.js')).resumeFix(globals, task, options);
  const harness = await openToResume(globals, task, options.model);
  // Whoever names another model has answered the question what to do without the last one.
  if (options.model !== undefined && (await isStuckWithModel(harness, task)))
    await deliver(harness.runtime, task, { type: 'answer', text: `Go on with ${options.model}.` });
  if (Object.keys(limits).length > 0) await deliver(harness.runtime, task, { type: 'top-up', limits });
  await follow(globals, harness, task, {
    ...present({ maxSteps: options.maxSteps }),
    resume: true,
    takeOver: options.takeOver ?? false,
  });
}

async function isStuckWithModel({ runtime }: Harness, task: string): Promise<boolean> {
  return (await loadState(runtime, task)).question?.reason === 'model';
}

/** Whatever keeps it from going on is said before anything is recorded. */
async function openToResume(globals: Globals, task: string, model: string | undefined): Promise<Harness> {
  const harness = await reopenFix(projectFolder(globals), task, present({ model }));
  // Asked for here, so that a wrong name in the configuration is said now.
  void harness.runtime.model;
  return harness;
}

/** A flow that is completed says once more what it came to. */
async function refuseEnded(globals: Globals, task: string, isFlow: boolean): Promise<void> {
  const { status } = await loadState(openHarness(globals).runtime, task);
  const ended = isFlow ? ['failed', 'aborted'] : ['completed', 'failed', 'aborted'];
  if (ended.includes(status))
    throw new AgentForgeError('bad_usage', `Task ${task} is ${status}; there is nothing to resume.`);
}

/** A flow has no limits of its own; the tasks it is made of have. */
function refuseLimits(task: string, limits: Readonly<Record<string, unknown>>): void {
  if (Object.values(limits).every((value) => value === undefined)) return;
  throw new AgentForgeError(
    'bad_usage',
    `Task ${task} is made of other tasks, and limits are theirs; name one of them, as in \`agentforge resume ${task}.1 --steps 20\`.`,
  );
}

async function isFlow(globals: Globals, task: string): Promise<boolean> {
  const { runtime } = openHarness(globals);
  return runtime.types.find((await loadState(runtime, task)).type).flow;
}

function toLimits({ steps, tokens, usd, minutes }: ResumeOptions): Limits {
  const wallMs = minutes === undefined ? undefined : Math.round(minutes * 60_000);
  return present({ steps, tokens, usd, wallMs });
}

/** A model that is never asked needs no key. */
function openUnasked(globals: Globals, { model }: ModelOptions): Harness {
  const environment = assumeKeys(process.env, loadConfig(projectFolder(globals)));
  return openHarness(globals, { environment, ...present({ model }) });
}

function openWithModel(globals: Globals, { model, record }: ModelOptions): Harness {
  const harness = openHarness(globals, present({ model }));
  // Asked for here, so that a wrong name is said before a task is made.
  const chosen = harness.runtime.model;
  return record === undefined ? harness : openHarness(globals, { model: recordTape(chosen, record) });
}

async function follow(
  globals: Globals,
  harness: Harness,
  task: string,
  options: RunOptions & { commit?: string | true | undefined },
): Promise<void> {
  keepHeapSmall();
  const warning = harness.runtime.workspace.describeWeakness();
  if (warning !== undefined) note(paint('yellow', warning, process.stderr));
  const notice = `stopping; go on with \`${commandLine(globals, `resume ${task}`)}\` (Ctrl-C again to stop at once)`;
  const result = await untilInterrupted(notice, async (signal) => {
    allowBreaking(signal);
    const running = harness.runTask(task, { ...options, signal });
    await showProgress(running);
    return running.result;
  });
  if (options.commit !== undefined && result.status === 'completed')
    await commit(harness, task, options.commit);
  report(globals, result);
}

async function commit(harness: Harness, task: string, branch: string | true): Promise<void> {
  const name = branch === true ? `agentforge/${task}` : branch;
  const hash = await commitTask(harness.runtime, await loadState(harness.runtime, task), name);
  note(`committed ${hash.slice(0, 12)} on ${name}`);
}

/** What the task came to, and what to do next. */
export function report(globals: Globals, result: TaskResult): void {
  process.exitCode = result.status === 'completed' || result.status === 'waiting' ? 0 : 1;
  if (globals.json) return printJson(result);
  print(`${result.task} ${result.status}${result.ending === undefined ? '' : `: ${result.ending}`}`);
  const next = describeNext(globals, result);
  if (next !== undefined) print(next);
}

function describeNext(
  globals: Globals,
  { task, status, question, filesChanged }: TaskResult,
): string | undefined {
  const command = (words: string): string => commandLine(globals, words);
  if (question)
    return `question: ${question.text}\n  ${command(`answer ${task} "…"`)}\n  ${command(`resume ${task}`)}`;
  if (status === 'waiting')
    return `next, to be the model or to let another one be it:\n  ${command(`step ${task} --prompt`)}\n  ${command(`resume ${task} --model …`)}`;
  const parent = /^(.+)\.\d+$/.exec(task)?.[1];
  if (parent !== undefined)
    return `next, since this task is a part of ${parent}:\n  ${command(`resume ${parent}`)}`;
  if (filesChanged.length === 0) return undefined;
  return `changed ${filesChanged.join(', ')}\n  ${command(`task diff ${task}`)}\n  ${command(`undo ${task}`)}`;
}

function readTaskFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new AgentForgeError(
      'not_found',
      `The task file ${path.resolve(file)} could not be read; see \`examples/\` for one to start from.`,
      { cause },
    );
  }
}
