// Runs the project's tests and judges the result: a verdict needs a report made by this very run.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseReports, parseStructured } from '../report/index.js';
import type { Report, TestReport, TestsSpec, TestVerdict } from '../schema/index.js';
import { describeFailureToRun } from './command-check.js';
import type { CommandOutcome, RunCommand } from './contract.js';

const MAX_FAILING = 40;
const MAX_NAMES = 300;
const MAX_REPORT_BYTES = 50_000_000;

export interface TestRun {
  readonly verdict: TestVerdict;
  readonly output: string;
  readonly reports: readonly Report[];
}

export interface TestRunOptions {
  readonly run: RunCommand;
  readonly root: string;
  /** Only these test files; the full suite when absent or when the runner cannot be told. */
  readonly files?: readonly string[] | undefined;
}

export async function runTests(spec: TestsSpec, options: TestRunOptions): Promise<TestRun> {
  const argv = options.files ? affectedCommand(spec, options.files) : undefined;
  const scope = argv ? 'affected' : 'full';
  const folder = mkdtempSync(path.join(os.tmpdir(), 'agentforge-report-'));
  try {
    const reportFile = locateReport(spec, options.root, folder);
    const command = (argv ?? spec.command).map((part) =>
      part.replaceAll('{report}', path.join(folder, 'report')),
    );
    if (reportFile) rmSync(reportFile, { force: true });
    const outcome = await options.run({
      name: 'tests',
      argv: command,
      timeoutMs: spec.timeoutMs,
      writable: [folder],
    });
    const read = readReport(spec, reportFile, outcome);
    const reports = 'report' in read ? [read.report, ...read.others] : read.others;
    const verdict = judge(outcome, read, scope);
    return {
      output: outcome.output,
      reports,
      verdict: {
        ...verdict,
        durationMs: outcome.durationMs,
        ...(argv && options.files ? { files: [...options.files] } : {}),
      },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The command that runs only these files, or undefined when the runner has no such way that we know of. */
export function affectedCommand(spec: TestsSpec, files: readonly string[]): string[] | undefined {
  if (spec.affected) return spec.affected.flatMap((part) => (part === '{files}' ? [...files] : [part]));
  const runners = ['vitest', 'jest', 'pytest', 'mocha', '--test', 'tap', 'tape'];
  const known = spec.command.some((part) =>
    runners.includes(path.basename(part).replace(/\.(m?js|cmd)$/, '')),
  );
  return known && !spec.command.includes('--') && spec.command[0] !== 'npm'
    ? [...spec.command, ...files]
    : undefined;
}

type ReadReport = { report: TestReport; others: Report[] } | { missing: string; others: Report[] };

function locateReport(spec: TestsSpec, root: string, folder: string): string | undefined {
  if (!spec.report || spec.report.path === '-') return undefined;
  return spec.report.path === '{report}' ? path.join(folder, 'report') : path.resolve(root, spec.report.path);
}

function readReport(spec: TestsSpec, reportFile: string | undefined, outcome: CommandOutcome): ReadReport {
  const exitCode = outcome.exitCode === null ? {} : { exitCode: outcome.exitCode };
  const inText = parseReports(outcome.output, { argv: spec.command, ...exitCode });
  const others = inText.filter(({ kind }) => kind !== 'tests');
  if (!spec.report) {
    const report = inText.find((one): one is TestReport => one.kind === 'tests');
    return report ? { report, others } : { missing: 'no test results were recognised in the output', others };
  }
  const content = reportFile === undefined ? outcome.output : readFresh(reportFile);
  if (content === undefined) return { missing: 'the run wrote no report file', others };
  const parsed = parseStructured(spec.report.format, content);
  return parsed.ok
    ? { report: parsed.report, others }
    : { missing: `the report does not parse: ${parsed.reason}`, others };
}

/** The file was removed before the run, so one that exists was made by it. */
function readFresh(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat?.isFile() && stat.size <= MAX_REPORT_BYTES ? readFileSync(file, 'utf8') : undefined;
}

function judge(outcome: CommandOutcome, read: ReadReport, scope: 'affected' | 'full'): TestVerdict {
  const none = { scope, passing: false, passed: 0, failed: 0, total: 0, failing: [] };
  const failure = describeFailureToRun(outcome);
  if (failure !== undefined) return { ...none, error: `The test command ${failure}.` };
  if (!('report' in read)) return { ...none, error: `The tests gave no verdict: ${read.missing}.` };
  const { report } = read;
  const failed = report.failed + report.errors;
  const counts = {
    passed: report.passed,
    failed,
    total: report.total,
    failing: report.failing.slice(0, MAX_FAILING),
  };
  const names = report.passing ? { passingNames: report.passing.slice(0, MAX_NAMES) } : {};
  const error = disagreement(outcome.exitCode ?? 1, failed, report.total);
  return {
    scope,
    passing: failed === 0 && error === undefined,
    ...counts,
    ...names,
    ...(error === undefined ? {} : { error }),
  };
}

function disagreement(exitCode: number, failed: number, total: number): string | undefined {
  if (total === 0) return 'No test ran; no tests is not a pass.';
  if (failed === 0 && exitCode !== 0)
    return `The report shows no failure, yet the command exited with ${exitCode}.`;
  if (failed > 0 && exitCode === 0)
    return `The report shows ${failed} failures, yet the command exited with 0.`;
  return undefined;
}
