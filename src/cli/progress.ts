// Live progress on stderr: a status line that redraws on a terminal, a plain line per step otherwise.
import type { HarnessEvent, TaskRun } from '../app/index.js';
import { describeConditions } from '../engine/index.js';
import type { TestVerdict, Verification } from '../schema/index.js';
import { fitLine, paint } from './output.js';
import { PLANNER } from './planner-name.js';
import { describeAffected, describeSkipped } from './test-counts.js';

interface Tally {
  tokens: number;
  stepTokens: number;
  fresh: number;
  cached: number;
  costUsd: number | null;
  model?: string;
  checks: string;
  /** The tokens of the life before are not counted here. */
  isResumed?: boolean;
  /** How many tests the last run of all of them had. */
  suite?: number;
}

/** Shows a run as it happens; returns when it is over. */
export async function showProgress(run: TaskRun): Promise<void> {
  await showWith(createProgress(), run);
}

/** Only what is under way, for whoever prints the result: redrawn on a terminal, nothing elsewhere. */
export async function showStatus(run: TaskRun): Promise<void> {
  const progress = createProgress();
  await showWith(progress, run, ({ type }) => type === 'activity' && process.stderr.isTTY);
}

async function showWith(
  progress: Progress,
  run: TaskRun,
  isShown: (event: HarnessEvent) => boolean = () => true,
): Promise<void> {
  for await (const event of run) if (isShown(event)) progress.show(event);
  progress.end();
}

export interface Progress {
  show(event: HarnessEvent): void;
  /** A line of its own. */
  say(line: string): void;
  end(): void;
}

export function createProgress(): Progress {
  const stream = process.stderr;
  const live = stream.isTTY;
  const clear = live ? '\r\u001b[K' : '';
  const tally: Tally = { tokens: 0, stepTokens: 0, fresh: 0, cached: 0, costUsd: 0, checks: '' };
  const announceSlow = live ? () => undefined : createSlowNotice();
  return {
    say: (line) => void stream.write(`${clear}${line}\n`),
    end: () => {
      announceSlow(undefined);
      stream.write(clear);
    },
    show(event) {
      count(event, tally);
      const line = describe(event, tally);
      announceSlow(line === undefined && event.type === 'activity' ? event : undefined);
      if (line !== undefined) stream.write(`${clear}${line}\n`);
      else if (live && event.type === 'activity') {
        const what = describeSearch(event.detail) ?? `${event.doing} ${event.detail}`;
        const status = `${event.phase} · step ${event.step} · ${what}`;
        stream.write(`${clear}${paint('dim', fitLine(status, stream.columns), stream)}`);
      }
    },
  };
}

type Activity = Extract<HarnessEvent, { type: 'activity' }>;

/** In a pipe, what is short is not worth a line; what is not would look as if it hung. */
const SLOW_MS = 4_000;

/** Told what is under way now; undefined when that is over. */
function createSlowNotice(): (activity: Activity | undefined) => void {
  let timer: NodeJS.Timeout | undefined;
  return (activity) => {
    clearTimeout(timer);
    if (!activity) return;
    const { doing, detail } = activity;
    timer = setTimeout(() => process.stderr.write(`${doing} ${detail} …\n`), SLOW_MS).unref();
  };
}

/** What is said, and nothing of the steps: redrawn on a terminal, else one line after the other. */
export function createBriefProgress(): Progress {
  const stream = process.stderr;
  const [before, after] = stream.isTTY ? ['\r\u001b[K', ''] : ['', '\n'];
  return {
    say: (line) =>
      void stream.write(`${before}${stream.isTTY ? fitLine(line, stream.columns) : line}${after}`),
    end: () => void stream.write(before),
    show: () => undefined,
  };
}

function count(event: HarnessEvent, tally: Tally): void {
  if (event.type === 'resumed') tally.isResumed = true;
  if (event.type === 'step-asked') {
    tally.stepTokens = event.tokens.total;
    tally.fresh += event.tokens.fresh;
  }
  if (event.type === 'step-replied' || event.type === 'reading-replied') {
    tally.model = event.model;
    tally.tokens += event.usage.inputTokens + event.usage.outputTokens;
    tally.cached += event.usage.cachedTokens;
    tally.costUsd = tally.costUsd === null || event.costUsd === null ? null : tally.costUsd + event.costUsd;
  }
  const verification = 'verification' in event ? event.verification : undefined;
  if (verification) tally.checks = describeVerification(verification, tally);
}

