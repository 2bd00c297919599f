// What is said beside a fix: checks that did not run, functions that were passed over, what would be done.
import type { FixPlan } from '../app/index.js';
import { AgentForgeError, type Advice, type Violation, type ViolationInput } from '../schema/index.js';
import { renderAdvice } from './advice-lines.js';
import { commandLine, type Globals } from './globals.js';
import { note, paint, print, printJson } from './output.js';
import { createSearchProgress, type SearchProgress } from './search-progress.js';

export function tellFailed({ failedToRun }: FixPlan): void {
  for (const { id, error } of failedToRun)
    note(paint('red', `the check ${id} did not run: ${error}`, process.stderr));
}

export function tellSkipped(globals: Globals, { skipped }: FixPlan): void {
  const more = commandLine(globals, 'violations');
  for (const line of renderSkipped(skipped, more)) note(paint('yellow', line, process.stderr));
}

const MAX_SKIPPED = 10;

/** One line for each, and below them the reason they share. */
export function renderSkipped(skipped: FixPlan['skipped'], more: string): string[] {
  const groups = new Map<string, Violation[]>();
  for (const { violation, reason } of skipped.slice(0, MAX_SKIPPED))
    groups.set(reason, [...(groups.get(reason) ?? []), violation]);
  const lines = [...groups].flatMap(([reason, violations]) => [
    ...violations.map((violation) => `passed over: ${describePlace(violation)}`),
    `  ${reason}`,
  ]);
  const rest = skipped.length - MAX_SKIPPED;
  return rest > 0 ? [...lines, `and ${rest} more (\`${more}\` lists them)`] : lines;
}

function describePlace({ symbol, path, line, check, value }: Violation): string {
  const place = `${path}${line === undefined ? '' : `:${line}`}`;
  return `${symbol === undefined ? place : `${symbol}  ${place}`}  ${check}${value === undefined ? '' : ` ${value}`}`;
}

/** Of the ones that would be tried first. */
export async function showPlan(globals: Globals, plan: FixPlan, signal: AbortSignal): Promise<void> {
  const shown = plan.fix.violations.slice(0, plan.wanted);
  const progress = createSearchProgress(shown.length);
  let fixable = 0;
  for (const violation of shown) {
    const advice = await findAdvice(plan, violation, { progress, signal });
    if (signal.aborted) throw new AgentForgeError('interrupted', 'Stopped before all were looked at.');
    if (globals.json) printJson({ violation: violation.id, ...advice });
    else printAdvised(violation, advice);
    if (advice.recipes.length > 0) fixable++;
  }
  if (!globals.json) print(`\n${fixable} of ${shown.length} have a recipe; nothing was changed`);
}

/** Of the worst it is known from when they were chosen. */
async function findAdvice(
  { harness, advice, relaxed }: FixPlan,
  violation: ViolationInput,
  { progress, signal }: { readonly progress: SearchProgress; readonly signal: AbortSignal },
): Promise<Advice> {
  const known = advice.get(violation.id);
  if (known) return known;
  progress.start(violation);
  const found = await harness.runtime.conformance?.advise(violation, { relaxed, signal });
  progress.end();
  return found ?? { recipes: [] };
}

function printAdvised(violation: ViolationInput, advice: Advice): void {
  const { id, path, line = 1, message } = violation;
  print(`${paint('bold', id)} ${path}:${line}: ${message}`);
  for (const text of renderAdvice(advice, violation)) print(`  ${text}`);
}
