// libtest's JSON events, of `cargo test` and of nextest: one object per line.
import { z } from 'zod';
import { parseJson } from '../../platform/index.js';
import type { TestCase } from '../../schema/index.js';
import type { Format } from '../format.js';
import { findLines } from '../output.js';
import { createTestReport } from '../test-report.js';
import { readRustFailure } from './rust-panics.js';

export const libtestJson: Format = {
  tool: 'cargo-test',
  signs: ['"type": "test"', '"type":"test"'],
  parse(output) {
    const events = output.lines.flatMap(readEvent);
    const having = (event: string): Event[] => events.filter((item) => item.event === event);
    const failed = [...having('failed'), ...having('timeout')];
    const [passed, skipped] = [having('ok'), having('ignored')];
    if (passed.length + failed.length + skipped.length === 0) return undefined;
    const counts = { passed: passed.length, failed: failed.length, skipped: skipped.length, errors: 0 };
    const names = passed.map(({ name }) => name);
    return {
      reports: [createTestReport('cargo-test', true, counts, failed.map(toCase), names)],
      understood: findLines(output.lines, isEventLine),
    };
  },
};

const Event = z.object({
  type: z.literal('test'),
  event: z.string(),
  name: z.string(),
  stdout: z.string().optional(),
  message: z.string().optional(),
});
type Event = z.infer<typeof Event>;

function isEventLine(line: string): boolean {
  return line.startsWith('{') && /"type": ?"(?:test|suite)"/.test(line);
}

function readEvent(line: string): Event[] {
  if (!isEventLine(line)) return [];
  const parsed = Event.safeParse(parseJson(line));
  return parsed.success ? [parsed.data] : [];
}

function toCase({ name, stdout = '', message }: Event): TestCase {
  const lines = [...stdout.split('\n', 200), ...(message === undefined ? [] : [`note: ${message}`])];
  return { test: name, ...readRustFailure(lines) };
}
