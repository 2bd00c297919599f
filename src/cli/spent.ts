// `spent` and `--estimate`: what models cost, day by day or in one task, and what a task will probably cost.
import { listDays, listSpending, type Estimate, type Spending } from '../app/index.js';
import { openHarness, type Globals } from './globals.js';
import { note, print, printJson, table } from './output.js';

const DEFAULT_DAYS = 14;

export async function spent(
  globals: Globals,
  task: string | undefined,
  options: { readonly days?: number },
): Promise<void> {
  if (task === undefined) return spentByDay(globals, options.days ?? DEFAULT_DAYS);
  const parts = await listSpending(openHarness(globals).runtime, task);
  if (globals.json) return parts.forEach((part) => printJson(part));
  if (parts.length === 0) return note(`Task ${task} has asked no model yet.`);
  const rows = [...parts, sumUp(parts)].map(({ what, model = '', calls, tokens, costUsd }) => [
    what,
    model,
    ...[calls, tokens.in, tokens.cached].map(formatCount),
    describeShare(tokens.cached, tokens.in),
    formatCount(tokens.out),
    describeCost(costUsd),
  ]);
  print(table(['', 'MODEL', 'CALLS', 'TOKENS IN', 'CACHED', '', 'OUT', 'COST'], rows));
}

function sumUp(parts: readonly Spending[]): Spending {
  return parts.reduce<Spending>(
    (sum, { calls, tokens, costUsd }) => ({
      what: 'all',
      calls: sum.calls + calls,
      tokens: {
        in: sum.tokens.in + tokens.in,
        cached: sum.tokens.cached + tokens.cached,
        out: sum.tokens.out + tokens.out,
      },
      costUsd: sum.costUsd === null || costUsd === null ? null : sum.costUsd + costUsd,
    }),
    { what: 'all', calls: 0, tokens: { in: 0, cached: 0, out: 0 }, costUsd: 0 },
  );
}

function spentByDay(globals: Globals, count: number): void {
  const days = Object.entries(listDays(process.env))
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .slice(0, count);
  if (globals.json) return days.forEach(([day, amounts]) => printJson({ day, ...amounts }));
  if (days.length === 0) return note('No paid model was asked yet.');
  const rows = days.map(([day, { calls, inputTokens, cachedTokens, outputTokens, usd, unpriced }]) => [
    day,
    ...[calls, inputTokens, cachedTokens].map(formatCount),
    describeShare(cachedTokens, inputTokens),
    formatCount(outputTokens),
    `${describeCost(usd)}${unpriced > 0 ? ` and ${unpriced} calls of unknown price` : ''}`,
  ]);
  print(table(['DAY (UTC)', 'CALLS', 'TOKENS IN', 'CACHED', '', 'OUT', 'COST'], rows));
}

export function printEstimate(globals: Globals, estimate: Estimate): void {
  if (globals.json) return printJson(estimate);
  const { model, calls, tokens, costUsd, range, tasks } = estimate;
  if (calls.expected === 0) return print('Nothing is left to do, so no model would be asked.');
  print(
    `${model}: about ${describeCalls(calls)}, ${formatCount(tokens.in)} tokens in (${formatCount(tokens.cached)} from a cache), ${formatCount(tokens.out)} out: ${describeRange(costUsd, range)}`,
  );
  note(
    tasks > 0
      ? `As ${tasks} finished tasks of this type took here; nothing was asked.`
      : 'By built-in averages; once three tasks of this type are finished here, by those. Nothing was asked.',
  );
}

function describeCalls({ low, expected, high }: Estimate['calls']): string {
  return `${expected} ${expected === 1 ? 'call' : 'calls'}${low === high ? '' : ` (${low} to ${high})`}`;
}

function describeRange(costUsd: number | null, [low, high]: Estimate['range']): string {
  if (costUsd === null || low === null || high === null) return 'price unknown';
  if (costUsd === 0) return 'free';
  return `about ${describeCost(costUsd)}${low === high ? '' : ` (${describeCost(low)} to ${describeCost(high)})`}`;
}

export function describeCost(costUsd: number | null): string {
  if (costUsd === 0) return 'free';
  return costUsd === null ? 'unknown' : `$${costUsd.toFixed(costUsd < 1 ? 4 : 2)}`;
}

export function describeShare(part: number, whole: number): string {
  return whole === 0 ? '' : `${Math.round((100 * part) / whole)} %`;
}

function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}
