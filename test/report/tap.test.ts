import { describe, expect, it } from 'vitest';
import { parseStructured } from '../../src/report/index.js';
import { countsOf, readFixture, testsIn } from './fixture.js';

function parseTap(lines: readonly string[]): ReturnType<typeof testsIn> {
  const result = parseStructured('tap', lines.join('\n'));
  if (!result.ok) throw new Error(result.reason);
  return result.report;
}

describe('TAP', () => {
  it('names an assertion of tape after its group and says what was compared', () => {
    const report = testsIn(
      [
        'TAP version 13',
        '# trims the end',
        'ok 1 should be equal',
        'not ok 2 should be equal',
        '  ---',
        '    operator: equal',
        "    expected: 'a'",
        "    actual:   'a '",
        '    at: Test.<anonymous> (/project/test/trim.js:11:4)',
        '  ...',
        '1..2',
        '# tests 2',
        '# pass  1',
        '# fail  1',
      ].join('\n'),
    );
    expect(countsOf(report)).toEqual([1, 1, 0, 0, 2]);
    expect(report.failing).toEqual([
      {
        test: 'trims the end should be equal',
        group: 'trims the end',
        file: '/project/test/trim.js',
        line: 11,
        message: 'equal: expected a, got a ',
        assertion: true,
      },
    ]);
  });

  it('places a failure of node:test at the assertion, not at the test', () => {
    const report = parseTap([
      'TAP version 13',
      'not ok 1 - adds up',
      '  ---',
      "  location: '/project/test/cart.test.js:20:1'",
      '  error: |-',
      '    1 !== 5',
      "  code: 'ERR_ASSERTION'",
      '  stack: |-',
      '    TestContext.<anonymous> (file:///project/test/cart.test.js:26:10)',
      '    Test.runInAsyncScope (node:async_hooks:206:9)',
      '  ...',
      '1..1',
    ]);
    expect(report.failing).toMatchObject([{ file: '/project/test/cart.test.js', line: 26 }]);
  });

  it('does not take the message of an error that was expected for what went wrong', () => {
    const report = parseTap([
      'TAP version 13',
      'not ok 1 - says which line is wrong',
      '  ---',
      "  location: '/project/test/load.test.js:20:1'",
      "  error: 'Missing expected rejection.'",
      "  code: 'ERR_ASSERTION'",
      '  expected:',
      "    message: 'a.ini: line 2: no value'",
      "  operator: 'rejects'",
      '  ...',
      '1..1',
    ]);
    expect(report.failing).toMatchObject([{ message: 'Missing expected rejection.' }]);
  });

  it('counts the leaves of subtests in braces', () => {
    const report = testsIn(readFixture('vitest-tap.txt'));
    expect(countsOf(report)).toEqual([2, 3, 2, 0, 7]);
    expect(report.failing.map(({ test, line }) => [test, line])).toEqual([
      ['test/broken.test.js', 2],
      ['test/cart.test.js cart applies the discount', 9],
      ['test/cart.test.js cart labels needs a name', 5],
    ]);
  });

  it('does not count a todo as a failure nor a skip as a pass', () => {
    const report = parseTap([
      '1..3',
      'not ok 1 - later # TODO',
      'ok 2 - elsewhere # SKIP no network',
      'ok 3 - here',
    ]);
    expect(countsOf(report)).toEqual([1, 0, 2, 0, 3]);
  });

  it.each([
    ['fewer tests ran than planned', ['1..3', 'ok 1 - a'], '3 tests were planned and 1 ran'],
    ['the plan is missing', ['TAP version 14', 'ok 1 - a'], 'the run ended without a plan'],
    ['the run bailed out', ['1..1', 'ok 1 - a', 'Bail out! no database'], 'Bail out! no database'],
  ])('is an error when %s', (_, lines, message) => {
    const report = parseTap(lines);
    expect(report.errors).toBe(1);
    expect(report.failing).toEqual([{ test: 'TAP run', message, assertion: false, suite: true }]);
  });
});
