import { describe, expect, it } from 'vitest';
import { parseReports } from '../../src/report/index.js';
import { countsOf, readFixture, testsIn, tracesIn } from './fixture.js';

describe('pytest output', () => {
  it.each(['default', 'q', 'v'])('gives counts, names, messages and places in style %s', (style) => {
    const report = testsIn(readFixture(`pytest-${style}.txt`));
    expect(countsOf(report)).toEqual([2, 3, 1, 1, 8]);
    const failing = report.failing.map(({ test, line, assertion }) => [test, line, assertion]);
    expect(failing.sort()).toEqual([
      ['test_stock.py::TestShop::test_open', 34, true],
      ['test_stock.py::test_oversold', 11, true],
      ['test_stock.py::test_shelf', 19, false],
      ['test_stock.py::test_types[a - b]', 5, false],
    ]);
    const types = report.failing.find(({ test }) => test.endsWith('[a - b]'));
    expect(types?.message).toBe("TypeError: unsupported operand type(s) for -: 'int' and 'str'");
  });

  it('finds places where --tb=line prints no names', () => {
    const report = testsIn(readFixture('pytest-line.txt'));
    expect(countsOf(report)).toEqual([2, 3, 1, 1, 8]);
    expect(report.failing.map(({ line }) => line)).toEqual([undefined, 11, 5, 34]);
  });

  it('reports a module that cannot be collected', () => {
    const report = testsIn(readFixture('pytest-collect.txt'));
    expect(countsOf(report)).toEqual([0, 0, 0, 1, 1]);
    expect(report.failing).toEqual([
      {
        test: 'test_unbuilt.py',
        file: 'test_unbuilt.py',
        line: 1,
        message: "ModuleNotFoundError: No module named 'stockroom'",
        assertion: false,
      },
    ]);
  });

  it('reports that no test ran, and why', () => {
    expect(countsOf(testsIn(readFixture('pytest-none.txt')))).toEqual([0, 0, 0, 0, 0]);
    expect(parseReports(readFixture('pytest-missing.txt')).map(({ kind, tool }) => [kind, tool])).toEqual([
      ['tests', 'pytest'],
      ['failure', 'pytest'],
    ]);
  });

  it('reports the outer session when a test prints a session of its own', () => {
    const text = [
      '============ test session starts ============',
      'collected 1 item',
      '================= FAILURES ==================',
      '_____________ test_plugin _____________',
      '>       assert 0',
      'E       assert 0',
      'test_plugin.py:3: AssertionError',
      '--------- Captured stdout call ---------',
      '============ test session starts ============',
      'FAILED inner.py::test_inner - assert 1 == 2',
      '============= 1 failed, 4 passed in 0.02s ==============',
      '========== short test summary info ==========',
      'FAILED test_plugin.py::test_plugin - assert 0',
      '============= 1 failed in 0.10s =============',
    ].join('\n');
    expect(parseReports(text)).toHaveLength(1);
    const report = testsIn(text);
    expect(countsOf(report)).toEqual([0, 1, 0, 0, 1]);
    expect(report.failing.map(({ test }) => test)).toEqual(['test_plugin.py::test_plugin']);
  });

  it('counts the letters of the progress where no final line was asked for', () => {
    const report = testsIn(readFixture('pytest-qq.txt'));
    expect(countsOf(report)).toEqual([2, 14, 1, 2, 19]);
    expect(report.failing).toHaveLength(16);
  });

  it('keeps the names of a run whose end was cut off', () => {
    const report = testsIn(readFixture('pytest-cut.txt'));
    expect(countsOf(report)).toEqual([2, 14, 0, 2, 18]);
    expect(report.failing[0]).toMatchObject({ test: 'test_cart.py::TestCart::test_add', line: 12 });
  });

  it('tells a chain by its last exception, and a message with what was compared', () => {
    const { failing } = testsIn(readFixture('pytest-qq.txt'));
    const said = new Map(failing.map(({ test, message }) => [test.split('::').at(-1), message]));
    expect(said.get('test_chain')).toBe('ValueError: wrapped');
    expect(said.get('test_multi')).toContain("carts differ assert {'a': 1");
  });

  it('gives the place of a test file that is not Python', () => {
    const { failing } = testsIn(readFixture('pytest-syntax.txt'));
    expect(failing.find(({ test }) => test === 'test_syntax.py')).toMatchObject({
      file: '/project/py/test_syntax.py',
      line: 1,
      message: 'SyntaxError: invalid syntax',
    });
  });

  it('joins the places of --tb=line with the tests that say the same', () => {
    const { failing } = testsIn(readFixture('pytest-tb-line.txt'));
    expect(failing.find(({ test }) => test.endsWith('test_helper'))).toMatchObject({ line: 3 });
    expect(failing.find(({ test }) => test.endsWith('test_multi'))).toMatchObject({ line: 15 });
  });

  it('reports two runs in one output as two', () => {
    const text = `${readFixture('pytest-q.txt')}\n${readFixture('pytest-q.txt')}`;
    expect(parseReports(text).filter(({ kind }) => kind === 'tests')).toHaveLength(2);
  });

  it('does not take a sentence with numbers for a summary', () => {
    expect(parseReports('the job of 3 failed servers was done in 4 parts')).toEqual([]);
    expect(parseReports('2 passed cars in 3 streets')).toEqual([]);
  });
});

describe('unittest output', () => {
  it('is read with subtests, errors and expected failures', () => {
    const report = testsIn(readFixture('unittest-v.txt'));
    expect(countsOf(report)).toEqual([1, 2, 1, 1, 6]);
    expect(report.failing).toEqual([
      {
        test: 'test_crash (__main__.Sums.test_crash)',
        file: '/project/py/case_units.py',
        line: 8,
        message: "KeyError: 'missing'",
        assertion: false,
      },
      {
        test: 'test_parts (__main__.Sums.test_parts) (n=2)',
        file: '/project/py/case_units.py',
        line: 16,
        message: 'AssertionError: 2 != 1',
        assertion: true,
      },
      {
        test: 'test_wrong (__main__.Sums.test_wrong)',
        file: '/project/py/case_units.py',
        line: 6,
        message: 'AssertionError: 2 != 3',
        assertion: true,
      },
    ]);
  });
});

describe('python tracebacks', () => {
  it('put the frame of the throw first and keep the cause of a chain', () => {
    const traces = tracesIn(readFixture('py-chain.txt'));
    expect(traces.map(({ exception, message, frames }) => [exception, message, frames[0]?.line])).toEqual([
      ['KeyError', "'k'", 3],
      ['ValueError', 'no', 7],
    ]);
  });

  it('give the place of a syntax error', () => {
    expect(tracesIn(readFixture('py-syntax.txt'))).toMatchObject([
      {
        exception: 'SyntaxError',
        message: "'(' was never closed",
        frames: [{ file: '/project/bad.py', line: 1 }],
      },
    ]);
  });
});
