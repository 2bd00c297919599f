// Which violation is worse.
import { isTestFile } from '../../code/index.js';
import type { Severity, Violation } from '../../schema/index.js';

const RANKS: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** The worst first: by severity, in source before tests, by how far beyond its limit, then by place. */
export function sortViolations(violations: readonly Violation[]): Violation[] {
  const inTest = new Map<string, boolean>();
  for (const { path } of violations) if (!inTest.has(path)) inTest.set(path, isTestFile(path));
  return [...violations].sort(
    (a, b) =>
      RANKS[a.severity] - RANKS[b.severity] ||
      Number(inTest.get(a.path)) - Number(inTest.get(b.path)) ||
      measureExcess(b) - measureExcess(a) ||
      compareText(a.path, b.path) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      compareText(a.id, b.id),
  );
}

/** How many times the limit; a finding without numbers is just beyond it. */
function measureExcess({ value, limit }: Violation): number {
  if (value === undefined || limit === undefined) return 1;
  return Math.min(value / Math.max(limit, 0.5), Number.MAX_SAFE_INTEGER);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
