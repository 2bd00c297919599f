import { describe, expect, it } from 'vitest';
import { parseReports } from '../../src/report/index.js';
import { countsOf, readFixture, testsIn } from './fixture.js';

/** Takes a line of each in turn, marked with who said it. */
function interleave(texts: readonly string[], mark: (worker: number) => string): string {
  const lines = texts.map((text) => text.split('\n'));
  const longest = Math.max(...lines.map(({ length }) => length));
  return Array.from({ length: longest }, (_, row) =>
    lines.flatMap((own, worker) => (own[row] === undefined ? [] : [`${mark(worker)}${own[row]}`])),
  )
    .flat()
    .join('\n');
}

const pair = [readFixture('vitest-default.txt'), readFixture('pytest-default.txt')];

describe('output of several workers', () => {
  it.each([
    ['turbo', (worker: number) => `${worker === 0 ? 'web' : '@shop/api'}:test: `],
    ['pnpm', (worker: number) => `packages/${worker === 0 ? 'web' : 'api'} test: `],
    ['docker compose', (worker: number) => (worker === 0 ? 'web-1  | ' : 'api-12 | ')],
    ['concurrently', (worker: number) => `[${worker}] `],
  ])('is told apart by the marks of %s', (_, mark) => {
    const apart = pair.flatMap((text) => parseReports(text));
    expect(parseReports(interleave(pair, mark))).toEqual(apart);
  });

  it.each([
    ['GitHub', '2026-01-02T03:04:05.1234567Z '],
    ['GitLab', '2026-01-02T03:04:05.123456Z 01O '],
    ['gh', 'build\tRun tests\t2026-01-02T03:04:05.1234567Z '],
    ['Jenkins', '[2026-01-02T03:04:05.123Z] '],
    ['a logger', '2026-01-02 03:04:05,123 '],
    ['a shell', '[03:04:05] '],
    ['BuildKit', '#12 3.456 '],
  ])('is read behind the clock of %s', (_, clock) => {
    for (const name of ['cargo-test-many.txt', 'pytest-default.txt', 'go-test-many.txt', 'ava.txt']) {
      const text = readFixture(name).replace(/^/gm, clock);
      expect(parseReports(text)).toEqual(parseReports(readFixture(name)));
    }
  });

  it('is read behind a date even when it is a single line', () => {
    const text = `2026-01-02T03:04:05Z ${readFixture('eslint-json.txt')}`;
    expect(parseReports(text)).toEqual(parseReports(readFixture('eslint-json.txt')));
  });

  it.each(['eslint-json.txt', 'golangci-lint-json.txt', 'pylint-json.txt'])(
    'is read behind the mark of a container when it is one document: %s',
    (name) => {
      const text = readFixture(name).replace(/^(?=.)/gm, 'web_1  | ');
      expect(parseReports(text)).toEqual(parseReports(readFixture(name)));
    },
  );

  it.each(['eslint-json.txt', 'jest-json.txt', 'eslint9-sarif.txt', 'pylint-json.txt'])(
    'is found between the lines of a shell: %s',
    (name) => {
      const text = `$ cd shop && check\n${readFixture(name)}\n[exit code: 1]\n`;
      expect(parseReports(text)).toEqual(parseReports(readFixture(name)));
    },
  );

  it.each(['eslint9-unix.txt', 'flake8.txt', 'maven-test.txt', 'gcc.txt', 'yamllint-parsable.txt'])(
    'is not seen where lines only begin alike: %s',
    (name) => {
      const reports = parseReports(readFixture(name));
      expect(reports).toHaveLength(new Set(reports.map(({ tool }) => tool)).size);
    },
  );
});

describe('output with a part left out', () => {
  it.each(['… 120 lines omitted', '[... 4,000 characters truncated ...]', '<output truncated>'])(
    'does not miss the tests behind %j',
    (mark) => {
      const text = `TAP version 13\n1..40\nok 1 a\n${mark}\nnot ok 40 b\n`;
      expect(countsOf(testsIn(text))).toEqual([1, 1, 0, 0, 2]);
    },
  );

  it('keeps the totals and the failures that are left of a pytest run', () => {
    const lines = readFixture('pytest-default.txt').split('\n');
    const text = [...lines.slice(0, 8), '… 30 lines omitted', ...lines.slice(-8)].join('\n');
    expect(testsIn(text)).toMatchObject({ passed: 2, failed: 3, errors: 1 });
    expect(testsIn(text).failing).toHaveLength(4);
  });
});
