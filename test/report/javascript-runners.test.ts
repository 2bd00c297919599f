import { describe, expect, it } from 'vitest';
import { parseReports } from '../../src/report/index.js';
import { countsOf, readFixture, testsIn, tracesIn } from './fixture.js';

describe('vitest output', () => {
  it.each(['default', 'verbose', 'dot', 'color'])(
    'gives the same report with the %s reporter',
    (reporter) => {
      const report = testsIn(readFixture(`vitest-${reporter}.txt`));
      expect(report.tool).toBe('vitest');
      expect(countsOf(report)).toEqual([2, 2, 2, 1, 6]);
      expect(report.failing).toEqual([
        {
          test: 'test/broken.test.js',
          file: 'test/broken.test.js',
          line: 2,
          message: "Error: Cannot find module '../src/missing.js' imported from /project/test/broken.test.js",
          assertion: false,
          suite: true,
        },
        {
          test: 'cart applies the discount',
          file: 'test/cart.test.js',
          line: 9,
          message: 'AssertionError: expected 10 to be 9 // Object.is equality',
          assertion: true,
        },
        {
          test: 'cart labels needs a name',
          file: 'src/cart.js',
          line: 5,
          symbol: 'label',
          message: "TypeError: Cannot read properties of undefined (reading 'toUpperCase')",
          assertion: false,
        },
      ]);
    },
  );

  it('lists passing tests where their full names are printed', () => {
    expect(testsIn(readFixture('vitest-verbose.txt')).passing).toEqual([
      'cart adds prices',
      'prints break and continue',
    ]);
  });

  it('is one green report when the tests print words such as break and continue', () => {
    const reports = parseReports(readFixture('vitest-green.txt'));
    expect(reports).toHaveLength(1);
    expect(countsOf(testsIn(readFixture('vitest-green.txt')))).toEqual([1, 0, 0, 0, 1]);
  });

  it('keeps the failing tests of the tree when the blocks are cut off', () => {
    const text = readFixture('vitest-verbose.txt');
    const cut = text.slice(0, text.indexOf('⎯')) + text.slice(text.indexOf(' Test Files'));
    expect(testsIn(cut).failing.map(({ test, message }) => [test, message])).toEqual([
      ['cart applies the discount', 'expected 10 to be 9 // Object.is equality'],
      ['cart labels needs a name', "Cannot read properties of undefined (reading 'toUpperCase')"],
    ]);
  });
});

describe('jest output', () => {
  const text = [
    'PASS test/fine.test.js',
    'FAIL test/cart.test.js',
    '  cart',
    '    ✓ adds prices (3 ms)',
    '    ✕ applies the discount (2 ms)',
    '',
    '  ● cart › applies the discount',
    '',
    '    expect(received).toBe(expected) // Object.is equality',
    '',
    '    Expected: 9',
    '    Received: 10',
    '',
    '      7 |   it("applies the discount", () => {',
    '    > 8 |     expect(total(items)).toBe(9);',
    '',
    '      at Object.toBe (test/cart.test.js:8:24)',
    '      at run (node_modules/jest-circus/build/utils.js:1:1)',
    '',
    'FAIL test/broken.test.js',
    '  ● Test suite failed to run',
    '',
    "    Cannot find module '../src/missing.js' from 'test/broken.test.js'",
    '',
    'Test Suites: 2 failed, 1 passed, 3 total',
    'Tests:       1 failed, 1 skipped, 2 passed, 4 total',
    'Snapshots:   0 total',
    'Time:        1.2 s',
  ];

  it('is read with its comparison and its place', () => {
    const report = testsIn(text.join('\n'));
    expect(countsOf(report)).toEqual([2, 1, 1, 1, 4]);
    expect(report.passing).toEqual(['cart adds prices']);
    expect(report.failing[0]).toEqual({
      test: 'cart applies the discount',
      file: 'test/cart.test.js',
      line: 8,
      message: 'expect(received).toBe(expected) // Object.is equality Expected: 9 Received: 10',
      assertion: true,
    });
    expect(report.failing[1]).toMatchObject({ test: 'test/broken.test.js', suite: true, assertion: false });
  });

  it('counts a failure once that is repeated in the closing summary', () => {
    const failure = text.slice(6, 18);
    const repeated = [
      ...text.slice(0, 24),
      'Summary of all failing tests',
      'FAIL test/cart.test.js',
      ...failure,
      ...text.slice(24),
    ];
    expect(testsIn(repeated.join('\n')).failing).toHaveLength(2);
  });
});

