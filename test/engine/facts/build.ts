// Short ways to build reports and facts.
import { extractFacts } from '../../../src/engine/facts/index.js';
import type { FactInput } from '../../../src/engine/facts/index.js';
import type { Fact, Report, TestCase, TestReport } from '../../../src/schema/index.js';

export function buildTests(failing: readonly TestCase[], counts: Partial<TestReport> = {}): TestReport {
  return {
    kind: 'tests',
    tool: 'vitest',
    structured: true,
    passed: 1,
    failed: failing.length,
    skipped: 0,
    errors: 0,
    total: failing.length + 1,
    failing: [...failing],
    ...counts,
  };
}

export function draw(reports: readonly Report[], input: Partial<FactInput> = {}): Fact[] {
  return extractFacts({
    reports,
    scope: 'tests',
    source: 'vitest',
    action: 'run_tests',
    outcome: 'failure',
    step: 1,
    ...input,
  });
}
