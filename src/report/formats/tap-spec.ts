// tap-spec, which draws a TAP stream as a tree: its failures with their details, and its totals.
import type { TestCase } from '../../schema/index.js';
import { findLineFrom } from '../find-line.js';
import type { Format } from '../format.js';
import { parseNodeFrame } from '../location.js';
import { createTestReport, readMessage } from '../test-report.js';

export const tapSpec: Format = {
  tool: 'tap-spec',
  signs: ['  total:     '],
  parse({ lines }) {
    const at = lines.findLastIndex((line) => /^ {2}total: {5}\d/.test(line));
    const passed = readTotal(lines, at, 'passing');
    if (at < 0 || passed === undefined) return undefined;
    const tree = lines.slice(0, at);
    const cases = readFailing(tree);
    const todo = cases.filter(({ test }) => UNDONE.test(test)).length;
    const skipped = tree.filter((line) => /^ {4}- \S/.test(line)).length;
    const failed = Math.max(0, (readTotal(lines, at, 'failing') ?? 0) - todo);
    const counts = { passed: Math.max(0, passed - skipped), failed, skipped: skipped + todo, errors: 0 };
    const from = tree.findIndex((line) => MARKED.test(line));
    return {
      reports: [
        createTestReport(
          'tap-spec',
          false,
          counts,
          cases.filter(({ test }) => !UNDONE.test(test)),
        ),
      ],
      understood: [{ from: from < 0 ? at : from, to: at + 3 }],
    };
  },
};

const UNDONE = / # (?:todo)\b/i;
const MARKED = /^ {4}[✔✖] \S/;

function readTotal(lines: readonly string[], at: number, word: string): number | undefined {
  const line = lines.slice(at, at + 4).find((candidate) => candidate.startsWith(`  ${word}: `));
  return line === undefined ? undefined : Number(/\d{1,9}/.exec(line)?.[0]);
}

/** A failing assertion is underlined, and stands below the name of its test. */
function readFailing(lines: readonly string[]): TestCase[] {
  let group = '';
  return lines.flatMap((line, index): TestCase[] => {
    if (/^ {2}\S/.test(line)) group = line.trim();
    const name = /^ {4}✖ (\S.{0,1000})$/.exec(line)?.[1];
    if (name === undefined || !/^ {4}-{3,1000}$/.test(lines[index + 1] ?? '')) return [];
    const end = findLineFrom(
      lines,
      index + 2,
      (next) =>
        MARKED.test(next) || (/^ {2}\S.{0,200}$/.test(next) && !/^ {2}(?:at |\w{0,60}Error)/.test(next)),
      index + 60,
    );
    return [{ test: `${group} ${name}`.trim(), group, ...readDetails(lines.slice(index + 2, end), name) }];
  });
}

function readDetails(lines: readonly string[], name: string): Omit<TestCase, 'test'> {
  const read = (key: string): string | undefined =>
    lines
      .map((line) => line.trim())
      .find((line) => line.startsWith(`${key}: `))
      ?.slice(key.length + 1)
      .trim();
  const frame = parseNodeFrame(`at ${read('at') ?? ''}`);
  const [expected, actual] = [read('expected'), read('actual')];
  const compared = [expected && `expected: ${expected}`, actual && `actual: ${actual}`].filter(Boolean);
  return {
    ...(frame && { file: frame.file, line: frame.line }),
    message: readMessage([[name, ...compared].join(' ')]),
    assertion: read('operator') !== undefined && read('operator') !== 'error',
  };
}
