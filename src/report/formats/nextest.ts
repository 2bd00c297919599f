// What cargo-nextest prints: a line per test, what failing ones wrote, and the summary.
import type { TestCase } from '../../schema/index.js';
import type { Format } from '../format.js';
import { createTestReport, sumCounts, withoutRepeats } from '../test-report.js';
import { findPanics } from './rust-panics.js';

export const nextest: Format = {
  tool: 'nextest',
  signs: ['Summary ['],
  parse({ lines }) {
    const at = lines.findLastIndex((line) => SUMMARY.test(line));
    if (at < 0) return undefined;
    const text = SUMMARY.exec(lines[at] ?? '')?.[1] ?? '';
    const counts = sumCounts(text, WORDS);
    const results = lines.map((line) => RESULT.exec(line)).filter((match) => match !== null);
    const panics = findPanics(lines);
    const failing = results
      .filter(([, word = '']) => FAILED.test(word))
      .map(([, , test = '']): TestCase => ({ test, ...panics.get(test) }));
    const passing = results.filter(([, word]) => word === 'PASS').map(([, , test = '']) => test);
    const from = lines.findIndex((line) => RESULT.test(line));
    const to = lines.findLastIndex((line) => RESULT.test(line));
    return {
      reports: [createTestReport('nextest', false, counts, withoutRepeats(failing), passing)],
      understood: [{ from: from < 0 ? at : Math.min(from, at), to: Math.max(to, at) }],
    };
  },
};

const SUMMARY = /^\s{0,12}Summary \[ {0,12}[\d.]{1,12}s\] \d{1,9}(?:\/\d{1,9})? tests? run: (.{1,300})$/;
const WORDS = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  exec: 'failed',
  timed: 'failed',
} as const;
const RESULT =
  /^\s{0,12}((?:TRY \d{1,3} )?(?:PASS|FAIL|LEAK|FLAKY|SLOW|ABORT|TIMEOUT|SIG[A-Z]{1,8}|XFAIL|TMT)) \[ {0,12}>? {0,12}[\d.]{1,12}s\] (?:\( {0,9}\d{1,9}\/\d{1,9}\) )?\S{1,300} (\S.{0,500})$/;
const FAILED = /^(?:FAIL|ABORT|TIMEOUT|XFAIL|TMT|SIG)/;
