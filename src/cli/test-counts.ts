// How many tests pass, in words.

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly total: number;
  /** How many there are in all, where only those that a change affects were run. */
  readonly suite?: number | undefined;
}

/** To come after how many pass; empty when none was skipped. */
export function describeSkipped({ passed, failed, total }: TestCounts): string {
  const skipped = total - passed - failed;
  return skipped > 0 ? `, ${skipped} skipped` : '';
}

/** So that nobody takes the others for gone. */
export function describeAffected({ total, suite }: TestCounts): string {
  return suite === undefined || suite <= total ? '' : `, ${total} of ${suite} tests, those affected`;
}
