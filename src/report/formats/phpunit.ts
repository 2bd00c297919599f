// What PHPUnit prints: numbered errors and failures, and the totals.
import type { TestCase } from '../../schema/index.js';
import { findLineFrom } from '../find-line.js';
import type { Format } from '../format.js';
import { createTestReport, readFailure, withoutRepeats } from '../test-report.js';

export const phpunit: Format = {
  tool: 'phpunit',
  signs: ['Assertions: ', ' assertion'],
  parse({ lines }) {
    const at = lines.findLastIndex((line) => TOTALS.test(line) || ALL_WELL.test(line));
    if (at < 0) return undefined;
    const line = lines[at] ?? '';
    const total = Number((ALL_WELL.exec(line) ?? TOTALS.exec(line))?.[1] ?? 0);
    const counts = {
      failed: readCount(line, 'Failures'),
      errors: readCount(line, 'Errors'),
      skipped: readCount(line, 'Skipped') + readCount(line, 'Incomplete'),
    };
    const passed = Math.max(0, total - counts.failed - counts.errors - counts.skipped);
    const from = lines.findIndex((candidate) => /^PHPUnit \d|^There (?:was|were) \d/.test(candidate));
    return {
      reports: [
        createTestReport('phpunit', false, { ...counts, passed, total }, readFailing(lines.slice(0, at))),
      ],
      understood: [{ from: from < 0 ? at : Math.min(from, at), to: at }],
    };
  },
};

const TOTALS = /^Tests: (\d{1,9}), Assertions: \d{1,9}(?:, [A-Z][\w ]{1,40}: \d{1,9}){0,12}\.$/;
const ALL_WELL = /^OK \((\d{1,9}) tests?, \d{1,9} assertions?\)$/;
const SECTION = /^There (?:was|were) \d{1,9} (?:PHPUnit )?([a-z]{1,30}?)s?(?: .{1,60})?:$/;

function readCount(line: string, word: string): number {
  return Number(new RegExp(`, ${word}: (\\d{1,9})`).exec(line)?.[1] ?? 0);
}

function readFailing(lines: readonly string[]): TestCase[] {
  const cases: TestCase[] = [];
  let section = '';
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    section = SECTION.exec(line)?.[1] ?? section;
    const head = /^\d{1,6}\) (\S.{0,1000})$/.exec(line);
    if (!head || (section !== 'error' && section !== 'failure')) continue;
    const end = findLineFrom(
      lines,
      index + 1,
      (next) => /^(?:\d{1,6}\) \S|--$)/.test(next) || SECTION.test(next),
    );
    const failure = readFailure(lines.slice(index + 1, end));
    cases.push({ test: head[1] ?? '', ...failure, assertion: section === 'failure' });
    index = end - 1;
  }
  return cases.length > 0 ? cases : readTestdox(lines);
}

/** ` ✘ Adds up` under the name of its class, what it said behind a bar; repeated in a list at the end. */
function readTestdox(lines: readonly string[]): TestCase[] {
  let subject = '';
  const cases = lines.flatMap((line, index): TestCase[] => {
    if (/^[A-Z][\w ()\\]{0,300}$/.test(line)) subject = line.replace(/ \(.{1,300}\)$/, '');
    const name = /^ ✘ (\S.{0,1000})$/.exec(line)?.[1];
    if (name === undefined) return [];
    const end = findLineFrom(lines, index + 1, (next) => !/^ {3}[│┐├┊┴┃]/.test(next));
    const failure = readFailure(lines.slice(index + 1, end).map((next) => next.slice(5)));
    return [{ test: `${subject} ${name}`, ...failure }];
  });
  return withoutRepeats(cases);
}
