// Tests that neither passed nor failed, in words.

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly total: number;
}

/** To come after how many pass; empty when none was skipped. */
export function describeSkipped({ passed, failed, total }: TestCounts): string {
  const skipped = total - passed - failed;
  return skipped > 0 ? `, ${skipped} skipped` : '';
}
