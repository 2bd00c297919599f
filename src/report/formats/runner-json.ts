// The JSON report that jest defined and vitest copies.
import { z } from 'zod';
import type { TestCase, TestReport } from '../../schema/index.js';
import { readBrokenSuite } from '../broken-suite.js';
import type { Format } from '../format.js';
import { everyLine } from '../output.js';
import { createTestReport, readFailure } from '../test-report.js';

export const runnerJson: Format = {
  tool: 'jest',
  signs: ['"numTotalTests"'],
  parse(output) {
    const report = parseRunnerJson(output.json(), output.hint.tool ?? 'jest');
    return report ? { reports: [report], understood: [everyLine(output)] } : undefined;
  },
};

const Assertion = z.object({
  fullName: z.string().optional(),
  title: z.string().optional(),
  ancestorTitles: z.array(z.string()).optional(),
  status: z.string(),
  failureMessages: z.array(z.string()).nullish(),
  location: z.object({ line: z.number() }).nullish(),
});

const RunnerReport = z.object({
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string().optional(),
      status: z.string().optional(),
      message: z.string().nullish(),
      assertionResults: z.array(Assertion),
    }),
  ),
});
type RunnerReport = z.infer<typeof RunnerReport>;
type SuiteResult = RunnerReport['testResults'][number];

export function parseRunnerJson(document: unknown, tool: string): TestReport | undefined {
  const parsed = RunnerReport.safeParse(document);
  if (!parsed.success) return undefined;
  const counts = { passed: 0, failed: 0, skipped: 0, errors: 0 };
  const failing: TestCase[] = [];
  const passing: string[] = [];
  for (const suite of parsed.data.testResults) {
    for (const item of suite.assertionResults) {
      const outcome = OUTCOMES[item.status] ?? 'skipped';
      counts[outcome] += 1;
      if (outcome === 'passed') passing.push(nameOf(item));
      if (outcome === 'failed') failing.push(toCase(item, suite.name));
    }
    if (!failedToLoad(suite)) continue;
    counts.errors += 1;
    const said = (suite.message ?? '').split('\n', 60);
    const lines = said.filter((line) => !line.includes('● Test suite failed to run'));
    failing.push(readBrokenSuite(suite.name ?? '', lines));
  }
  return createTestReport(tool, true, counts, failing, passing);
}

const OUTCOMES: Readonly<Record<string, 'passed' | 'failed'>> = { passed: 'passed', failed: 'failed' };

/** A suite can fail without a failing test: it did not compile, or a hook threw. */
function failedToLoad(suite: SuiteResult): boolean {
  return suite.status === 'failed' && !suite.assertionResults.some(({ status }) => status === 'failed');
}

function nameOf(item: z.infer<typeof Assertion>): string {
  return (item.fullName ?? [...(item.ancestorTitles ?? []), item.title ?? ''].join(' ')).trim();
}

function toCase(item: z.infer<typeof Assertion>, suite: string | undefined): TestCase {
  const failure = readFailure((item.failureMessages ?? []).join('\n').split('\n', 100));
  const line = failure.line ?? item.location?.line;
  return { test: nameOf(item), ...fileOf(suite), ...failure, ...(line !== undefined && { line }) };
}

function fileOf(name: string | undefined): { file?: string } {
  return name === undefined || name === '' ? {} : { file: name };
}
