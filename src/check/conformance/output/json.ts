// `check --json`: one object, for programs.
import type { CheckReport } from './report.js';

export function toJsonReport({ ran, failedToRun, violations, skipped, notes, files }: CheckReport): unknown {
  return { ran, failedToRun, violations, skipped, notes, files };
}
