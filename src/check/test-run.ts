// Runs the project's tests and judges the result: a verdict needs a report made by this very run.
import { lstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { confine } from '../platform/index.js';
import { parseReports, parseStructured } from '../report/index.js';
import type { Report, TestCase, TestReport, TestsSpec, TestVerdict } from '../schema/index.js';
import { describeFailureToRun } from './command-check.js';
import type { CommandOutcome, RunCommand } from './contract.js';
import { clipTestName, MAX_NAME_CHARS, rememberPassing } from './passing-tests.js';

const MAX_FAILING = 40;
const MIN_MESSAGE_CHARS = 60;
/** A verdict is part of a journal record, which has a limit of its own. */
const MAX_FAILING_BYTES = 12_000;
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
  /** Takes secrets out of the report, as `run` does with what the command prints. */
  readonly redactor?: ReportRedactor | undefined;
}

/** Works on the text of a report, before anything of it is cut, and on what was parsed from it. */
export interface ReportRedactor {
  redact(text: string): string;
  clean<T>(value: T): T;
}

export async function runTests(spec: TestsSpec, options: TestRunOptions): Promise<TestRun> {
  const argv = options.files ? affectedCommand(spec, options.files) : undefined;
  const scope = argv ? 'affected' : 'full';
  const folder = mkdtempSync(path.join(os.tmpdir(), 'agentforge-report-'));
  try {
    removeReport(locateReport(spec, options.root, folder));
    const outcome = await options.run({
      name: 'tests',
      argv: (argv ?? spec.command).map((part) => part.replaceAll('{report}', path.join(folder, 'report'))),
      timeoutMs: spec.timeoutMs,
      writable: [folder],
    });
    // Looked up again: the run may have put a link in place of a folder.
    const read = readReport(spec, locateReport(spec, options.root, folder), outcome, options.redactor);
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
  // A name that begins with a dash would be taken for an option.
  const names = files.map((file) => (file.startsWith('-') ? `./${file}` : file));
  if (spec.affected === false) return undefined;
  if (spec.affected) return spec.affected.flatMap((part) => (part === '{files}' ? names : [part]));
  const runners = ['vitest', 'jest', 'pytest', 'mocha', '--test', 'tap', 'tape'];
  const known = spec.command.some((part) =>
    runners.includes(path.basename(part).replace(/\.(m?js|cmd)$/, '')),
  );
  return known && !spec.command.includes('--') && spec.command[0] !== 'npm'
    ? [...spec.command, ...names]
    : undefined;
}

/** The tests' own report, or why there is none. */
type OwnReport = { readonly report: TestReport } | { readonly missing: string };
type ReadReport = OwnReport & { readonly others: readonly Report[] };

/** Where the report will lie: in the output, in a file, or nowhere it may be read from. */
type ReportPlace = { readonly file?: string; readonly refused?: string };

/** A path in the project is followed to where it really leads: what a test made of a folder may lead out. */
function locateReport({ report }: TestsSpec, root: string, folder: string): ReportPlace {
  if (!report || report.path === '-') return {};
  if (report.path === '{report}') return { file: path.join(folder, 'report') };
  if (path.isAbsolute(report.path)) return { file: report.path };
  const confined = confine(root, report.path, { forWriting: true });
  return confined.ok ? { file: confined.absolute } : { refused: confined.message };
}

function removeReport({ file }: ReportPlace): void {
  if (file !== undefined && lstatSync(file, { throwIfNoEntry: false })?.isDirectory() === false) rmSync(file);
}

function readReport(
  spec: TestsSpec,
  place: ReportPlace,
  outcome: CommandOutcome,
  redactor: ReportRedactor | undefined,
): ReadReport {
  const exitCode = outcome.exitCode === null ? {} : { exitCode: outcome.exitCode };
  const inText = parseReports(outcome.output, { argv: spec.command, ...exitCode });
  const others = inText.filter(({ kind }) => kind !== 'tests');
  if (spec.report) return { ...readStructured(spec.report, place, outcome.output, redactor), others };
  const report = inText.find((one): one is TestReport => one.kind === 'tests');
  return report ? { report, others } : { missing: 'no test results were recognised in the output', others };
}

function readStructured(
  { format }: NonNullable<TestsSpec['report']>,
  { file, refused }: ReportPlace,
  output: string,
  redactor: ReportRedactor | undefined,
): OwnReport {
  if (refused !== undefined) return { missing: refused };
  const content = file === undefined ? output : readFresh(file);
  if (content === undefined) return { missing: 'the run wrote no report file' };
  const parsed = parseStructured(format, redactor?.redact(content) ?? content);
  return parsed.ok
    ? { report: redactor?.clean(parsed.report) ?? parsed.report }
    : { missing: `the report does not parse: ${parsed.reason}` };
}

/** The file was removed before the run, so one that exists was made by it; a link may lead to any other file. */
function readFresh(file: string): string | undefined {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  return stat?.isFile() && stat.size <= MAX_REPORT_BYTES ? readFileSync(file, 'utf8') : undefined;
}

function judge(outcome: CommandOutcome, read: ReadReport, scope: 'affected' | 'full'): TestVerdict {
  const none = { scope, passing: false, passed: 0, failed: 0, total: 0, failing: [] };
  const failure = describeFailureToRun(outcome);
  if (failure !== undefined) return { ...none, error: `The test command ${failure}.` };
  if (!('report' in read)) return { ...none, error: `The tests gave no verdict: ${read.missing}.` };
  const report = explainBroken(read.report, read.others);
  const failed = report.failed + report.errors;
  const counts = {
    passed: report.passed,
    failed,
    total: report.total,
    failing: nameFailing(report),
  };
  const names = rememberPassing(report.passing);
  const error = disagreement(outcome.exitCode ?? 1, failed, report.total);
  return {
    scope,
    passing: failed === 0 && error === undefined,
    ...counts,
    ...names,
    ...(error === undefined ? {} : { error }),
  };
}

/** The first of them, with shorter messages where there are many: every failure that is named can be told from a new one. */
function nameFailing({ failing }: TestReport): TestCase[] {
  const named = failing.slice(0, MAX_FAILING).map((one) => ({ ...one, test: clipTestName(one.test) }));
  const maxChars = Math.floor(MAX_FAILING_BYTES / Math.max(1, named.length)) - MAX_NAME_CHARS;
  return named.map((one) =>
    one.message === undefined
      ? one
      : { ...one, message: clipText(one.message, Math.max(MIN_MESSAGE_CHARS, maxChars)) },
  );
}

function clipText(text: string, maxChars: number): string {
  return text.length > maxChars ? `${text.slice(0, maxChars - 1)}…` : text;
}

/** A file that could not be loaded often says why only beside the report: its first stack trace. */
function explainBroken(report: TestReport, others: readonly Report[]): TestReport {
  const trace = others.find((one) => one.kind === 'trace');
  if (!trace) return report;
  const why = `${trace.exception}: ${trace.message}`;
  const failing = report.failing.map((test) =>
    test.suite === true && !(test.message ?? '').includes(trace.exception) ? { ...test, message: why } : test,
  );
  return { ...report, failing };
}

function disagreement(exitCode: number, failed: number, total: number): string | undefined {
  if (total === 0) return 'No test ran; no tests is not a pass.';
  if (failed === 0 && exitCode !== 0)
    return `The report shows no failure, yet the command exited with ${exitCode}.`;
  if (failed > 0 && exitCode === 0)
    return `The report shows ${failed} failures, yet the command exited with 0.`;
  return undefined;
}
