import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReports, stripAnsi } from '../../src/report/index.js';
import { Report } from '../../src/schema/index.js';
import { readFixture, testsIn } from './fixture.js';

describe('terminal output', () => {
  it('loses its colours and links', () => {
    expect(stripAnsi('\x1b[1m\x1b[31mred\x1b[0m \x1b]8;;http://x\x07link\x1b]8;;\x07 plain')).toBe(
      'red link plain',
    );
  });

  it('counts a redrawn line once, as it was last', () => {
    const text = 'Tests  1 failed (1)\r Test Files  1 passed (1)\r\n\r      Tests  2 passed (2)\r\n';
    expect(testsIn(text)).toMatchObject({ passed: 2, failed: 0 });
  });

  it('counts a redrawn block once, as it was last', () => {
    const text =
      ' Test Files  1 failed (1)\n      Tests  5 failed (5)\n\x1b[2A\x1b[0K Test Files  1 passed (1)\n\x1b[0K      Tests  5 passed (5)\n';
    expect(testsIn(text)).toMatchObject({ passed: 5, failed: 0 });
  });

  it.each([2, 4, 8])('means the same when all of it is indented by %i', (indent) => {
    const names = [
      'pytest-default.txt',
      'go-test.txt',
      'cargo.txt',
      'eslint-stylish.txt',
      'jest.txt',
      'mypy.txt',
    ];
    for (const name of names) {
      const text = readFixture(name);
      expect(parseReports(text.replace(/^(?=.)/gm, ' '.repeat(indent)))).toEqual(parseReports(text));
    }
  });

  it('keeps the indentation of a tool that indents all it prints', () => {
    const text = readFixture('mocha-spec.txt').replace(/^\S.*$/gm, '');
    expect(testsIn(text)).toMatchObject({ passed: 2, failed: 2 });
  });

  it('means the same with Windows line ends', () => {
    for (const name of ['pytest-default.txt', 'vitest-default.txt', 'tsc-plain.txt', 'eslint-stylish.txt']) {
      const text = readFixture(name);
      expect(parseReports(text.replaceAll('\n', '\r\n'))).toEqual(parseReports(text));
    }
  });
});

