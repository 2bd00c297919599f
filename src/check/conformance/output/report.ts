// What the outputs print: one run of checks, judged.
import type { CheckDefinition, Severity, Violation } from '../../../schema/index.js';
import type { ChecksOutcome } from '../run-checks.js';

export interface CheckReport extends Pick<ChecksOutcome, 'ran' | 'failedToRun' | 'skipped' | 'files'> {
  /** Of every status, the worst first. */
  readonly violations: readonly Violation[];
  /** Sentences that a person should read: exemptions that match nothing, and the like. */
  readonly notes: readonly string[];
  readonly definitions: readonly CheckDefinition[];
}

/** The ones people have to do something about. */
export function listOpen({ violations }: Pick<CheckReport, 'violations'>): Violation[] {
  return violations.filter(({ status }) => status === 'open');
}

/** `3 violations in 2 files (1 error, 2 warnings)`. */
export function summariseViolations(violations: readonly Violation[]): string {
  if (violations.length === 0) return 'no violations';
  const files = new Set(violations.map(({ path }) => path)).size;
  const parts = SEVERITIES.map(
    (severity) => [severity, violations.filter((one) => one.severity === severity).length] as const,
  )
    .filter(([, number]) => number > 0)
    .map(([severity, number]) => (severity === 'info' ? `${number} info` : count(number, severity)));
  return `${count(violations.length, 'violation')} in ${count(files, 'file')} (${parts.join(', ')})`;
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** `12 files not looked at: 8 is binary, 4 is minified`. */
export function summariseSkipped(skipped: CheckReport['skipped']): string | undefined {
  if (skipped.length === 0) return undefined;
  const reasons = new Map<string, number>();
  for (const { why } of skipped) {
    const short = why.replace(/[:(].*$/s, '').trim();
    reasons.set(short, (reasons.get(short) ?? 0) + 1);
  }
  const parts = [...reasons].sort(([, a], [, b]) => b - a).map(([why, number]) => `${number} × ${why}`);
  const files = new Set(skipped.map(({ path }) => path)).size;
  return `${count(files, 'file')} not or not wholly looked at: ${parts.join(', ')}`;
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** `src/cart.ts:12`, or the project. */
export function describePlace({ path, line }: Pick<Violation, 'path' | 'line'>): string {
  if (path === '.') return 'the project';
  return line === undefined ? path : `${path}:${line}`;
}
