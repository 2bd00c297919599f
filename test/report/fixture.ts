// Outputs of real tools, recorded by running them on small projects.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseReports } from '../../src/report/index.js';
import type { DiagnosticsReport, TestReport, TraceReport } from '../../src/schema/index.js';

export function readFixture(name: string): string {
  return readFileSync(fileURLToPath(new URL(`fixtures/${name}`, import.meta.url)), 'utf8');
}

export function testsIn(text: string): TestReport {
  const report = parseReports(text).find((candidate) => candidate.kind === 'tests');
  if (!report) throw new Error('no test report was found');
  return report;
}

export function diagnosticsIn(text: string): DiagnosticsReport {
  const report = parseReports(text).find((candidate) => candidate.kind === 'diagnostics');
  if (!report) throw new Error('no diagnostics were found');
  return report;
}

export function tracesIn(text: string): TraceReport[] {
  return parseReports(text).filter((candidate) => candidate.kind === 'trace');
}

export function countsOf({ passed, failed, skipped, errors, total }: TestReport): number[] {
  return [passed, failed, skipped, errors, total];
}