/** Where the project stands, in a few words. */
export function describeVerification(
  { syntax, checks, tests }: Verification,
  tally: Pick<Tally, 'suite'> = {},
): string {
  const passing = checks.filter((check) => check.passing).length;
  const parts = [
    ...syntax.slice(0, 1).map((error) => `does not parse: ${error}`),
    ...(checks.length === 0 ? [] : [`checks ${passing}/${checks.length}`]),
    ...(tests ? [describeTests(tests, tally)] : []),
  ];
  return parts.join(' ') || 'nothing measured';
}

function describeTests(tests: TestVerdict, tally: Pick<Tally, 'suite'>): string {
  if (tests.scope === 'full') tally.suite = tests.total;
  const { passed, failed, total, failing } = tests;
  const counts = { passed, failed, total, suite: tests.scope === 'full' ? undefined : tally.suite };
  const others = `${describeSkipped(counts)}${describeAffected(counts)}`;
  return `tests ${passed}/${total}${others}${describeFailing(failing[0])}`;
}

function describeFailing(first: { test: string; message?: string | undefined } | undefined): string {
  return first
    ? ` (${first.test}: ${(first.message ?? 'fails').split('\n', 1)[0]?.slice(0, 100) ?? ''})`
    : '';
}

function describe(event: HarnessEvent, tally: Tally): string | undefined {
  const renderer = RENDER[event.type] as
    ((event: HarnessEvent, tally: Tally) => string | undefined) | undefined;
  return renderer?.(event, tally);
}

type Render = {
  readonly [T in HarnessEvent['type']]?: (
    event: Extract<HarnessEvent, { type: T }>,
    tally: Tally,
  ) => string | undefined;
};

/** The planner reads no tokens that anybody pays for; of a step that was asked before a resume nothing is known here. */
function describeTokens({ model, stepTokens, tokens, fresh, cached, isResumed }: Tally): string {
  if (model === PLANNER || stepTokens === 0) return '';
  const since = isResumed ? 'since it was resumed' : 'in all';
  return `${stepTokens} tokens (${tokens} ${since}, ${fresh} fresh, ${cached} cached)`;
}

function markOf(result: string): string {
  if (result === 'success') return colour('green', '✓');
  return result === 'partial' ? colour('yellow', '~') : colour('red', '✗');
}

const RENDER: Render = {
  activity: ({ doing, detail }) => {
    if (doing === 'mended') return colour('yellow', `mended: ${detail}`);
    // On a terminal the status line says so.
    if (process.stderr.isTTY) return undefined;
    return doing === 'waiting' ? `waiting ${detail}` : describeSearch(detail);
  },
  resumed: () => 'resumed',
  measured: (_, tally) => `measured: ${tally.checks}`,
  'step-finished': ({ step, action, target, result, summary }, tally) => {
    const mark = action === 'cannot_fix' ? colour('yellow', '–') : markOf(result);
    // The planner and people cost nothing.
    const cost =
      tally.costUsd === null ? 'cost unknown' : tally.costUsd === 0 ? '' : `$${tally.costUsd.toFixed(4)}`;
    const figures = [describeTokens(tally), tally.checks, cost].filter((part) => part !== '').join(' · ');
    const said = summary.replace(`${action}: `, '');
    const below = figures === '' ? '' : `\n  ${colour('dim', figures)}`;
    return `${mark} step ${step} ${colour('bold', action)}${target === undefined ? '' : ` ${target}`}: ${said}${below}`;
  },
  'phase-changed': ({ from, to, why }) =>
    colour('cyan', `phase ${from} → ${to} (${describeConditions(why)})`),
  'reply-rejected': ({ error }) => colour('yellow', `reply rejected: ${error}`),
  'action-blocked': ({ action, guard, reason }) =>
    colour('yellow', `blocked ${action} by ${guard}: ${reason}`),
  'loop-detected': ({ detection, rung }) =>
    colour('yellow', `loop (${detection.kind}, ${rung}): ${detection.description}`),
  'change-set-opened': () => colour('yellow', 'change set opened: red for now, must end no worse'),
  'change-set-closed': ({ outcome, why }) => `change set ${outcome}: ${why}`,
  // Nobody is asked about what cannot be fixed: the step before said why.
  escalated: ({ question }) =>
    question.reason === 'cannot_fix' ? undefined : colour('yellow', `question: ${question.text}`),
  completed: ({ summary }) => colour('green', `completed: ${summary}`),
  failed: ({ reason }) => colour('red', `failed: ${reason}`),
  aborted: ({ reason }) => colour('red', `aborted: ${reason}`),
};

/** A search does not pause, so nothing could be said later. */
function describeSearch(detail: string): string | undefined {
  const name = /^recipes for (.+)$/.exec(detail)?.[1];
  return name === undefined ? undefined : `looking for a way to fix ${name} …`;
}

function colour(name: Parameters<typeof paint>[0], text: string): string {
  return paint(name, text, process.stderr);
}
