// `check --json`: one object, for programs.
import type { CheckReport } from './report.js';

export function toJsonReport({
  ran,
  failedToRun,
  violations,
  tolerated = [],
  skipped,
  notes,
  files,
}: CheckReport): unknown {
  const ids = tolerated.map(({ id }) => id);
  return { ran, failedToRun, violations, tolerated: ids, skipped, notes, files };
}
