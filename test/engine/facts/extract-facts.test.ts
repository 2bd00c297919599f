import { describe, expect, it } from 'vitest';
import { parseReports } from '../../../src/report/index.js';
import { Fact } from '../../../src/schema/index.js';
import { buildTests, draw } from './build.js';

const failing = {
  test: 'cart adds',
  file: 'test/cart.test.ts',
  line: 9,
  message: 'expected 1 to be 2\nmore',
  assertion: true,
};

describe('facts of a test report', () => {
  it('are a summary with its numbers and one error per failing test', () => {
    const [summary, error] = draw([buildTests([failing])]);
    expect(summary).toMatchObject({
      category: 'verification',
      subject: 'tests',
      statement: 'tests failed: 1 failed, 1 passed, 0 skipped of 2 (vitest)',
      confidence: 1,
      source: 'vitest:summary',
      scope: 'tests',
      data: { passed: 1, failed: 1, skipped: 0, errors: 0, total: 2 },
    });
    expect(error).toMatchObject({
      category: 'error',
      subject: 'cart adds',
      statement: 'cart adds fails: expected 1 to be 2 (test/cart.test.ts:9)',
      data: { test: 'cart adds', file: 'test/cart.test.ts', line: 9, message: 'expected 1 to be 2' },
    });
  });

  it('tell an assertion by its test and its own words, where a tool reports assertions', () => {
    const tape = { test: 'adds prices should be equal', group: 'adds prices', file: 'test/a.js', line: 4 };
    const [, error] = draw([buildTests([{ ...tape, message: 'equal: expected 2, got 1' }])]);
    expect(error?.statement).toBe(
      'adds prices should be equal fails: equal: expected 2, got 1 (test/a.js:4)',
    );
    expect(error?.data).toEqual({
      group: 'adds prices',
      assertion: 'should be equal',
      file: 'test/a.js',
      line: 4,
    });
  });

  it('tell what kept tests from being built as one thing, with its places', () => {
    const output = [
      'error[E0432]: unresolved import `price`',
      ' --> src/cart.rs:3:5',
      '  |',
      '3 | use price;',
      '  |     ^^^^^ no `price` in the root',
      '',
      'error[E0425]: cannot find value `total` in this scope',
      ' --> src/cart.rs:9:5',
      '',
      'error: could not compile `shop` (lib test) due to 2 previous errors',
      '',
    ].join('\n');
    const facts = draw(parseReports(output));
    const errors = facts.filter(({ category }) => category === 'error');
    expect(errors.map(({ statement }) => statement)).toEqual([
      'build of shop failed: src/cart.rs:3 E0432 unresolved import `price`; src/cart.rs:9 E0425 cannot find value `total` in this scope',
    ]);
    expect(errors[0]?.data.diagnostics?.map(({ line }) => line)).toEqual([3, 9]);
    expect(Fact.safeParse(errors[0]).success).toBe(true);
  });

  it('say that no tests ran, which is not that they passed', () => {
    const [summary] = draw([buildTests([], { passed: 0, total: 0 })]);
    expect(summary?.statement).toMatch(/^no tests ran/);
  });

  it('name a suite that could not run, and do not call it a test', () => {
    const facts = draw([
      buildTests([{ test: 'test/a.test.ts', file: 'test/a.test.ts', message: 'no module', suite: true }]),
    ]);
    expect(facts[1]?.statement).toBe('test/a.test.ts could not run: no module');
    expect(facts[1]?.data.test).toBeUndefined();
  });

  it('infer one cause from failures that stop at one line', () => {
    const facts = draw([buildTests([failing, { ...failing, test: 'cart sums' }])]);
    expect(facts.at(-1)).toMatchObject({
      category: 'inference',
      statement: '2 failing tests stop at test/cart.test.ts:9',
    });
  });

  it('tell tests with the same name apart', () => {
    const facts = draw([buildTests([failing, { ...failing, line: 20 }])]);
    expect(new Set(facts.map(({ id }) => id)).size).toBe(facts.length);
  });
});

