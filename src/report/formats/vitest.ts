// What vitest prints: the tree, the blocks of failed suites and tests, and the two summary lines.
import type { TestCase, TraceReport } from '../../schema/index.js';
import { readBrokenSuite } from '../broken-suite.js';
import { findLineFrom } from '../find-line.js';
import type { Format, LineRange } from '../format.js';
import { parseNodeFrame } from '../location.js';
import { cleanTestName, createTestReport, readFailure, sumCounts, withoutRepeats } from '../test-report.js';

export const vitest: Format = {
  tool: 'vitest',
  signs: ['Test Files  '],
  parse({ lines }) {
    const files = lines.findLastIndex((line) => FILES.test(line));
    const tests = lines.findLastIndex((line) => TESTS.test(line));
    if (files < 0) return undefined;
    const counts = sumCounts(tests < 0 ? '' : (lines[tests] ?? ''), WORDS);
    const failing = readFailing(lines, counts.failed);
    const suites = failing.filter((item) => item.suite === true).length;
    const errors = suites + countUnhandled(lines);
    const total = counts.passed + counts.failed + counts.skipped;
    const passing = readTree(lines, '✓').flatMap((item) => (item.nested === true ? [] : [item.test]));
    const report = createTestReport('vitest', false, { ...counts, errors, total }, failing, passing);
    return { reports: [report, ...readUnhandled(lines)], understood: [findRange(lines)] };
  },
};

const FILES = /^\s{0,4}Test Files {2}\S/;
const TESTS = /^\s{0,8}Tests {2}\S/;
const WORDS = { passed: 'passed', failed: 'failed', skipped: 'skipped', todo: 'skipped' } as const;

/** A retried test has a head for each try; tests that share a name have one each, and are counted so. */
function readFailing(lines: readonly string[], failed: number): TestCase[] {
  const blocks = readBlocks(lines);
  const isEnough = (cases: readonly TestCase[]): boolean =>
    cases.filter((item) => item.suite !== true).length >= failed;
  const different = withoutRepeats(blocks);
  if (isEnough(different)) return different;
  // The tree repeats what the blocks say, in fewer words; it counts where blocks are missing.
  return isEnough(blocks) ? blocks : withoutRepeats([...blocks, ...readTree(lines, '×')]);
}

/** ` FAIL  file > suite > name`, several heads may share one error. */
function readBlocks(lines: readonly string[]): TestCase[] {
  const cases: TestCase[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    if (!isHead(lines[index] ?? '')) continue;
    const body = findLineFrom(lines, index, (line) => !isHead(line));
    const end = findLineFrom(lines, body, (line) => isHead(line) || line.startsWith('⎯'));
    const said = lines.slice(body, end);
    for (const head of lines.slice(index, body)) cases.push(readHead(head, said));
    index = end - 1;
  }
  return cases;
}

function isHead(line: string): boolean {
  return /^ {0,2}FAIL {2}\S/.test(line);
}

function readHead(head: string, said: readonly string[]): TestCase {
  const text = head
    .trim()
    .slice('FAIL'.length)
    .trim()
    .replace(/^\|[^|]{1,100}\| /, '');
  const suite = / \[ [^\]]{1,500} \]$/.exec(text);
  const [file = '', ...names] = (suite ? text.slice(0, suite.index) : text).split(' > ');
  const test = names.map((name) => name.trim()).join(' ');
  return test === '' ? readBrokenSuite(file, said) : { file, ...readFailure(said), test };
}

/** `× name 3ms` and `✓ name 1ms`, under the line of their file or after its name. */
function readTree(lines: readonly string[], mark: '×' | '✓'): Leaf[] {
  const cases: Leaf[] = [];
  let file: string | undefined;
  for (const [index, line] of lines.entries()) {
    if (!/[❯✓×] \S/.test(line)) continue;
    const text = line.trim();
    const suite = /^[❯✓×] (\S{1,500}) \(\d{1,6} tests?/.exec(text);
    if (suite) file = suite[1];
    else if (text.startsWith(`${mark} `) && line.startsWith(' '))
      cases.push(readLeaf(text, lines[index + 1], file));
  }
  return cases;
}

/** In a nested tree only the last part of the name is on the line. */
type Leaf = TestCase & { readonly nested?: boolean };

function readLeaf(text: string, next: string | undefined, suite: string | undefined): Leaf {
  const parts = cleanTestName(text.slice(2)).split(' > ');
  const named = parts.length > 1 && /\.[cm]?[jt]sx?$/.test(parts[0] ?? '');
  const arrow = next?.trim() ?? '';
  return {
    test: (named ? parts.slice(1) : parts).join(' '),
    file: named ? parts[0] : suite,
    ...(parts.length === 1 && { nested: true }),
    ...(arrow.startsWith('→ ') && readFailure([arrow.slice(2)])),
  };
}

/** What was thrown outside of any test, each under a rule of its own. */
function readUnhandled(lines: readonly string[]): TraceReport[] {
  return lines.flatMap((line, index): TraceReport[] => {
    if (!/^⎯{1,200} (?:Unhandled Rejection|Uncaught Exception|Unhandled Error) ⎯/.test(line)) return [];
    const end = findLineFrom(lines, index + 1, (next) => next === '' || next.startsWith('⎯'), index + 60);
    const [said = '', ...rest] = lines.slice(index + 1, end);
    const match = /^(\w{1,80}): (.{0,2000})$/.exec(said);
    const frames = rest.map(parseNodeFrame).filter((frame) => frame !== undefined);
    if (!match || frames.length === 0) return [];
    return [{ kind: 'trace', tool: 'vitest', exception: match[1] ?? '', message: match[2] ?? '', frames }];
  });
}

function countUnhandled(lines: readonly string[]): number {
  const line = lines.findLast((candidate) => /^\s{0,8}Errors {2}\d/.test(candidate));
  return line === undefined ? 0 : Number(/\d{1,9}/.exec(line)?.[0] ?? 0);
}

function findRange(lines: readonly string[]): LineRange {
  const belongs = (line: string): boolean =>
    /^ {0,2}(?:RUN {2}|FAIL {2}|Test Files {2}|⎯|[❯✓×] \S)|^\s{2,8}(?:Duration|Start at|Tests) {2}/.test(
      line,
    );
  return { from: lines.findIndex(belongs), to: lines.findLastIndex(belongs) };
}
