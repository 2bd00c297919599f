// `fix`: violations to their end, with live progress and a summary.
import {
  assumeKeys,
  createFix,
  estimateFix,
  findTests,
  findDetectedTrust,
  loadConfig,
  planFix,
  recordTrust,
  reopenFix,
  runFixTask,
  type FixPlan,
  type FixRequest,
  type FixSummary,
  type Harness,
  type HarnessEvent,
} from '../app/index.js';
import { allowBreaking } from '../check/index.js';
import { parseSpec } from '../engine/index.js';
import { present, runGit } from '../platform/index.js';
import { AgentForgeError, type TaskSpec } from '../schema/index.js';
import { askTrust } from './ask-trust.js';
import { readWhat, readWhere, type FixCommandOptions } from './fix-arguments.js';
import { listNextCommands, type HintContext } from './fix-hints.js';
import { showPlan, tellFailed, tellSkipped } from './fix-notes.js';
import { renderFixMarkdown, renderFixText, type PassedOver } from './fix-report.js';
import { ensureTrust, projectFolder, trustTask, type Globals } from './globals.js';
import { untilInterrupted } from './interrupt.js';
import { note, paint, print, printJson } from './output.js';
import { createBriefProgress, createProgress, type Progress } from './progress.js';
import { printEstimate } from './spent.js';
import { describeTellingFix } from './telling-diff.js';
import { today } from './today.js';
import { writeReport } from './write-report.js';

export async function fix(
  globals: Globals,
  ids: readonly string[],
  options: FixCommandOptions,
): Promise<void> {
  const project = projectFolder(globals);
  const what = readWhat(ids, options);
  // Nothing is changed for it, either.
  const given = options.estimate ? { ...options, dryRun: true } : options;
  await fixTrusted(globals, what, given, async () => {
    await ensureTrust(globals, options);
    if (!given.dryRun && options.tests !== false) await ensureTestsTrusted(globals, project, options);
  });
}

/** In a project whose commands may run, once `consent` was given. */
export async function fixTrusted(
  globals: Globals,
  what: FixRequest['what'],
  options: FixCommandOptions,
  consent?: () => Promise<void>,
): Promise<void> {
  const project = projectFolder(globals);
  const from = await findBranch(project);
  let passedOver: PassedOver = [];
  const summary = await untilInterrupted(STOPPING, async (signal) => {
    allowBreaking(signal);
    const plan = await planFix({ ...toRequest(project, options), ...present({ consent }), what, signal });
    tellFailed(plan);
    const isNothing = plan.fix.violations.length === 0;
    // Otherwise they come with the summary.
    if (isNothing || options.dryRun) tellSkipped(globals, plan);
    if (isNothing) return nothingToFix(globals, plan);
    if (options.estimate) return printEstimate(globals, await estimateFix(plan, { project, trusted: true }));
    if (options.dryRun) return void (await showPlan(globals, plan, signal));
    passedOver = plan.skipped;
    trustTask(globals, { tests: plan.tests, checks: [] });
    const task = await createFix(plan, options.model);
    const { brief = false } = options;
    if (!brief) note(paint('bold', `task ${task}`, process.stderr));
    const summary = await follow(plan.harness, project, task, { signal, brief });
    if (brief && !globals.json) await showTelling(plan, summary);
    return summary;
  });
  if (summary) report(globals, summary, { ...options, from, passedOver });
}

/** Before the lists of the summary, what one of its fixes looks like. */
async function showTelling({ harness }: FixPlan, summary: FixSummary): Promise<void> {
  const lines = await describeTellingFix(harness.runtime, summary);
  if (lines.length > 0) print(`\n${lines.join('\n')}\n`);
}

const STOPPING = 'stopping; nothing is lost (Ctrl-C again to stop at once)';

function toRequest(project: string, options: FixCommandOptions): Omit<FixRequest, 'what'> {
  return {
    project,
    where: readWhere(options),
    today: today(),
    relaxed: options.relaxed ?? false,
    withoutTests: options.tests === false || options.dryRun === true,
    harness: {
      model: options.model ?? 'planner',
      trusted: true,
      ...(options.estimate ? { environment: assumeKeys(process.env, loadConfig(project)) } : {}),
    },
    tell: (text) => note(paint('dim', text, process.stderr)),
    ...present({ branch: typeof options.commit === 'string' ? options.commit : undefined }),
  };
}

