// What a fix came to, for a terminal and as Markdown.
import type { FixPlan, FixSummary } from '../app/index.js';
import { TRIES_EACH } from '../flows/index.js';
import { present } from '../platform/index.js';
import { paint } from './output.js';
import { PLANNER } from './planner-name.js';
import { describeTestCommand } from './test-command.js';
import { describeAffected, describeSkipped } from './test-counts.js';

type Painter = (colour: Parameters<typeof paint>[0], text: string) => string;

/** What is still to be done is only counted; `violations` lists it. */
const MAX_OPEN = 5;

/** What was not fixed at all, because nothing is known that would fix it. */
export type PassedOver = FixPlan['skipped'];

export function renderFixText(
  summary: FixSummary,
  { passedOver = [], colour = paint }: { readonly passedOver?: PassedOver; readonly colour?: Painter } = {},
): string {
  const { fixed, gone, cannotFix, reverted, parked, open } = summary;
  const cost = (one: FixSummary['fixed'][number]): string =>
    isByPlanner(summary) ? '' : `, ${one.tokens} tokens`;
  return [
    ...fixed.map(
      (one) =>
        `${colour('green', '✓ fixed')}       ${place(one)}  ${change(one)}${colour('dim', `  ${count(one.steps, 'step')}${cost(one)}`)}`,
    ),
    ...gone.map((one) => `${colour('green', '✓ gone')}        ${place(one)}  ${withWhat(one)}`),
    ...sayOnce(reverted).map((one) => `${colour('yellow', '↩ undone')}      ${place(one)}  ${one.reason}`),
    ...sayOnce(cannotFix).map((one) => `${colour('red', '✗ cannot fix')}  ${place(one)}  ${one.reason}`),
    ...sayOnce(toEntries(passedOver)).map(
      (one) => `${colour('yellow', '– passed over')} ${place(one)}  ${one.reason}`,
    ),
    ...sayOnce(parked).map((one) => `${colour('yellow', '? parked')}      ${place(one)}  ${one.reason}`),
    ...open.slice(0, MAX_OPEN).map((one) => `${colour('dim', '· open')}        ${place(one)}`),
    ...(open.length > MAX_OPEN ? [colour('dim', `… and ${open.length - MAX_OPEN} more open`)] : []),
    '',
    ...describeUnfinished(summary),
    describeTotals(summary),
  ].join('\n');
}

function describeUnfinished({ unfinished }: FixSummary): string[] {
  return unfinished === undefined
    ? []
    : [
        `An edit of ${unfinished.join(', ')} was under way: \`agentforge resume\` finishes it, \`agentforge abort\` takes it back.`,
      ];
}

export function renderFixMarkdown(summary: FixSummary, passedOver: PassedOver = []): string {
  const { fixed, gone, cannotFix, reverted, parked, open } = summary;
  const rows = [
    ...fixed.map((one) => ['fixed', ...cells(one), change(one)]),
    ...gone.map((one) => ['gone', ...cells(one), withWhat(one)]),
    ...sayOnce(reverted).map((one) => ['undone', ...cells(one), one.reason]),
    ...sayOnce(cannotFix).map((one) => ['cannot fix', ...cells(one), one.reason]),
    ...sayOnce(toEntries(passedOver)).map((one) => ['passed over', ...cells(one), one.reason]),
    ...sayOnce(parked).map((one) => ['parked', ...cells(one), one.reason]),
    ...open.map((one) => ['open', ...cells(one), '']),
  ];
  return [
    '# Fixes',
    '',
    '| | check | where | result |',
    '| --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row.map(escapeCell).join(' | ')} |`),
    '',
    describeTotals(summary),
  ].join('\n');
}

type Entry = FixSummary['open'][number];
type Refused = FixSummary['cannotFix'][number];

function toEntries(passedOver: PassedOver): Refused[] {
  return passedOver.map(({ violation: { id, check, path, symbol }, reason }) => ({
    ...{ id, check, path, reason },
    ...present({ symbol }),
  }));
}

