// A violation as a run would report it, for tests of what happens to it afterwards.
import type { ChecksOutcome } from '../../../src/check/index.js';
import type { Violation } from '../../../src/schema/index.js';

export function makeViolation(more: Partial<Violation> = {}): Violation {
  return {
    id: 'V-0000000001',
    check: 'complexity',
    severity: 'warning',
    path: 'src/cart.ts',
    line: 12,
    message: 'total has a cyclomatic complexity of 14, the limit is 10',
    status: 'open',
    ...more,
  };
}

export function makeOutcome(
  violations: readonly Violation[],
  more: Partial<ChecksOutcome> = {},
): ChecksOutcome {
  return { ran: ['complexity'], failedToRun: [], violations, skipped: [], files: 3, ...more };
}
