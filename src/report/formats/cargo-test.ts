// libtest, as `cargo test` runs it: one result line per test binary.
import type { TestCase } from '../../schema/index.js';
import type { Format } from '../format.js';
import { createBrokenSuite, createTestReport, isAssertion, readMessage, sumCounts } from '../test-report.js';
import { parseLocation } from '../location.js';

export const cargoTest: Format = {
  tool: 'cargo-test',
  signs: ['test result: ', '(lib test) due to ', ' test) due to '],
  parse({ lines }) {
    const results = lines.filter((line) => line.startsWith('test result: '));
    const unbuilt = lines.find((line) =>
      /^error: could not compile .{0,200} test(?: "[^"]{1,200}")?\) due to /.test(line),
    );
    if (results.length === 0 && unbuilt === undefined) return undefined;
    const counts = sumCounts(results.join('\n'), { passed: 'passed', failed: 'failed', ignored: 'skipped' });
    const errors = unbuilt === undefined ? 0 : 1;
    const broken = unbuilt === undefined ? [] : [createBrokenSuite(nameBuild(unbuilt), { message: unbuilt })];
    const failing = [...readFailing(lines), ...broken];
    const passing = readTests(lines, 'ok');
    const report = createTestReport('cargo-test', false, { ...counts, errors }, failing, passing);
    const from = lines.findIndex((line) => /^running \d{1,9} tests?$/.test(line));
    const to = lines.findLastIndex((line) => line.startsWith('test result: '));
    return { reports: [report], understood: from < 0 || to < 0 ? [] : [{ from, to }] };
  },
};

function nameBuild(error: string): string {
  return `build of ${/`([^`]{1,200})`/.exec(error)?.[1] ?? 'the tests'}`;
}

const PANIC = /^thread '([^']{1,300})'(?: \(\d{1,12}\))? panicked at (.{1,1000})$/;

function readTests(lines: readonly string[], outcome: string): string[] {
  return lines.flatMap((line) => {
    const match = /^test (\S.{0,500}) \.\.\. (\w{1,20})/.exec(line);
    return match?.[2] === outcome ? [(match[1] ?? '').replace(/ - should panic$/, '')] : [];
  });
}

function readFailing(lines: readonly string[]): TestCase[] {
  const panics = new Map<string, Omit<TestCase, 'test'>>();
  for (const [index, line] of lines.entries()) {
    const match = PANIC.exec(line);
    if (match && !panics.has(match[1] ?? ''))
      panics.set(match[1] ?? '', readPanic(match[2] ?? '', lines.slice(index + 1, index + 6)));
  }
  return readTests(lines, 'FAILED').map((test) => ({ test, ...panics.get(test) }));
}

/** Today `panicked at file:1:2:` with the message below; before 1.73 `panicked at 'message', file:1:2`. */
function readPanic(text: string, after: readonly string[]): Omit<TestCase, 'test'> {
  const old = /^'(.{0,800})', (\S{1,300})$/.exec(text);
  const place = parseLocation(old ? (old[2] ?? '') : text.replace(/:$/, ''));
  const message = readMessage(old ? [old[1] ?? ''] : after);
  return {
    ...(place && { file: place.file, line: place.line }),
    ...(message !== '' && { message, assertion: isAssertion(message) }),
  };
}
