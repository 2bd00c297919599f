// What jest prints: blocks under `●`, and the summary line.
import type { TestCase } from '../../schema/index.js';
import { readBrokenSuite } from '../broken-suite.js';
import { findLineFrom } from '../find-line.js';
import type { Format } from '../format.js';
import { cleanTestName, createTestReport, readFailure, sumCounts, withoutRepeats } from '../test-report.js';

export const jest: Format = {
  tool: 'jest',
  signs: ['Tests:  ', 'Test Suites: '],
  parse({ lines }) {
    const suites = lines.findLastIndex((line) => /^Test Suites: +\d/.test(line));
    if (suites < 0) return undefined;
    const summary = lines.slice(suites, suites + 3).find((line) => /^Tests: +\d/.test(line)) ?? '';
    const failing = withoutRepeats(readBlocks(lines));
    const counts = sumCounts(summary, WORDS);
    const errors = failing.filter((item) => item.suite === true).length;
    const total = counts.passed + counts.failed + counts.skipped;
    const report = createTestReport('jest', false, { ...counts, errors, total }, failing, readPassing(lines));
    const from = lines.findIndex((line) => /^ {0,2}(?:FAIL|PASS|RUNS) {1,2}\S|^ {2}● /.test(line));
    const tail = lines.findLastIndex((line) => /^(?:Time|Snapshots): |^Ran all test suites/.test(line));
    return {
      reports: [report],
      understood: [{ from: from < 0 ? suites : Math.min(from, suites), to: Math.max(suites + 1, tail) }],
    };
  },
};

const WORDS = { passed: 'passed', failed: 'failed', skipped: 'skipped', todo: 'skipped' } as const;
const FILE = /^ {0,2}(FAIL|PASS) {1,2}(\S{1,500})/;

function readBlocks(lines: readonly string[]): TestCase[] {
  const cases: TestCase[] = [];
  let file: string | undefined;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const suite = FILE.exec(line);
    if (suite) file = suite[1] === 'FAIL' ? suite[2] : undefined;
    if (file === undefined || !/^ {2}● \S/.test(line)) continue;
    const end = findEnd(lines, index + 1);
    const name = line.slice(4).trim();
    const body = lines.slice(index + 1, end);
    if (name === 'Test suite failed to run') cases.push(readBrokenSuite(file, body));
    else if (!NOT_A_TEST.test(name)) {
      const failure = readFailure(body);
      cases.push({ test: name.split(' › ').join(' '), ...failure, file: pickFile(file, failure.file) });
    }
    index = end - 1;
  }
  return cases;
}

/** Frames are relative to jest's root folder, the heading to the project. */
function pickFile(heading: string, frame = heading): string {
  return heading.endsWith(`/${frame}`) ? heading : frame;
}

const NOT_A_TEST = /^(?:Console|Cannot log after tests|Deprecation Warning|Validation Warning)/;

function findEnd(lines: readonly string[], from: number): number {
  return findLineFrom(lines, from, (line) => /^ {2}● \S|^Test Suites: /.test(line) || FILE.test(line));
}

function readPassing(lines: readonly string[]): string[] {
  const names: string[] = [];
  const ancestors: string[] = [];
  for (const line of lines) {
    const match = /^( {2,40})(✓|✕|○)? ?(\S.{0,500})$/.exec(line);
    if (!match || line.trim() === '') {
      ancestors.length = 0;
      continue;
    }
    const [, indent = '', mark, name = ''] = match;
    const depth = indent.length / 2 - 1;
    if (mark === '✓') names.push([...ancestors.slice(0, depth), cleanTestName(name)].join(' '));
    if (mark === undefined) ancestors.splice(depth, ancestors.length, name);
  }
  return names;
}
