// What the outputs print: one run of checks, judged.
import type { CheckDefinition, Severity, Violation } from '../../../schema/index.js';
import type { ChecksOutcome } from '../run-checks.js';

export interface CheckReport extends Pick<ChecksOutcome, 'ran' | 'failedToRun' | 'skipped' | 'files'> {
  /** Of every status, the worst first. */
  readonly violations: readonly Violation[];
  /** Sentences that a person should read: exemptions that match nothing, and the like. */
  readonly notes: readonly string[];
  readonly definitions: readonly CheckDefinition[];
  /** Open ones that the baseline has, so that they fail nothing; none where there is no baseline. */
  readonly tolerated?: readonly Violation[];
}

/** The ones people have to do something about. */
export function listOpen({ violations }: Pick<CheckReport, 'violations'>): Violation[] {
  return violations.filter(({ status }) => status === 'open');
}

/** Those that fail come first: they are what somebody looks for. */
export function listByUrgency(report: Pick<CheckReport, 'violations' | 'tolerated'>): Violation[] {
  const isKnown = createToleratedFilter(report);
  const open = listOpen(report);
  return [...open.filter((one) => !isKnown(one)), ...open.filter(isKnown)];
}

export function createToleratedFilter({
  tolerated = [],
}: Pick<CheckReport, 'tolerated'>): (violation: Pick<Violation, 'id'>) => boolean {
  const ids = new Set(tolerated.map(({ id }) => id));
  return ({ id }) => ids.has(id);
}

/** `, 2 of them in the baseline`, or all; empty where none is. */
export function summariseTolerated(report: Pick<CheckReport, 'violations' | 'tolerated'>): string {
  const { length = 0 } = report.tolerated ?? [];
  if (length === 0) return '';
  return length === listOpen(report).length ? ', all in the baseline' : `, ${length} of them in the baseline`;
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

/** `12 files not looked at, or not wholly: 8 binary, 4 minified`. */
export function summariseSkipped(skipped: CheckReport['skipped']): string | undefined {
  if (skipped.length === 0) return undefined;
  const reasons = new Map<string, number>();
  for (const { why } of skipped) {
    const short = why.replace(/[:(].*$/s, '').trim();
    reasons.set(short, (reasons.get(short) ?? 0) + 1);
  }
  const parts = [...reasons]
    .sort(([, a], [, b]) => b - a)
    .map(([why, number]) => `${number} ${why.startsWith('is ') ? why.slice('is '.length) : `× ${why}`}`);
  const files = new Set(skipped.map(({ path }) => path)).size;
  return `${count(files, 'file')} not looked at, or not wholly: ${parts.join(', ')}`;
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** `src/cart.ts:12`, or the project. */
export function describePlace({ path, line }: Pick<Violation, 'path' | 'line'>): string {
  if (path === '.') return 'the project';
  return line === undefined ? path : `${path}:${line}`;
}