/** `resume` of a flow. */
export async function resumeFix(
  globals: Globals,
  task: string,
  options: { readonly takeOver?: boolean; readonly model?: string },
): Promise<void> {
  const project = projectFolder(globals);
  const harness = await reopenFix(project, task, { model: options.model ?? 'planner', trusted: true });
  const from = await findBranch(project);
  const summary = await untilInterrupted(STOPPING, (signal) => {
    allowBreaking(signal);
    return follow(harness, project, task, { signal, resume: true, takeOver: options.takeOver ?? false });
  });
  report(globals, summary, { ...present({ model: options.model }), from, passedOver: [] });
}

async function findBranch(project: string): Promise<string | undefined> {
  const { exitCode, stdout } = await runGit(project, ['symbolic-ref', '--quiet', '--short', 'HEAD']);
  return exitCode === 0 ? stdout.trim() : undefined;
}

interface Following {
  readonly signal: AbortSignal;
  readonly resume?: boolean;
  readonly takeOver?: boolean;
  readonly brief?: boolean;
}

async function follow(
  harness: Harness,
  project: string,
  task: string,
  { brief = false, ...options }: Following,
): Promise<FixSummary> {
  const warning = harness.runtime.workspace.describeWeakness();
  if (warning !== undefined) note(paint('yellow', warning, process.stderr));
  const progress = brief ? createBriefProgress() : createProgress();
  const { inputs } = parseSpec(await harness.runtime.store.readSpec(task), task);
  let child = '';
  const onEvent = (event: HarnessEvent): void => {
    // Of the flow itself: which one comes in place of one that was not fixed.
    if (event.task === task && event.type === 'activity') showFlow(progress, event);
    if (!event.task.startsWith(`${task}.`)) return;
    if (event.task !== child)
      progress.say(paint('bold', describeChild((child = event.task), inputs), process.stderr));
    progress.show(event);
  };
  const summary = await runFixTask(harness, project, task, { ...options, onEvent });
  progress.end();
  return summary;
}

function showFlow(progress: Progress, event: Extract<HarnessEvent, { type: 'activity' }>): void {
  if (event.doing === 'acting') progress.say(paint('yellow', event.detail, process.stderr));
  else progress.show(event);
}

function describeChild(child: string, { fix: flow }: TaskSpec['inputs']): string {
  const number = Number(child.split('.').at(-1));
  const { symbol, path = '', check = '' } = flow?.violations[number - 1] ?? {};
  const place = symbol === undefined ? path : `${symbol} in ${path}`;
  return `fixing ${describeTurn(number, flow)}${check} ${place} (${child})`;
}

/** Those beyond what is wanted only take the place of others. */
function describeTurn(number: number, flow: TaskSpec['inputs']['fix']): string {
  const total = flow?.wanted ?? flow?.violations.length ?? 0;
  return number > total ? '' : `${number} of ${total}: `;
}

/** Tests that nobody configured are a command found in the project: it runs only with consent. */
async function ensureTestsTrusted(
  globals: Globals,
  project: string,
  { trustProject }: FixCommandOptions,
): Promise<void> {
  const { spec, configured } = findTests(project);
  const question = spec && !configured ? findDetectedTrust(project, spec) : undefined;
  if (!question) return;
  if (trustProject || (process.stdin.isTTY && !globals.json && (await askTrust(question))))
    return recordTrust(question);
  throw new AgentForgeError(
    'not_trusted',
    `Fixing runs the project's tests (${question.commands.join('; ')}); pass --trust-project to allow that.`,
  );
}

/** What a check that did not run would have found is not nothing. */
function nothingToFix(globals: Globals, { failedToRun }: FixPlan): undefined {
  if (failedToRun.length > 0) process.exitCode = 2;
  if (globals.json) printJson({ fixed: [], cannotFix: [], reverted: [], tests: null, failedToRun });
  else print('There is nothing to fix, or nothing that can be fixed by a recipe.');
  return undefined;
}

function report(
  globals: Globals,
  summary: FixSummary,
  {
    markdown,
    brief,
    passedOver,
    ...context
  }: HintContext & Pick<FixCommandOptions, 'markdown' | 'brief'> & { readonly passedOver: PassedOver },
): void {
  const { status, fixed, gone } = summary;
  const isGood = status === 'waiting' || (status === 'completed' && fixed.length + gone.length > 0);
  process.exitCode = isGood ? 0 : 1;
  if (markdown !== undefined) writeReport(markdown, renderFixMarkdown(summary, passedOver));
  if (globals.json) return printJson({ ...summary, passedOver });
  print(renderFixText(summary, { passedOver }));
  if (brief) return;
  for (const command of listNextCommands(globals, summary, context)) print(`  ${command}`);
}