describe('facts of other reports', () => {
  it('keep diagnostics with their place and find a rule that is broken again and again', () => {
    const items = [1, 2, 3].map((line) => ({
      file: 'src/a.ts',
      line,
      code: 'no-var',
      severity: 'warning' as const,
      message: 'no',
    }));
    const facts = draw([{ kind: 'diagnostics', tool: 'eslint', structured: true, items }], {
      scope: 'check:lint',
    });
    expect(facts[0]).toMatchObject({
      category: 'code_structure',
      subject: 'src/a.ts:1',
      statement: 'src/a.ts:1: warning no-var: no',
      data: { file: 'src/a.ts', line: 1, code: 'no-var', severity: 'warning', message: 'no' },
    });
    expect(facts.at(-1)).toMatchObject({
      category: 'pattern',
      statement: 'no-var is reported 3 times in 1 file (eslint)',
    });
  });

  it('leave out the warnings of a build beside a test run', () => {
    const items = [{ file: 'a.rs', line: 1, severity: 'warning' as const, message: 'unused' }];
    const facts = draw([buildTests([]), { kind: 'diagnostics', tool: 'rustc', structured: false, items }]);
    expect(facts).toHaveLength(1);
  });

  it('keep what a linter without levels says beside a test run', () => {
    const items = [{ file: 'cart.py', line: 1, code: 'F401', message: 'unused' }];
    const report = { kind: 'diagnostics' as const, tool: 'flake8', structured: false, items };
    expect(draw([buildTests([]), report]).map(({ statement }) => statement)).toContain(
      'cart.py:1: finding F401: unused',
    );
  });

  it('put an exception at the code of the project and keep the way to it', () => {
    const frames = [
      { file: '/p/node_modules/x/index.js', line: 1 },
      { file: '/p/src/a.ts', line: 5, function: 'load' },
      { file: '/p/src/main.ts', line: 2 },
    ];
    const facts = draw([
      { kind: 'trace', tool: 'node', exception: 'TypeError', message: 'x is null', frames },
    ]);
    expect(facts[0]).toMatchObject({
      category: 'error',
      statement: 'TypeError: x is null at /p/src/a.ts:5 in load',
      data: { file: '/p/src/a.ts', line: 5, code: 'TypeError' },
    });
    expect(facts.slice(1).map(({ data }) => `${data.file}:${data.line}`)).toEqual([
      '/p/node_modules/x/index.js:1',
      '/p/src/main.ts:2',
    ]);
  });

  it('cover refusals of tools and the view of git', () => {
    const facts = draw([
      { kind: 'failure', tool: 'npm', code: 'E404', message: 'Not Found' },
      { kind: 'git', tool: 'git', branch: 'main', changes: [{ path: 'a.ts', status: 'modified' }] },
    ]);
    expect(facts.map(({ statement }) => statement)).toEqual([
      'npm failed (E404): Not Found',
      'git sees 1 changed file on main',
      'a.ts is modified',
    ]);
  });
});

describe('every fact', () => {
  it('has the same id whenever the same conclusion is drawn in the same scope, and another one elsewhere', () => {
    const ids = (step: number, scope: string): string[] =>
      draw([buildTests([failing])], { step, scope }).map(({ id }) => id);
    expect(ids(1, 'tests')).toEqual(ids(7, 'tests'));
    expect(ids(1, 'tests')).not.toEqual(ids(1, 'check:tests'));
  });

  it('fits its schema', () => {
    for (const fact of draw([buildTests([failing])])) expect(Fact.parse(fact)).toEqual(fact);
  });

  it('carries no hash of a file that only has the same name', () => {
    const failing = { test: 'cart adds', file: 'test/index.ts', line: 9, message: 'no' };
    const facts = draw([buildTests([failing])], { files: { 'src/index.ts': 'h1', 'test/index.ts': 'h2' } });
    expect(facts[1]?.files).toEqual({ 'test/index.ts': 'h2' });
  });

  it('carries the hashes of the files it names, however the tool wrote the path', () => {
    const facts = draw([buildTests([{ ...failing, file: '/work/p/test/cart.test.ts' }])], {
      files: { 'test/cart.test.ts': 'h1', 'src/cart.ts': 'h2' },
    });
    expect(facts[1]?.files).toEqual({ 'test/cart.test.ts': 'h1' });
    expect(facts[0]?.files).toEqual({ 'test/cart.test.ts': 'h1', 'src/cart.ts': 'h2' });
  });

  it('is a bare result at 0.7 when no report was recognised', () => {
    expect(
      draw([], { scope: 'check:types', source: 'types', action: 'run_check', outcome: 'success' }),
    ).toMatchObject([
      {
        category: 'inference',
        statement: 'run_check (types) succeeded',
        confidence: 0.7,
        scope: 'check:types',
      },
    ]);
  });

  it('of success output never turns the words break and continue into errors', () => {
    const output = 'loop: break\ncontinue\nbreak statement removed, continue with the next file\nDone.';
    const facts = draw(parseReports(output), { outcome: 'success' });
    expect(facts.map(({ category }) => category)).toEqual(['inference']);
  });
});
