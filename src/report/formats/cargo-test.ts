// libtest, as `cargo test` runs it: one result line per test binary.
import type { TestCase } from '../../schema/index.js';
import { collectLines, findLineFrom } from '../find-line.js';
import type { Format } from '../format.js';
import { createBrokenSuite, createTestReport, sumCounts } from '../test-report.js';
import { findPanics, readRustFailure } from './rust-panics.js';

export const cargoTest: Format = {
  tool: 'cargo-test',
  signs: ['test result: ', '(lib test) due to ', ' test) due to '],
  parse({ lines }) {
    const results = lines.filter((line) => line.startsWith('test result: '));
    const unbuilt = lines.find((line) => UNBUILT.test(line));
    if (results.length === 0 && unbuilt === undefined) return undefined;
    const counts = sumCounts(results.join('\n'), { passed: 'passed', failed: 'failed', ignored: 'skipped' });
    const errors = unbuilt === undefined ? 0 : 1;
    const broken = unbuilt === undefined ? [] : [createBrokenSuite(nameBuild(unbuilt), { message: unbuilt })];
    const failing = [...readFailing(lines), ...broken];
    const passing = readTests(lines, 'ok');
    const report = createTestReport('cargo-test', false, { ...counts, errors }, failing, passing);
    const from = lines.findIndex((line) => /^running \d{1,9} tests?$/.test(line));
    const to = lines.findLastIndex((line) => line.startsWith('test result: '));
    const built = unbuilt === undefined ? report : { ...report, unbuilt: 'rustc' };
    return { reports: [built], understood: from < 0 || to < 0 ? [] : [{ from, to }] };
  },
};

const UNBUILT = /^error: could not compile .{0,200} test(?: "[^"]{1,200}")?\) due to /;

function nameBuild(error: string): string {
  return `build of ${/`([^`]{1,200})`/.exec(error)?.[1] ?? 'the tests'}`;
}

function readTests(lines: readonly string[], outcome: string): string[] {
  return collectLines(lines, (line) => {
    const match = line.startsWith('test ') ? /^test (\S.{0,500}) \.\.\. (\w{1,20})/.exec(line) : null;
    return match?.[2] === outcome ? (match[1] ?? '').replace(/ - should panic$/, '') : undefined;
  });
}

function readFailing(lines: readonly string[]): TestCase[] {
  const panics = findPanics(lines);
  const printed = readPrinted(lines);
  // Quiet runs print no line per test, and uncaptured output tears it apart.
  const names = new Set([...readTests(lines, 'FAILED'), ...printed.keys(), ...readListed(lines)]);
  return [...names].map((test) => ({ test, ...(printed.get(test) ?? panics.get(test)) }));
}

/** The names under `failures:`, up to the result of the binary. */
function readListed(lines: readonly string[]): string[] {
  let listing = false;
  return collectLines(lines, (line) => {
    if (line === 'failures:') listing = true;
    else if (line.startsWith('test result: ')) listing = false;
    return listing ? /^ {4}(\S(?:.{0,500}\S)?)$/.exec(line)?.[1] : undefined;
  }).filter((name) => /^(?:[\w:<>]{1,500}|\S{1,300} - .{1,300}\(line \d{1,7}\).{0,40})$/.test(name));
}

/** `---- name stdout ----`, until the next heading or the list of names. */
function readPrinted(lines: readonly string[]): Map<string, Omit<TestCase, 'test'>> {
  const printed = new Map<string, Omit<TestCase, 'test'>>();
  // With --show-output the passing tests have headings too.
  let passed = false;
  for (const [index, line] of lines.entries()) {
    if (line === 'successes:' || line === 'failures:') passed = line === 'successes:';
    const name = line.startsWith('---- ')
      ? /^---- (\S.{0,500}) std(?:out|err) ----$/.exec(line)?.[1]
      : undefined;
    if (name === undefined || passed || printed.has(name)) continue;
    const end = findLineFrom(
      lines,
      index + 1,
      (next) => next.startsWith('---- ') || next === 'failures:',
      index + 200,
    );
    printed.set(name, readRustFailure(lines.slice(index + 1, end)));
  }
  return printed;
}
