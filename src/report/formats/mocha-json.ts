// The JSON report of mocha: the same test objects in a list for each outcome.
import { z } from 'zod';
import type { TestCase, TestReport } from '../../schema/index.js';
import type { Format } from '../format.js';
import { everyLine } from '../output.js';
import { createTestReport, readFailure } from '../test-report.js';

export const mochaJson: Format = {
  tool: 'mocha',
  signs: ['"fullTitle"'],
  parse(output) {
    const report = parseMochaJson(output.json());
    return report ? { reports: [report], understood: [everyLine(output)] } : undefined;
  },
};

const MochaTest = z.object({
  fullTitle: z.string(),
  file: z.string().nullish(),
  err: z.object({ message: z.string().optional(), stack: z.string().optional() }).optional(),
});

const MochaReport = z.object({
  stats: z.object({ tests: z.number() }),
  passes: z.array(MochaTest),
  failures: z.array(MochaTest),
  pending: z.array(MochaTest),
});

export function parseMochaJson(document: unknown): TestReport | undefined {
  const parsed = MochaReport.safeParse(document);
  if (!parsed.success) return undefined;
  const { passes, failures, pending } = parsed.data;
  const counts = { passed: passes.length, failed: failures.length, skipped: pending.length, errors: 0 };
  const names = passes.map(({ fullTitle }) => fullTitle.trim());
  return createTestReport('mocha', true, counts, failures.map(toCase), names);
}

function toCase({ fullTitle, file, err }: z.infer<typeof MochaTest>): TestCase {
  const failure = readFailure((err?.stack ?? err?.message ?? '').split('\n', 100));
  return { test: fullTitle.trim(), ...(file ? { file } : {}), ...failure };
}