/** A long reason that several share is said of the first, and the others follow it. */
function sayOnce(entries: readonly Refused[]): Refused[] {
  const reasons = [...new Set(entries.map(({ reason }) => reason))];
  return reasons.flatMap((reason) =>
    entries
      .filter((one) => one.reason === reason)
      .map((one, index) => (index === 0 || reason.length < LONG ? one : { ...one, reason: 'as above' })),
  );
}

const LONG = 40;

function place({ check, path, symbol }: Entry): string {
  return `${check} ${symbol === undefined ? path : `${symbol} in ${path}`}`;
}

function cells({ check, path, symbol }: Entry): string[] {
  return [check, symbol === undefined ? `\`${path}\`` : `\`${symbol}\` in \`${path}\``];
}

/** What has no task of its own is about the function that was fixed. */
function withWhat({ task }: Entry): string {
  return task === undefined ? 'with the same fix' : 'with an earlier fix';
}

function change({ before, after, path, files }: FixSummary['fixed'][number]): string {
  const result = before === null || after === null ? 'satisfied' : `${before} → ${after}`;
  const others = files.filter((file) => file !== path);
  return others.length === 0 ? result : `${result}, also changed ${others.join(', ')}`;
}

function describeTotals(summary: FixSummary): string {
  const { fixed, gone, tests, untested, tokens, diffstat, branch, task } = summary;
  const { files, added, removed } = diffstat;
  const along =
    gone.length === 0 ? '' : `, ${gone.length} more went with ${fixed.length === 1 ? 'it' : 'them'}`;
  return [
    `${count(fixed.length, 'violation')} fixed${along}; ${count(files, 'file')} changed, +${added} −${removed} lines`,
    ...describeShortfall(summary),
    ...describeTests(tests),
    ...describeUntested(untested),
    ...describeUnwatched(summary),
    isByPlanner(summary) ? 'no model was asked' : `model tokens: ${tokens}`,
    ...(branch === undefined ? [] : [`branch ${branch} (the fixes, for git)`]),
    `task ${task} (the record, for agentforge)`,
  ].join('\n');
}

function describeTests(tests: FixSummary['tests']): string[] {
  if (!tests) return ['tests: none were run'];
  const { passed, failed, total, flaky, argv } = tests;
  const red = failed > 0 ? `, ${failed} fail as before` : '';
  const counts = `${passed} of ${total} pass${red}${describeSkipped(tests)}${describeAffected(tests)}`;
  return [
    `tests: ${counts} (${describeTestCommand(argv)})`,
    ...(flaky.length > 0 ? [`flaky, passed when run again: ${flaky.join(', ')}`] : []),
  ];
}

const MAX_UNTESTED = 3;

function describeUntested(untested: FixSummary['untested']): string[] {
  if (untested.length === 0) return [];
  const more = untested.length - MAX_UNTESTED;
  const names = untested.slice(0, MAX_UNTESTED).join(', ');
  return [`no test imports ${names}${more > 0 ? ` and ${more} more` : ''}, so the tests prove little here`];
}

function describeUnwatched({ linterUnwatched }: FixSummary): string[] {
  return linterUnwatched === undefined ? [] : [`the project's linter did not watch (${linterUnwatched})`];
}

/** Nobody was asked where everything was gone already, either. */
function isByPlanner({ models }: FixSummary): boolean {
  return models.every((name) => name === PLANNER);
}

/** Of those that were wanted, when the end has come. */
function describeShortfall({ wanted = 0, status, ...lists }: FixSummary): string[] {
  const { fixed, gone, reverted, cannotFix, parked } = lists;
  const done = fixed.length + gone.filter(({ task }) => task !== undefined).length;
  if (status !== 'completed' || done >= wanted) return [];
  const tried = done + reverted.length + cannotFix.length + parked.length;
  const why = tried >= wanted * TRIES_EACH ? 'no more are tried at once' : 'no other has a recipe';
  return [`${wanted} wanted, ${tried} tried; ${why}`];
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
}