describe('any output', () => {
  it('gives reports that fit their schema and never throws', () => {
    const words = fc.constantFrom(
      ...[
        'FAIL ',
        ' FAIL  a > b',
        '● x',
        'Tests:  1 failed',
        'Test Suites: 1 failed',
        'not ok 1 - a',
        '1..2',
        '---',
        '  ...',
      ],
      ...[
        'Traceback (most recent call last):',
        '  File "a.py", line 1',
        'Error: x',
        '    at f (a.js:1:2)',
        'a.ts(1,2): error TS1: x',
      ],
      ...[
        '== FAILURES ==',
        '____ a ____',
        'E   x',
        '1 failed in 1s',
        '{"Action":"fail"}',
        '<testsuite>',
        'diff --git a/x b/x',
        '\x1b[2A',
      ],
      ...[
        'ℹ tests 2',
        '✖ failing tests:',
        '✖ a',
        'test result: FAILED. 1 failed',
        '  1 passing (1s)',
        '  1) a',
        'npm error code X',
        '\r',
        '',
      ],
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string()), { maxLength: 30 }), (lines) => {
        for (const report of parseReports(lines.join('\n')))
          expect(Report.safeParse(report).error).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  // Patterns that backtrack, and searches that start over, would not end within the time a test has.
  it.each([
    ['one line of 50 MB', 'a:1:'.repeat(12_500_000)],
    ['200,000 letters', 'x'.repeat(200_000)],
    ['200,000 equal signs', '='.repeat(200_000)],
    ['200,000 brackets', '[('.repeat(100_000)],
    ['200,000 unfinished escapes', '\x1b['.repeat(100_000)],
    ['100,000 runs of unittest', 'Ran 1 test in 1s\n'.repeat(100_000)],
    ['100,000 runs of pytest', '1 failed in 1s\n'.repeat(100_000)],
    ['100,000 arrows', 'error: x\n --> a.rs:1:1\n'.repeat(100_000)],
    ['100,000 open error objects', 'Error: x\n    at f (a.js:1:1) {\n'.repeat(50_000)],
    ['100,000 titles of AVA', '  ✘ [fail]: a b\n\n\n  a\n\n'.repeat(50_000) + '  1 test failed\n'],
    ['100,000 failures of uvu', '   FAIL  "a"\n'.repeat(100_000) + '\n  Total:     1\n  Passed:    0\n'],
    [
      '100,000 failures of tap-spec',
      '    ✖ a\n    ---\n'.repeat(100_000) + '  total:     1\n  passing:   0\n',
    ],
    ['100,000 open braces of TAP', `1..1\n${'not ok 1 - a {\n'.repeat(100_000)}`],
    ['100,000 annotations', '::error file=a,line=1::b\n'.repeat(100_000)],
    ['an annotation of 200,000 fields', `::error ${'a=1,'.repeat(50_000)}::b`],
    ['100,000 messages without a place', '✘ [ERROR] a\n  × b\nERROR in c\n'.repeat(30_000)],
    ['100,000 labels', 'error • a • b.dart:1:1 \nERROR: A - b.php:1:1 \n'.repeat(50_000)],
    ['100,000 headings of Go', '# a/b\na.go:1:1: x\n'.repeat(50_000)],
    ['100,000 sections without an end', '== FAILURES ==\n____ a ____\nE   x\n'.repeat(30_000)],
    ['100,000 clocks', '2026-01-02T03:04:05Z x\n'.repeat(100_000)],
    ['100,000 openings of JSON', '[\n'.repeat(100_000)],
    [
      '100,000 headings of cargo',
      `---- a stdout ----\nfailures:\n    a\n`.repeat(30_000) + 'test result: FAILED. 1 failed',
    ],
    ['100,000 numbered failures', '  1) test a (B)\n     a.exs:1\n'.repeat(50_000) + '2 tests, 1 failure\n'],
    [
      '100,000 failures without a name',
      '  1) Failure:\n'.repeat(100_000) + '1 runs, 1 assertions, 1 failures, 0 errors, 0 skips\n',
    ],
    ['100,000 verdicts of GoogleTest', 'a.cpp:1: Failure\n[  FAILED  ] A.b (0 ms)\n'.repeat(50_000)],
    [
      '100,000 verdicts of Bun',
      `bun test v1\n${'a.test.js:\n# Unhandled error between tests\n(fail) a\n'.repeat(30_000)}`,
    ],
    [
      '100,000 files of prove',
      `${'#   Failed test\nt/a.t (Wstat: 1 (exited 1) Tests: 0 Failed: 0)\n'.repeat(50_000)}Files=1, Tests=1, 0\n`,
    ],
    ['100,000 exceptions of Ruby', "a.rb:1:in `f': x (E)\n\tfrom a.rb:1\n".repeat(50_000)],
    ['100,000 callers without an exception', '\tfrom a.rb:1\n'.repeat(100_000) + "a.rb:1:in `f': x (E)\n"],
    ['100,000 exceptions of PHP and Elixir', 'Uncaught A in a.php:1\n#0 {main}\n** (A) b\n'.repeat(30_000)],
    ['100,000 headings of files', 'a.py:\n  1:1 x\nFILE: a\n== a ==\n'.repeat(30_000)],
    ['100,000 issues of Azure', '##vso[task.logissue type=error;sourcepath=a;]b\n'.repeat(100_000)],
    ['200,000 blanks', ' '.repeat(200_000)],
    ['100,000 indented lines', '    a.py:1: x\n'.repeat(100_000)],
    ['100,000 frames without an exception', '  File "x", line 1\n'.repeat(100_000)],
  ])('is read in linear time: %s', (_, text) => {
    expect(Array.isArray(parseReports(text))).toBe(true);
  });
});
