// What uvu prints: a block for each failure, and its totals.
import type { TestCase } from '../../schema/index.js';
import { findLineFrom } from '../find-line.js';
import type { Format } from '../format.js';
import { createTestReport, readFailure } from '../test-report.js';

export const uvu: Format = {
  tool: 'uvu',
  signs: ['\n  Total:     '],
  parse({ lines }) {
    const at = lines.findLastIndex((line) => /^ {2}Total: {5}\d/.test(line));
    const passed = readTotal(lines[at + 1], 'Passed');
    if (at < 0 || passed === undefined) return undefined;
    const total = readTotal(lines[at], 'Total') ?? 0;
    const skipped = readTotal(lines[at + 2], 'Skipped') ?? 0;
    const counts = { passed, failed: Math.max(0, total - passed), skipped, errors: 0 };
    const from = lines.findIndex((line) => HEAD.test(line) || SCORE.test(line));
    return {
      reports: [createTestReport('uvu', false, counts, readFailing(lines.slice(0, at)))],
      understood: [{ from: from < 0 ? at : Math.min(from, at), to: at + 3 }],
    };
  },
};

const MAX_DIFFERING = 6;
const HEAD = /^ {3}FAIL {2}(?:(\S.{0,200}?) {2})?"(.{1,500})"$/;
/** ` cart  • ✘ •   (1 / 4)` */
const SCORE = /[•✘] {3}\(\d{1,7} \/ \d{1,7}\)$/;

function readTotal(line = '', word: string): number | undefined {
  const match = /^ {2}(\w{1,20}): {1,12}(\d{1,9})$/.exec(line);
  return match?.[1] === word ? Number(match[2]) : undefined;
}

function readFailing(lines: readonly string[]): TestCase[] {
  return lines.flatMap((line, index): TestCase[] => {
    const head = line.startsWith('   FAIL  ') ? HEAD.exec(line) : null;
    if (!head) return [];
    const end = findLineFrom(lines, index + 1, (next) => HEAD.test(next) || SCORE.test(next), index + 200);
    const body = lines.slice(index + 1, end);
    // Behind the message stands the function that compared; what was thrown has none.
    const first = body[0]?.replace(/ {2}\(\w{1,40}\)$/, '') ?? '';
    const differing = body.map((next) => next.trim()).filter((next) => /^(?:\+\+|--)/.test(next));
    const failure = readFailure([[first, ...differing.slice(0, MAX_DIFFERING)].join(' '), ...body.slice(1)]);
    const test = [head[1], head[2]].filter(Boolean).join(' ');
    return [{ test, ...failure, assertion: first !== body[0] }];
  });
}
