import { describe, expect, it } from 'vitest';
import { parseReports } from '../../src/report/index.js';
import { countsOf, diagnosticsIn, readFixture, testsIn, tracesIn } from './fixture.js';

describe('cargo test output', () => {
  it('names the failing test, the compared values and the place', () => {
    const report = testsIn(readFixture('cargo.txt'));
    expect(countsOf(report)).toEqual([1, 1, 1, 0, 3]);
    expect(report.failing).toEqual([
      {
        test: 'tests::never_negative',
        file: 'src/lib.rs',
        line: 8,
        message: 'assertion `left == right` failed left: -1 right: 0',
        assertion: true,
      },
    ]);
  });

  it.each(['cargo-quiet.txt', 'cargo-nocapture.txt', 'cargo-show-output.txt'])(
    'names every failing test where its line is missing or torn: %s',
    (name) => {
      const report = testsIn(readFixture(name));
      expect(countsOf(report)).toEqual([1, 10, 1, 0, 12]);
      expect(report.failing).toHaveLength(10);
      expect(report.failing.map(({ test }) => test)).not.toContain('tests::adds');
    },
  );

  it('says why an example in the documentation did not compile', () => {
    const { failing } = testsIn(readFixture('cargo-doctests.txt'));
    expect(failing.find(({ test }) => test.includes('line 6'))).toMatchObject({
      file: 'src/lib.rs',
      line: 7,
      message: 'error[E0308]: mismatched types',
    });
  });

  it('is an error when the tests do not compile', () => {
    const text = readFixture('cargo-unbuilt.txt');
    expect(countsOf(testsIn(text))).toEqual([0, 0, 0, 1, 1]);
    expect(diagnosticsIn(text).items).toMatchObject([
      { file: 'src/lib.rs', line: 1, code: 'E0425', severity: 'error' },
    ]);
  });
});

describe('go test output', () => {
  it('is read from plain text and from JSON alike', () => {
    const text = testsIn(
      [
        '=== RUN   TestAdds',
        '--- PASS: TestAdds (0.00s)',
        '=== RUN   TestSplits',
        '    split_test.go:12: got 3 parts',
        '--- FAIL: TestSplits (0.00s)',
        'FAIL',
        'FAIL\texample.org/split\t0.003s',
        'FAIL\texample.org/main [build failed]',
      ].join('\n'),
    );
    const event = (fields: object): string =>
      JSON.stringify({ Action: 'output', Package: 'example.org/split', ...fields });
    const json = testsIn(
      [
        event({ Action: 'run', Test: 'TestAdds' }),
        event({ Action: 'pass', Test: 'TestAdds' }),
        event({ Test: 'TestSplits', Output: '    split_test.go:12: got 3 parts\n' }),
        event({ Action: 'fail', Test: 'TestSplits' }),
        event({ Action: 'fail' }),
        event({ Action: 'fail', Package: 'example.org/main' }),
      ].join('\n'),
    );
    for (const report of [text, json]) {
      expect(countsOf(report)).toEqual([1, 1, 0, 1, 2]);
      expect(report.failing[0]).toEqual({
        test: 'TestSplits',
        file: 'split_test.go',
        line: 12,
        message: 'got 3 parts',
        assertion: true,
      });
      expect(report.failing[1]).toMatchObject({ test: 'example.org/main', suite: true });
    }
  });
});

describe('a run of many Go packages', () => {
  const text = readFixture('go-test-many.txt');

  it('has the failure that stands behind printed text, and no log of another package', () => {
    const { failing } = testsIn(text);
    expect(failing.find(({ test }) => test === 'ExampleNet')).toMatchObject({ message: 'got: 80 want: 81' });
    expect(failing.find(({ test }) => test === 'TestPar/p1')).toEqual({
      test: 'TestPar/p1',
      assertion: false,
    });
    expect(failing.find(({ test }) => test.startsWith('TestNet/'))?.message).toBe(
      'Net(101, 20) = 81 want 82',
    );
  });

  it('has the errors of the compiler and of vet, wherever they stand', () => {
    const { tool, items } = diagnosticsIn(text);
    expect([tool, items.length]).toEqual(['go', 5]);
    expect(items.every(({ severity }) => severity === 'error')).toBe(true);
    expect(items.at(-1)).toMatchObject({ file: 'vetbad/v_test.go', line: 3 });
  });
});

describe('node stack traces', () => {
  it('keep the exception, its message and the frames', () => {
    const [trace] = tracesIn(readFixture('node-crash.txt'));
    expect(trace).toMatchObject({
      exception: 'TypeError',
      message: "Cannot read properties of null (reading 'x')",
    });
    expect(trace?.frames[0]).toEqual({ file: '[eval]', line: 1, function: 'a' });
  });

  it('begin with the program where the loader threw', () => {
    const [trace] = tracesIn(readFixture('node-syntax.txt'));
    expect(trace?.exception).toBe('SyntaxError');
    expect(trace?.frames[0]).toEqual({ file: '/project/bad.js', line: 1 });
  });
});

describe('git output', () => {
  it.each(['status', 'short'])('lists the changes of its %s form', (form) => {
    expect(parseReports(readFixture(`git-${form}.txt`))).toEqual([
      {
        kind: 'git',
        tool: 'git',
        branch: 'main',
        changes: [
          { path: 'four.txt', status: 'added' },
          { path: 'one.txt', status: 'modified' },
          { path: 'two.txt', status: 'deleted' },
          { path: 'three.txt', status: 'untracked' },
        ],
      },
    ]);
  });

  it('lists the files of a diff and nothing that its lines contain', () => {
    const text = `${readFixture('git-diff.txt')}+src/a.ts:1:1: error: not a finding\n+Error: x\n+    at f (a.js:1:1)\n`;
    expect(parseReports(text)).toEqual([
      {
        kind: 'git',
        tool: 'git',
        changes: [
          { path: 'one.txt', status: 'modified' },
          { path: 'two.txt', status: 'deleted' },
        ],
      },
    ]);
  });

  it('says why git refused', () => {
    expect(
      parseReports('fatal: not a git repository (or any of the parent directories): .git'),
    ).toMatchObject([{ kind: 'failure', tool: 'git', code: 'fatal' }]);
  });
});

describe('failing tools', () => {
  it('are reported with a code', () => {
    expect(
      parseReports(readFixture('shell.txt')).map((report) => ('code' in report ? report.code : '')),
    ).toEqual(['command_not_found', 'no_such_file', 'permission_denied']);
  });

  it('include npm, whose first telling line is the message', () => {
    const text =
      'npm error code ETARGET\nnpm error notarget No matching version found for left@9.\nnpm error A complete log of this run can be found in: /x';
    expect(parseReports(text)).toEqual([
      { kind: 'failure', tool: 'npm', code: 'ETARGET', message: 'No matching version found for left@9.' },
    ]);
  });
});
