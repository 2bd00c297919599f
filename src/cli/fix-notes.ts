// What is said beside a fix: checks that did not run, functions that were passed over, what would be done.
import type { FixPlan } from '../app/index.js';
import type { Violation } from '../schema/index.js';
import { renderAdvice } from './advice-lines.js';
import { commandLine, type Globals } from './globals.js';
import { note, paint, print, printJson } from './output.js';

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
export async function showPlan(
  globals: Globals,
  { harness, fix: { violations }, wanted, relaxed, advice }: FixPlan,
): Promise<void> {
  const { signal } = new AbortController();
  for (const violation of violations.slice(0, wanted)) {
    const known =
      advice.get(violation.id) ?? (await harness.runtime.conformance?.advise(violation, { relaxed, signal }));
    if (globals.json) printJson({ violation: violation.id, ...known });
    else {
      print(`${paint('bold', violation.id)} ${violation.path}:${violation.line ?? 1}: ${violation.message}`);
      for (const line of renderAdvice(known ?? { recipes: [] })) print(`  ${line}`);
    }
  }
}
