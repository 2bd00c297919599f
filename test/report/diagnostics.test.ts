import { describe, expect, it } from 'vitest';
import { parseReports } from '../../src/report/index.js';
import { diagnosticsIn, readFixture } from './fixture.js';

describe('tsc output', () => {
  it.each(['plain', 'pretty'])('is read in its %s form', (form) => {
    const report = diagnosticsIn(readFixture(`tsc-${form}.txt`));
    expect(report.tool).toBe('tsc');
    expect(report.items.map(({ line, column, code }) => [line, column, code])).toEqual([
      [1, 7, 'TS2322'],
      [3, 3, 'TS2322'],
      [3, 10, 'TS2362'],
      [5, 7, 'TS2345'],
    ]);
    expect(report.items[0]).toMatchObject({ file: 'ts/a.ts', severity: 'error' });
    expect(report.items[0]?.message).toBe("Type 'string' is not assignable to type 'number'.");
  });

  it('reports an error without a place as a failure of the tool', () => {
    expect(parseReports("error TS5083: Cannot read file '/project/tsconfig.json'.")).toEqual([
      { kind: 'failure', tool: 'tsc', code: 'TS5083', message: "Cannot read file '/project/tsconfig.json'." },
    ]);
  });
});

describe('eslint output', () => {
  const expected = [
    [1, 1, 'warning', 'no-var'],
    [2, 7, 'error', 'eqeqeq'],
    [2, 15, 'error', 'no-debugger'],
    [3, 10, 'warning', 'no-unused-vars'],
  ];

  it.each(['stylish', 'json'])('is read in its %s form', (form) => {
    const report = diagnosticsIn(readFixture(`eslint-${form}.txt`));
    expect(report.structured).toBe(form === 'json');
    expect(report.items.map(({ line, column, severity, code }) => [line, column, severity, code])).toEqual(
      expected,
    );
    expect(new Set(report.items.map(({ file }) => file))).toEqual(new Set(['/project/ts/b.js']));
  });

  it('is read in its compact and unix forms', () => {
    const compact = diagnosticsIn(
      "/project/ts/b.js: line 2, col 7, Error - Expected '===' and instead saw '=='. (eqeqeq)",
    );
    const unix = diagnosticsIn("/project/ts/b.js:2:7: Expected '===' and instead saw '=='. [Error/eqeqeq]");
    for (const report of [compact, unix]) {
      expect(report.items).toMatchObject([
        {
          file: '/project/ts/b.js',
          line: 2,
          column: 7,
          code: 'eqeqeq',
          message: "Expected '===' and instead saw '=='.",
        },
      ]);
    }
  });
});

describe('other linters', () => {
  it.each([
    ['src/a.py:12:80: E501 line too long (82 > 79 characters)', 'flake8', 'E501', undefined],
    [
      'src/a.py:3:0: C0116: Missing function docstring (missing-function-docstring)',
      'pylint',
      'C0116',
      undefined,
    ],
    ['src/a.py:4: error: Missing type arguments  [type-arg]', 'mypy', 'type-arg', 'error'],
    ['main.go:9:13: identical expressions (SA4000)', 'lint', 'SA4000', undefined],
    ['C:\\work\\a.cs(22,5): warning CS0618: It is obsolete', 'msbuild', 'CS0618', 'warning'],
    ['lib/a.c:7:1: fatal error: no such header', 'cc', undefined, 'error'],
  ])('%s', (line, tool, code, severity) => {
    const report = diagnosticsIn(line);
    expect(report.tool).toBe(tool);
    expect(report.items).toHaveLength(1);
    expect(report.items[0]?.code).toBe(code);
    expect(report.items[0]?.severity).toBe(severity);
  });

  it.each([
    'Listening on example.com:443: ready',
    '12:30:45: started',
    'break',
    'continue',
    'src/a.ts:12:const x = break',
    'All files pass. break; continue;',
    'error handling was improved in file: 3',
  ])('finds nothing in %j', (line) => {
    expect(parseReports(line)).toEqual([]);
  });

  it('is named by the hint', () => {
    expect(parseReports('a.go:1:1: exported var V should have a comment', { tool: 'golint' })[0]?.tool).toBe(
      'golint',
    );
  });
});

describe('SARIF', () => {
  const run = (extra: object): string =>
    JSON.stringify({
      version: '2.1.0',
      runs: [{ tool: { driver: { name: 'scanner', rules: [{ id: 'R1' }] } }, ...extra }],
    });
  const location = [
    { physicalLocation: { artifactLocation: { uri: 'src/a%20b.ts' }, region: { startLine: 4 } } },
  ];

  it('leaves out what is suppressed', () => {
    const results = [
      { ruleId: 'R1', level: 'error', message: { text: 'bad' }, locations: location },
      { ruleId: 'R1', message: { text: 'known' }, locations: location, suppressions: [{ kind: 'inSource' }] },
    ];
    expect(diagnosticsIn(run({ results })).items).toEqual([
      { file: 'src/a b.ts', line: 4, code: 'R1', severity: 'error', message: 'bad' },
    ]);
  });

  it('is a failure when the run did not succeed, never an empty list of findings', () => {
    const text = run({ results: [], invocations: [{ executionSuccessful: false }] });
    expect(parseReports(text).map(({ kind }) => kind)).toEqual(['failure']);
  });
});

describe('several tools in one output', () => {
  it('gives a report for each', () => {
    const text = [
      readFixture('eslint-stylish.txt'),
      readFixture('tsc-plain.txt'),
      readFixture('vitest-default.txt'),
      readFixture('node-crash.txt'),
    ];
    expect(parseReports(text.join('\n')).map(({ kind, tool }) => `${kind} ${tool}`)).toEqual([
      'tests vitest',
      'diagnostics tsc',
      'diagnostics eslint',
      'trace node',
    ]);
  });
});
