// `fix`: violations to their end, with live progress and a summary.
import { writeFileSync } from 'node:fs';
import {
  createFix,
  findTests,
  findDetectedTrust,
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
import { present } from '../platform/index.js';
import { AgentForgeError } from '../schema/index.js';
import { renderAdvice } from './advice-lines.js';
import { askTrust } from './ask-trust.js';
import { renderFixMarkdown, renderFixText } from './fix-report.js';
import { commandLine, ensureTrust, projectFolder, trustTask, type Globals } from './globals.js';
import { untilInterrupted } from './interrupt.js';
import { note, paint, print, printJson } from './output.js';
import { createProgress } from './progress.js';

export interface FixCommandOptions {
  readonly all?: boolean;
  readonly top?: number;
  readonly dryRun?: boolean;
  readonly commit?: string | true;
  readonly isolate?: boolean;
  readonly inPlace?: boolean;
  /** commander's `--no-tests`. */
  readonly tests?: boolean;
  readonly relaxed?: boolean;
  readonly model?: string;
  readonly markdown?: string;
  readonly trustProject?: boolean;
}

export async function fix(
  globals: Globals,
  ids: readonly string[],
  options: FixCommandOptions,
): Promise<void> {
  const project = projectFolder(globals);
  const what = readWhat(ids, options);
  await ensureTrust(globals, options);
  if (!options.dryRun && options.tests !== false) await ensureTestsTrusted(globals, project, options);
  await fixTrusted(globals, what, options);
}

/** In a project whose commands may run. */
export async function fixTrusted(
  globals: Globals,
  what: FixRequest['what'],
  options: FixCommandOptions,
): Promise<void> {
  const project = projectFolder(globals);
  const summary = await untilInterrupted(STOPPING, async (signal) => {
    const plan = await planFix({ ...toRequest(project, options), what, signal });
    tellFailed(plan);
    tellSkipped(plan);
    if (options.dryRun) return showPlan(globals, plan);
    if (plan.fix.violations.length === 0) return nothingToFix(globals, plan);
    trustTask(globals, { tests: plan.tests, checks: [] });
    const task = await createFix(plan, options.model);
    note(paint('bold', `task ${task}`, process.stderr));
    return follow(plan.harness, project, task, { signal });
  });
  if (summary) report(globals, summary, options);
}

const STOPPING = 'stopping; nothing is lost (Ctrl-C again to stop at once)';

function toRequest(project: string, options: FixCommandOptions): Omit<FixRequest, 'what'> {
  return {
    project,
    where: readWhere(options),
    today: new Date().toISOString().slice(0, 10),
    relaxed: options.relaxed ?? false,
    withoutTests: options.tests === false || options.dryRun === true,
    harness: { model: options.model ?? 'planner', trusted: true },
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
  const summary = await untilInterrupted(STOPPING, (signal) =>
    follow(harness, project, task, { signal, resume: true, takeOver: options.takeOver ?? false }),
  );
  report(globals, summary, present({ model: options.model }));
}

async function follow(
  harness: Harness,
  project: string,
  task: string,
  options: { readonly signal: AbortSignal; readonly resume?: boolean; readonly takeOver?: boolean },
): Promise<FixSummary> {
  const warning = harness.runtime.workspace.describeWeakness();
  if (warning !== undefined) note(paint('yellow', warning, process.stderr));
  const progress = createProgress();
  let child = '';
  const onEvent = (event: HarnessEvent): void => {
    if (!event.task.startsWith(`${task}.`)) return;
    if (event.task !== child) progress.say(paint('bold', `fixing ${(child = event.task)}`, process.stderr));
    progress.show(event);
  };
  const summary = await runFixTask(harness, project, task, { ...options, onEvent });
  progress.end();
  return summary;
}

function readWhat(ids: readonly string[], { all, top }: FixCommandOptions): FixRequest['what'] {
  const given = [ids.length > 0, all === true, top !== undefined].filter(Boolean).length;
  if (given !== 1)
    throw new AgentForgeError(
      'bad_usage',
      'Say what to fix: the ids of violations, --all, or --top N (`agentforge scan` shows what there is).',
    );
  if (all) return 'all';
  return top === undefined ? { ids } : { top };
}

/** Trying it on the worst ones leaves the working tree alone, unless told otherwise. */
function readWhere({ commit, isolate, inPlace, top, dryRun }: FixCommandOptions): FixRequest['where'] {
  if (dryRun || inPlace) return 'in_place';
  if (isolate || (top !== undefined && commit === undefined)) return 'worktree';
  return commit === undefined ? undefined : 'branch';
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
    `Fixing runs the project's tests (${question.commands.join('; ')}), which is not trusted yet; pass --trust-project to allow it.`,
  );
}

function tellFailed({ failedToRun }: FixPlan): void {
  for (const { id, error } of failedToRun)
    note(paint('red', `the check ${id} did not run: ${error}`, process.stderr));
}

function tellSkipped({ skipped }: FixPlan): void {
  for (const { violation, reason } of skipped.slice(0, 5))
    note(
      paint(
        'yellow',
        `passed over ${violation.symbol ?? violation.path} (${violation.message}): ${reason}`,
        process.stderr,
      ),
    );
}

async function showPlan(
  globals: Globals,
  { harness, fix: { violations }, relaxed, advice }: FixPlan,
): Promise<undefined> {
  for (const violation of violations) {
    const known =
      advice.get(violation.id) ??
      (await harness.runtime.conformance?.advise(violation, {
        relaxed,
        signal: new AbortController().signal,
      }));
    if (globals.json) printJson({ violation: violation.id, ...known });
    else {
      print(`${paint('bold', violation.id)} ${violation.path}:${violation.line ?? 1}: ${violation.message}`);
      for (const line of renderAdvice(known ?? { recipes: [] })) print(`  ${line}`);
    }
  }
  return undefined;
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
  { markdown, model }: Pick<FixCommandOptions, 'markdown' | 'model'>,
): void {
  const { status, fixed, gone } = summary;
  const isGood = status === 'waiting' || (status === 'completed' && fixed.length + gone.length > 0);
  process.exitCode = isGood ? 0 : 1;
  if (markdown !== undefined) writeFileSync(markdown, `${renderFixMarkdown(summary)}\n`);
  if (globals.json) return printJson(summary);
  print(renderFixText(summary));
  print(nextStep(globals, summary, model === 'inbox'));
}

function nextStep(globals: Globals, summary: FixSummary, isInbox: boolean): string {
  const { status, task, where, branch = '', fixed } = summary;
  if (status !== 'completed')
    return `  ${isInbox ? replyHint(globals, summary) : ''}${commandLine(globals, `resume ${task}${isInbox ? ' --model inbox' : ''}`)}`;
  const [first] = fixed;
  if (!first) return '';
  if (where === 'worktree') return `  git diff HEAD...${branch}   git merge ${branch}`;
  // The branch is the current one, and begins where the first fix does.
  return where === 'branch'
    ? `  git diff ${first.commit?.slice(0, 10) ?? branch}~ HEAD   git switch -`
    : `  git diff   ${commandLine(globals, `undo ${task}`)}`;
}

/** The one fix that waits for a reply. */
function replyHint(globals: Globals, { open }: FixSummary): string {
  const task = open.find((one) => one.task !== undefined)?.task;
  return task === undefined ? '' : `${commandLine(globals, `step ${task} --prompt`)}   then  `;
}
