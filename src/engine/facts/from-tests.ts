// A test report → its summary, one fact per failing test, and what the failures have in common.
import type { Diagnostic, DiagnosticsReport, FactData, TestCase, TestReport } from '../../schema/index.js';
import type { Draft } from './create-fact.js';
import { firstLine } from './first-line.js';

/** `build` is what the compiler said when it could not build the tests. */
export function draftFromTests(report: TestReport, build: readonly DiagnosticsReport[] = []): Draft[] {
  const errors = build.flatMap(({ items }) => items.filter(({ severity }) => severity === 'error'));
  const failing = report.failing.map((item) =>
    item.suite === true && errors.length > 0
      ? draftUnbuilt(report, item, errors)
      : draftFailing(report, item),
  );
  return [draftSummary(report), ...failing, ...draftCommonPlaces(report)];
}

function draftSummary(report: TestReport): Draft {
  const { passed, failed, skipped, errors, total, tool } = report;
  const counts = [
    `${failed} failed`,
    ...(errors > 0 ? [`${errors} errors`] : []),
    `${passed} passed`,
    `${skipped} skipped`,
  ];
  const verdict =
    total === 0 && failed + errors === 0
      ? 'no tests ran'
      : failed + errors > 0
        ? 'tests failed'
        : 'tests passed';
  return {
    kind: 'summary',
    tool,
    category: 'verification',
    subject: 'tests',
    statement: `${verdict}: ${counts.join(', ')} of ${total} (${tool})`,
    confidence: report.structured ? 1 : 0.95,
    data: { passed, failed, skipped, errors, total },
  };
}

const MAX_ERRORS_TOLD = 5;

/** One thing is wrong, in several places: nothing can be tested until all of them are right. */
function draftUnbuilt(report: TestReport, { test }: TestCase, errors: readonly Diagnostic[]): Draft {
  const told = errors.slice(0, MAX_ERRORS_TOLD).map(({ file, line, code, message }) => {
    const place = line === undefined ? file : `${file}:${line}`;
    return [place, [code, firstLine(message)].filter(Boolean).join(' ')].filter(Boolean).join(' ');
  });
  const more = errors.length - told.length;
  return {
    kind: 'broken-suite',
    tool: report.tool,
    category: 'error',
    subject: test,
    statement: `${test} failed: ${told.join('; ')}${more > 0 ? `; and ${more} more` : ''}`,
    confidence: 0.95,
    data: { diagnostics: errors.slice(0, MAX_ERRORS_TOLD) },
  };
}

function draftFailing(report: TestReport, item: TestCase): Draft {
  const { file, line } = item;
  const test = item.suite === true ? '' : item.test;
  const message = firstLine(item.message ?? '');
  const name = item.test || file || message || 'a test without a name';
  const verb = test === '' ? 'could not run' : 'fails';
  return {
    kind: test === '' ? 'broken-suite' : 'failing-test',
    tool: report.tool,
    category: 'error',
    subject: name,
    statement:
      message === name ? name : [`${name} ${verb}`, message].filter(Boolean).join(': ') + showPlace(item),
    confidence: report.structured ? 1 : 0.95,
    data: dataOf(item, { test, file, line, message }),
  };
}

function showPlace({ test, file, line, symbol }: TestCase): string {
  if (file === undefined) return '';
  const where = symbol === undefined ? '' : ` in ${symbol}`;
  if (line !== undefined) return ` (${file}:${line}${where})`;
  return test === file ? '' : ` (${file})`;
}

/** An assertion is told by its test and its own words; what was compared is in the statement. */
function dataOf({ group, test }: TestCase, data: FactData): FactData {
  if (group === undefined) return dropEmpty(data);
  const { test: _, message: __, ...place } = dropEmpty(data);
  return { ...place, group, assertion: test.startsWith(group) ? test.slice(group.length).trim() : test };
}

function dropEmpty(data: FactData): FactData {
  const { test, file, line, message } = data;
  return {
    ...(test && { test }),
    ...(file && { file }),
    ...(line !== undefined && { line }),
    ...(message && { message }),
  };
}

/** Several tests that stop at one line are one problem. */
function draftCommonPlaces(report: TestReport): Draft[] {
  const places = new Map<string, TestCase[]>();
  for (const item of report.failing) {
    if (item.file === undefined || item.line === undefined) continue;
    const key = `${item.file}:${item.line}`;
    const same = places.get(key);
    if (same) same.push(item);
    else places.set(key, [item]);
  }
  const common = [...places].filter(([, cases]) => cases.length > 1);
  return common.map(([place, cases]) => ({
    kind: 'common-place',
    tool: report.tool,
    category: 'inference',
    subject: place,
    statement: `${cases.length} failing tests stop at ${place}`,
    confidence: 0.9,
    data: { file: cases[0]?.file, line: cases[0]?.line },
  }));
}
