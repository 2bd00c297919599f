// Perl's `prove`: a line per test file, what failed as comments, and the report that sums up.
import type { TestCase } from '../../schema/index.js';
import { collectLines, findLineFrom } from '../find-line.js';
import type { Format } from '../format.js';
import { createBrokenSuite, createTestReport, withoutRepeats } from '../test-report.js';

export const prove: Format = {
  tool: 'prove',
  signs: ['\nFiles='],
  parse({ lines }) {
    const to = lines.findLastIndex((line) => TOTALS.test(line));
    const total = Number(TOTALS.exec(lines[to] ?? '')?.[1] ?? Number.NaN);
    if (Number.isNaN(total)) return undefined;
    const files = collectLines(lines, readFile);
    const places = findPlaces(lines);
    const broken = files
      .filter(({ failed }) => failed === 0)
      .map(({ file }) => toBroken(file, lines, places.get(file) ?? 0));
    const failed = files.reduce((sum, file) => sum + file.failed, 0);
    const skipped = collectLines(lines, readSkipped).reduce((sum, count) => sum + count, 0);
    const counts = {
      passed: Math.max(0, total - failed - skipped),
      failed,
      skipped,
      errors: broken.length,
      total,
    };
    const failing = withoutRepeats(collectLines(lines, (line, index) => readFailed(lines, line, index)));
    const from = lines.findIndex((line) => /^(?:#   Failed |\S{1,500} \.{2,})/.test(line));
    return {
      reports: [createTestReport('prove', false, counts, [...failing, ...broken])],
      understood: [{ from: from < 0 ? to : Math.min(from, to), to }],
    };
  },
};

const TOTALS = /^Files=\d{1,9}, Tests=(\d{1,9}), /;

/** `t/cart.t (Wstat: 256 (exited 1) Tests: 8 Failed: 5)`; only files with a problem are listed. */
function readFile(line: string): { file: string; failed: number } | undefined {
  const match = /^(\S{1,500}) +\(Wstat: .{1,60} Tests: \d{1,9} Failed: (\d{1,9})\)$/.exec(line);
  return match ? { file: match[1] ?? '', failed: Number(match[2]) } : undefined;
}

function readSkipped(line: string): number | undefined {
  const match = /^\t?\(less (\d{1,9}) skipped subtests?: /.exec(line);
  return match ? Number(match[1]) : undefined;
}

/** `#   Failed test 'adds up'`, its place, and what was compared; a subtest's own failures are indented. */
function readFailed(lines: readonly string[], line: string, index: number): TestCase | undefined {
  const match = /^#   Failed test(?: '(.{1,500})')?(?: at (\S{1,500}) line (\d{1,7})\.)?$/.exec(line);
  if (!match) return undefined;
  const place = /^#   at (\S{1,500}) line (\d{1,7})\.$/.exec(lines[index + 1] ?? '');
  const end = findLineFrom(
    lines,
    index + 1,
    (next) => !/^# {2,}\S/.test(next) || / Failed test/.test(next),
    index + 30,
  );
  const said = lines.slice(index + 1, end).map((next) => next.replace(/^#/, '').trim());
  const compared = said.filter((next) => !/^at \S{1,500} line \d/.test(next)).slice(0, 4);
  const [file, number] = place?.slice(1) ?? match.slice(2);
  const where = file === undefined ? {} : { file, line: Number(number) };
  return {
    test: match[1] ?? (file === undefined ? 'Failed test' : `${file} line ${number ?? ''}`),
    ...where,
    message: compared.join(' ').slice(0, 400) || 'the test failed',
    assertion: true,
  };
}

/** The line of each file: `t/cart.t .. ok`. */
function findPlaces(lines: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    collectLines(lines, (line, index): [string, number] | undefined => {
      const file = line.includes(' ..') ? /^(\S{1,500}) \.{2,}/.exec(line)?.[1] : undefined;
      return file === undefined ? undefined : [file, index];
    }),
  );
}

/** Why stands above the line of the file. */
function toBroken(file: string, lines: readonly string[], at: number): TestCase {
  const above = lines.slice(Math.max(0, at - 6), at).filter((line) => line !== '');
  const start = above.findLastIndex((line) => /^\S{1,500} \.{2,}|^(?:All \d|Result: )|^\s/.test(line));
  const why = above.slice(start + 1).find((line) => !/^(?:#|1\.\.\d|(?:not )?ok\b)/.test(line));
  return createBrokenSuite(file, { file, message: why ?? 'the test file did not run to its end' });
}
