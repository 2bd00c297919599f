// What a fix came to, for a terminal and as Markdown.
import type { FixSummary } from '../app/index.js';
import { TRIES_EACH } from '../flows/index.js';
import { paint } from './output.js';
import { describeSkipped } from './test-counts.js';

type Painter = (colour: Parameters<typeof paint>[0], text: string) => string;

export function renderFixText(summary: FixSummary, colour: Painter = paint): string {
  const { fixed, gone, cannotFix, reverted, parked, open } = summary;
  return [
    ...fixed.map(
      (one) =>
        `${colour('green', '✓ fixed')}      ${place(one)}  ${change(one)}${colour('dim', `  ${count(one.steps, 'step')}, ${one.tokens} tokens`)}`,
    ),
    ...gone.map((one) => `${colour('green', '✓ gone')}       ${place(one)}  with an earlier fix`),
    ...reverted.map((one) => `${colour('yellow', '↩ undone')}     ${place(one)}  ${one.reason}`),
    ...cannotFix.map((one) => `${colour('red', '✗ cannot fix')} ${place(one)}  ${one.reason}`),
    ...parked.map((one) => `${colour('yellow', '? parked')}     ${place(one)}  ${one.reason}`),
    ...open.map((one) => `${colour('dim', '· open')}       ${place(one)}`),
    '',
    describeTotals(summary),
  ].join('\n');
}

export function renderFixMarkdown(summary: FixSummary): string {
  const { fixed, gone, cannotFix, reverted, parked, open } = summary;
  const rows = [
    ...fixed.map((one) => ['fixed', ...cells(one), change(one)]),
    ...gone.map((one) => ['gone', ...cells(one), 'with an earlier fix']),
    ...reverted.map((one) => ['undone', ...cells(one), one.reason]),
    ...cannotFix.map((one) => ['cannot fix', ...cells(one), one.reason]),
    ...parked.map((one) => ['parked', ...cells(one), one.reason]),
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

function place({ check, path, symbol }: Entry): string {
  return `${check} ${symbol === undefined ? path : `${symbol} in ${path}`}`;
}

function cells({ check, path, symbol }: Entry): string[] {
  return [check, symbol === undefined ? `\`${path}\`` : `\`${symbol}\` in \`${path}\``];
}

function change({ before, after }: FixSummary['fixed'][number]): string {
  return before === null || after === null ? 'satisfied' : `${before} → ${after}`;
}

function describeTotals(summary: FixSummary): string {
  const { fixed, gone, tests, tokens, diffstat, branch, task } = summary;
  const { files, added, removed } = diffstat;
  return [
    `${count(fixed.length + gone.length, 'violation')} fixed; ${count(files, 'file')} changed, +${added} −${removed} lines`,
    ...describeShortfall(summary),
    tests
      ? `tests: ${tests.passed} of ${tests.total} pass${tests.failed > 0 ? `, ${tests.failed} fail as before` : ''}${describeSkipped(tests)} (${shorten(tests.command)})`
      : 'tests: none were run',
    ...(tests && tests.flaky.length > 0 ? [`flaky, passed when run again: ${tests.flaky.join(', ')}`] : []),
    `model tokens: ${tokens}; task ${task}${branch === undefined ? '' : `; branch ${branch}`}`,
  ].join('\n');
}

/** Of those that were wanted, when the end has come. */
function describeShortfall({ wanted = 0, status, ...lists }: FixSummary): string[] {
  const { fixed, gone, reverted, cannotFix, parked } = lists;
  const done = fixed.length + gone.length;
  if (status !== 'completed' || done >= wanted) return [];
  const tried = done + reverted.length + cannotFix.length + parked.length;
  const why = tried >= wanted * TRIES_EACH ? 'no more are tried at once' : 'no other has a recipe';
  return [`${wanted} wanted, ${tried} tried; ${why}`];
}

/** Without where the report goes, which nobody types; the whole is in the JSON and in the configuration. */
function shorten(command: string): string {
  const words = command
    .split(' ')
    .filter((word) => !/^--\S*report/i.test(word) && !word.includes('{report}'));
  const short = words.join(' ');
  return short.length <= MAX_COMMAND ? short : `${short.slice(0, MAX_COMMAND - 1).trimEnd()}…`;
}

const MAX_COMMAND = 60;

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
}
