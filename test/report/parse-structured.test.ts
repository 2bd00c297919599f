import { describe, expect, it } from 'vitest';
import { parseStructured } from '../../src/report/index.js';
import type { StructuredFormat } from '../../src/report/index.js';
import type { TestReport } from '../../src/schema/index.js';
import { countsOf, readFixture } from './fixture.js';

function parse(format: StructuredFormat, content: string): TestReport {
  const result = parseStructured(format, content);
  if (!result.ok) throw new Error(result.reason);
  return result.report;
}

describe('a report file', () => {
  it('in the JSON of vitest gives full names, places and suites that did not load', () => {
    const report = parse('vitest-json', readFixture('vitest-json.txt'));
    expect([report.tool, report.structured]).toEqual(['vitest', true]);
    expect(countsOf(report)).toEqual([2, 2, 2, 1, 7]);
    expect(report.passing).toEqual(['cart adds prices', 'prints break and continue']);
    expect(report.failing.map(({ test, line, assertion, suite }) => [test, line, assertion, suite])).toEqual([
      ['/project/test/broken.test.js', undefined, false, true],
      ['cart applies the discount', 9, true, undefined],
      ['cart labels needs a name', 5, false, undefined],
    ]);
  });

  it('in the JSON of mocha has full names, the messages of failures, and hooks that failed', () => {
    const report = parse('mocha-json', readFixture('mocha-json.txt'));
    expect([report.tool, ...countsOf(report)]).toEqual(['mocha', 2, 3, 2, 0, 7]);
    expect(report.passing).toEqual(['cart adds prices', 'cart labels is async']);
    expect(report.failing).toMatchObject([
      { test: 'cart applies the discount', line: 4, assertion: true },
      { test: 'cart labels needs a name', line: 8, assertion: false },
      { test: expect.stringContaining('"before all" hook') as string, message: 'Error: no database' },
    ]);
  });

  it('in JUnit gives the same from vitest, pytest and node:test', () => {
    expect(countsOf(parse('junit', readFixture('vitest-junit.xml')))).toEqual([2, 3, 2, 0, 7]);
    expect(countsOf(parse('junit', readFixture('pytest-junit.xml')))).toEqual([2, 3, 2, 1, 8]);
    const node = parse('junit', readFixture('node-junit.xml'));
    expect(countsOf(node)).toEqual([2, 2, 2, 0, 6]);
    expect(node.failing.map(({ test, line, assertion }) => [test, line, assertion])).toEqual([
      ['drops the oldest', 5, true],
      ['refuses', 8, false],
    ]);
  });

  it.each(['', '  \n'])('that is empty (%j) is not a report', (content) => {
    expect(parseStructured('junit', content)).toEqual({ ok: false, reason: 'empty' });
  });

  it.each<[StructuredFormat, string]>([
    ['junit', '<testsuite><testcase name="a">'],
    ['junit', '<html></html>'],
    ['junit', 'all tests passed'],
    ['vitest-json', '{"numTotalTests": 3'],
    ['vitest-json', '{"success": true}'],
    ['mocha-json', '{"stats": {"tests": 1}}'],
    ['tap', 'all tests passed'],
    ['go-test-json', 'ok'],
    ['rspec-json', '[]'],
  ])('in %s that is broken or something else is refused: %s', (format, content) => {
    expect(parseStructured(format, content)).toEqual({ ok: false, reason: 'malformed' });
  });
});

describe('JUnit dialects', () => {
  it('count cases in nested suites, whatever the attributes claim', () => {
    const report = parse(
      'junit',
      `<testsuites tests="99" failures="0"><testsuite name="a" tests="50"><testsuite name="b">
        <testcase classname="C" name="one"/><testcase classname="C" name="two"><failure message="no"/></testcase>
      </testsuite><testcase name="three"><error/></testcase><testcase name="four"><skipped/></testcase></testsuite></testsuites>`,
    );
    expect(countsOf(report)).toEqual([1, 1, 1, 1, 4]);
    expect(report.failing).toMatchObject([
      { test: 'C::two', message: 'no', assertion: true },
      { test: 'three', assertion: false },
    ]);
  });

  it('may have one suite as root, a byte order mark, and disabled cases, which do not pass', () => {
    const report = parse(
      'junit',
      '\uFEFF<?xml version="1.0"?>\n<testsuite><testcase name="a" status="disabled"/></testsuite>',
    );
    expect(countsOf(report)).toEqual([0, 0, 1, 0, 1]);
  });

  it('may give one case several results: a failure outweighs the rest', () => {
    const report = parse(
      'junit',
      '<testsuite><testcase name="a"><skipped/><failure message="first"/><error message="teardown"/></testcase></testsuite>',
    );
    expect(countsOf(report)).toEqual([0, 1, 0, 0, 1]);
    expect(report.failing[0]?.message).toBe('first');
  });

  it('read the place of the failure from its text', () => {
    const report = parse(
      'junit',
      `<testsuite><testcase name="a" file="test/a.test.ts" line="3"><failure>Error: no
    at f (test/a.test.ts:9:3)</failure></testcase></testsuite>`,
    );
    expect(report.failing[0]).toMatchObject({ file: 'test/a.test.ts', line: 9, message: 'Error: no' });
  });

  it('never expand entities', () => {
    const bomb = `<!DOCTYPE t [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]><testsuite><testcase name="&b;"/></testsuite>`;
    expect(parseStructured('junit', bomb)).toEqual({ ok: false, reason: 'malformed' });
  });
});
