// `rspec --format json`.
import { z } from 'zod';
import type { TestCase, TestReport } from '../../schema/index.js';
import type { Format } from '../format.js';
import { everyLine } from '../output.js';
import { createTestReport, readMessage } from '../test-report.js';

export const rspecJson: Format = {
  tool: 'rspec',
  signs: ['"examples"'],
  parse(output) {
    const report = parseRspecJson(output.json());
    return report ? { reports: [report], understood: [everyLine(output)] } : undefined;
  },
};

const Example = z.object({
  full_description: z.string(),
  status: z.string(),
  file_path: z.string().optional(),
  line_number: z.number().int().optional(),
  exception: z.object({ class: z.string().optional(), message: z.string().nullish() }).nullish(),
});

const RspecReport = z.object({
  examples: z.array(Example),
  summary: z.object({ errors_outside_of_examples_count: z.number().int().default(0) }),
});

export function parseRspecJson(document: unknown): TestReport | undefined {
  const parsed = RspecReport.safeParse(document);
  if (!parsed.success) return undefined;
  const { examples, summary } = parsed.data;
  const having = (status: string): z.infer<typeof Example>[] =>
    examples.filter((item) => item.status === status);
  const counts = {
    passed: having('passed').length,
    failed: having('failed').length,
    skipped: having('pending').length,
    errors: summary.errors_outside_of_examples_count,
  };
  return createTestReport(
    'rspec',
    true,
    counts,
    having('failed').map(toCase),
    having('passed').map((item) => item.full_description),
  );
}

function toCase(item: z.infer<typeof Example>): TestCase {
  const message = readMessage((item.exception?.message ?? '').split('\n', 20));
  return {
    test: item.full_description,
    ...(item.file_path !== undefined && { file: item.file_path }),
    ...(item.line_number !== undefined && { line: item.line_number }),
    ...(message !== '' && { message }),
    assertion: item.exception?.class?.startsWith('RSpec::') ?? false,
  };
}
