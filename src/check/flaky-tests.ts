// Tells tests that fail by chance from tests that a change broke: what passed before gets a second run.
import path from 'node:path';
import { isTestFile } from '../code/index.js';
import { isOwnCode } from '../report/index.js';
import type { Report, TestCase, TestsSpec, TestVerdict } from '../schema/index.js';
import { clipTestName, digestTestName, listPassing, rememberPassing } from './passing-tests.js';
import { runTests, type TestRun, type TestRunOptions } from './test-run.js';

/** When more tests than this break at once, it is not chance, and a second run of everything would be waste. */
const MAX_SUSPECTS = 10;

export interface SteadyRunOptions extends TestRunOptions {
  /** What passed before; without it every failure counts at once. */
  readonly before?: TestVerdict | undefined;
}

/** Runs the tests. A test that passed before and fails now is run once more; if it passes then, it is flaky, not failing. */
export async function runTestsSteadily(spec: TestsSpec, options: SteadyRunOptions): Promise<TestRun> {
  const first = await runTests(spec, options);
  const suspects = findSuspects(first.verdict, options.before);
  if (suspects.length === 0) return first;
  const files = filesOf(suspects, options.root) ?? options.files;
  const second = await runTests(spec, { ...options, files });
  const passing = new Set(listNames(second).map(clipTestName));
  const flaky = suspects.filter(({ test }) => passing.has(test));
  return flaky.length === 0 ? first : forgive(first, second, flaky);
}

/** The failing tests that passed before. */
function findSuspects(verdict: TestVerdict, before: TestVerdict | undefined): TestCase[] {
  const isCounted = verdict.error === undefined && verdict.failing.length === verdict.failed;
  const passed = new Set(listPassing(before));
  const suspects = verdict.failing.filter(({ test }) => passed.has(digestTestName(test)));
  return isCounted && suspects.length <= MAX_SUSPECTS ? suspects : [];
}

/** The test files they are in; undefined when one of them is not known to be in a test file. */
function filesOf(tests: readonly TestCase[], root: string): string[] | undefined {
  const files = new Set<string>();
  for (const { file } of tests) {
    const relative = file === undefined ? '' : path.relative(root, path.resolve(root, file));
    if (!isTestFile(relative) || relative.startsWith('..') || !isOwnCode(relative)) return undefined;
    files.add(relative);
  }
  return [...files].sort();
}

function listNames({ reports }: TestRun): readonly string[] {
  const report = reports.find((one) => one.kind === 'tests');
  return report?.passing ?? [];
}

/** The first run, with the flaky tests counted as passed, in the verdict and in the report that facts are drawn from. */
function forgive(first: TestRun, second: TestRun, flaky: readonly TestCase[]): TestRun {
  const names = flaky.map(({ test }) => test);
  const { verdict } = first;
  const failed = verdict.failed - flaky.length;
  const { passingNames: _names, passingDigests: _digests, ...rest } = verdict;
  const reports = first.reports.map((report) => forgiveReport(report, names));
  return {
    reports,
    output: failed === 0 ? second.output : first.output,
    verdict: {
      ...rest,
      passing: failed === 0,
      passed: verdict.passed + flaky.length,
      failed,
      failing: verdict.failing.filter(({ test }) => !names.includes(test)),
      ...rememberPassing(reports.find((report) => report.kind === 'tests')?.passing),
      durationMs: (verdict.durationMs ?? 0) + (second.verdict.durationMs ?? 0),
      flaky: names,
    },
  };
}

function forgiveReport(report: Report, names: readonly string[]): Report {
  if (report.kind !== 'tests') return report;
  const failing = report.failing.filter(({ test }) => !names.includes(clipTestName(test)));
  const forgiven = report.failing.length - failing.length;
  return {
    ...report,
    failing,
    failed: report.failed - forgiven,
    passed: report.passed + forgiven,
    passing: [...(report.passing ?? []), ...names],
  };
}
