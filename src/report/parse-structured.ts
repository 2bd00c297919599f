// A report file that the harness demanded from a runner.
import type { ReportFormat, TestReport } from '../schema/index.js';
import { parseGoTestJson } from './formats/go-test-json.js';
import { parseJunit } from './formats/junit.js';
import { parseMochaJson } from './formats/mocha-json.js';
import { parseRspecJson } from './formats/rspec-json.js';
import { parseRunnerJson } from './formats/runner-json.js';
import { parseTap } from './formats/tap.js';
import { findJson } from './output.js';
import { toLines } from './terminal-text.js';

export type StructuredFormat = ReportFormat | 'rspec-json';

export type StructuredResult =
  | { readonly ok: true; readonly report: TestReport }
  | { readonly ok: false; readonly reason: 'empty' | 'too_large' | 'malformed' };

const MAX_CHARS = 256 * 1024 * 1024;

const PARSERS: Readonly<Record<StructuredFormat, (content: string) => TestReport | undefined>> = {
  junit: parseJunit,
  'vitest-json': (content) => parseRunnerJson(findJson(content), 'vitest'),
  'jest-json': (content) => parseRunnerJson(findJson(content), 'jest'),
  'mocha-json': (content) => parseMochaJson(findJson(content)),
  tap: (content) => parseTapFile(toLines(content)),
  'go-test-json': (content) => parseGoTestJson(toLines(content)),
  'rspec-json': (content) => parseRspecJson(findJson(content)),
};

export function parseStructured(format: StructuredFormat, content: string): StructuredResult {
  if (content.trim() === '') return { ok: false, reason: 'empty' };
  if (content.length > MAX_CHARS) return { ok: false, reason: 'too_large' };
  const report = PARSERS[format](content.startsWith('\uFEFF') ? content.slice(1) : content);
  return report ? { ok: true, report } : { ok: false, reason: 'malformed' };
}

function parseTapFile(lines: readonly string[]): TestReport | undefined {
  return lines.some((line) => /^(?:TAP version 1\d|1\.\.\d|(?:not )?ok\b)/.test(line))
    ? parseTap(lines)
    : undefined;
}
