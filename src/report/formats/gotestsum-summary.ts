// What gotestsum prints after any of its formats: skipped, failed and erroneous things again, and one line of totals.
import type { TestCase } from '../../schema/index.js';
import { collectLines, findLineFrom } from '../find-line.js';
import type { Format, LineRange } from '../format.js';
import { createBrokenSuite, createTestReport } from '../test-report.js';
import { readGoLog } from './go-log.js';

export const gotestsumSummary: Format = {
  tool: 'gotestsum',
  signs: ['\nDONE '],
  parse({ lines }) {
    const at = lines.findLastIndex((line) => DONE.test(line));
    const done = DONE.exec(lines[at] ?? '');
    if (!done) return undefined;
    const [total, skipped, failures, errors] = done.slice(1).map((text) => Number(text ?? 0));
    const cases = readFailing(lines.slice(0, at));
    const broken = cases.filter((item) => item.suite === true).length;
    const failed = Math.max(0, (failures ?? 0) - broken);
    const counts = {
      failed,
      skipped: skipped ?? 0,
      errors: Math.max(errors ?? 0, broken),
      passed: Math.max(0, (total ?? 0) - failed - (skipped ?? 0)),
      total: total ?? 0,
    };
    const passing = collectLines(lines.slice(0, at), (line) => PASSED.exec(line)?.[1]);
    const report = createTestReport('gotestsum', false, counts, cases, passing);
    return { reports: [report], understood: findUnderstood(lines, at) };
  },
};

const DONE =
  /^DONE (?:\d{1,5} runs?, )?(\d{1,9}) tests?(?:, (\d{1,9}) skipped)?(?:, (\d{1,9}) failures?)?(?:, (\d{1,9}) errors?)? in [\d.]{1,12}(?:ms|s|m.{1,8})$/;
const PASSED = /^(?:PASS \S{1,400}\.|\s{0,80}--- PASS: )((?:Test|Example|Fuzz)\S{0,400}) \(\d/;
const HEAD = /^=== FAIL: (\S{1,400})(?: (\S{1,500}))? \((?:\d|unknown\))/;

/** `=== FAIL: pkg TestName (0.01s)`; without a test the package itself failed. */
function readFailing(lines: readonly string[]): TestCase[] {
  return lines.flatMap((line, index): TestCase[] => {
    const head = line.startsWith('=== FAIL: ') ? HEAD.exec(line) : null;
    if (!head) return [];
    const end = findLineFrom(lines, index + 1, (next) => /^=== (?!RUN|CONT|NAME|PAUSE)/.test(next));
    const body = lines.slice(index + 1, end);
    const [, name = '', test] = head;
    if (test !== undefined) return [{ test, ...readGoLog(body) }];
    const said = body.find((next) => next !== '' && !next.startsWith('FAIL')) ?? '';
    return [createBrokenSuite(name, { message: `package ${name} failed: ${said}` })];
  });
}

/** All but the errors of the compiler, which are findings of their own. */
function findUnderstood(lines: readonly string[], at: number): LineRange[] {
  const errors = lines.indexOf('=== Errors');
  if (errors < 0 || errors > at) return [{ from: 0, to: at }];
  const end = findLineFrom(lines, errors + 1, (line) => line.startsWith('=== ') || DONE.test(line), at);
  return [
    { from: 0, to: errors },
    { from: end, to: at },
  ];
}