describe('node:test output', () => {
  it('is read from the spec reporter, leaf tests only and without expected failures', () => {
    const report = testsIn(readFixture('node-spec.txt'));
    expect(countsOf(report)).toEqual([2, 2, 2, 0, 6]);
    expect(report.passing).toEqual(['keeps order', 'top level']);
    expect(report.failing.map(({ test, line, assertion }) => [test, line, assertion])).toEqual([
      ['drops the oldest', 5, true],
      ['refuses', 8, false],
    ]);
    expect(report.failing[0]?.message).toContain('Expected values to be strictly equal: 1 !== 2');
  });

  it('says the same in TAP, with the groups in the names', () => {
    const report = testsIn(readFixture('node-tap.txt'));
    expect(countsOf(report)).toEqual([2, 2, 2, 0, 6]);
    expect(report.failing.map(({ test, file, line, assertion }) => [test, file, line, assertion])).toEqual([
      ['queue drops the oldest', '/project/nt/queue.test.mjs', 5, true],
      ['queue when closed refuses', '/project/nt/queue.test.mjs', 8, false],
    ]);
  });
});

describe('mocha output', () => {
  it('joins the titles of a failing test, even when one ends with a colon', () => {
    const report = testsIn(
      [
        '  queue',
        '    ✔ keeps order',
        '    1) drops the oldest',
        '',
        '  1 passing (5ms)',
        '  1 pending',
        '  1 failing',
        '',
        '  1) queue',
        '       with a limit:',
        '         drops the oldest:',
        '',
        '      AssertionError: expected 1 to equal 2',
        '      at Context.<anonymous> (test/queue.js:7:14)',
        '      at process.processImmediate (node:internal/timers:483:21)',
      ].join('\n'),
    );
    expect(countsOf(report)).toEqual([1, 1, 1, 0, 3]);
    expect(report.passing).toEqual(['queue keeps order']);
    expect(report.failing).toEqual([
      {
        test: 'queue with a limit: drops the oldest',
        file: 'test/queue.js',
        line: 7,
        message: 'AssertionError: expected 1 to equal 2',
        assertion: true,
      },
    ]);
  });
});

describe('suites that could not be loaded', () => {
  it('have the line of their own file, never that of the runner', () => {
    const { failing } = testsIn(readFixture('jest-suites.txt'));
    const suites = failing.filter(({ suite }) => suite === true);
    expect(suites.map(({ test, line }) => [test, line])).toEqual([
      ['./cart.test.js', undefined],
      ['./hooks.test.js', 2],
      ['./missing.test.js', 1],
      ['./syntax.test.js', 1],
      ['./throws.test.js', 1],
      ['./empty.test.js', undefined],
    ]);
    expect(suites[3]?.message).toBe("SyntaxError: Unexpected token '='");
  });

  it('are placed where the bundler names the file below its message', () => {
    const { failing } = testsIn(readFixture('vitest-suites.txt'));
    expect(failing.find(({ test }) => test === 'syntax.test.js')).toMatchObject({
      line: 2,
      assertion: false,
    });
  });
});

describe('differences', () => {
  it('are part of the message where the first line does not say them', () => {
    const { failing } = testsIn(readFixture('jest-differences.txt'));
    expect(failing[0]?.message).toContain('"total": 9, +   "total": 10');
  });

  it('come from the assertion, not again from mocha', () => {
    const { failing } = testsIn(readFixture('mocha-hooks.txt'));
    expect(failing[1]?.message).toMatch(/strictly deep-equal: \+ {5}2 - {5}3$/);
  });
});

describe('errors outside of any test', () => {
  it('are traces beside the report of vitest', () => {
    const [trace] = tracesIn(readFixture('vitest-suites.txt'));
    expect(trace).toMatchObject({ exception: 'Error', message: 'left alone' });
    expect(trace?.frames[0]).toMatchObject({ file: 'unhandled.test.js', line: 2 });
  });
});

describe('AVA, uvu and tap-spec output', () => {
  it('is read with the name of the test apart from what it asserted', () => {
    const report = testsIn(readFixture('ava-crash.txt'));
    expect(countsOf(report)).toEqual([2, 6, 2, 3, 13]);
    expect(report.failing[2]).toMatchObject({ test: 'cart › compares', file: 'cart.mjs', line: 4 });
    expect(report.failing.filter(({ suite }) => suite === true).map(({ test }) => test)).toEqual([
      'missing.mjs',
      'leak.mjs',
    ]);
  });

  it('tells an assertion of uvu from what was thrown', () => {
    const report = testsIn(readFixture('uvu.txt'));
    expect(countsOf(report)).toEqual([3, 4, 1, 0, 8]);
    expect(report.failing.map(({ test, line, assertion }) => [test, line, assertion])).toEqual([
      ['cart adds up', 4, true],
      ['cart compares', 5, true],
      ['cart throws', 6, false],
      ['plain', 9, true],
    ]);
  });

  it('does not count a todo of tap-spec as a failure', () => {
    const report = testsIn(readFixture('tap-spec.txt'));
    expect(countsOf(report)).toEqual([3, 2, 2, 0, 7]);
    expect(report.failing.map(({ test, line }) => [test, line])).toEqual([
      ['adds up two ones', 3],
      ['crashes should throw', 7],
    ]);
  });
});
