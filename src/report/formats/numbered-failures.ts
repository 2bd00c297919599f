// Runners that number their failures and print totals below: Jasmine, Playwright, ExUnit, minitest, NUnit's console; and Deno and test-unit, whose are not numbered.
import type { TestCase } from '../../schema/index.js';
import { collectLines, findLineFrom } from '../find-line.js';
import type { Finding, Format } from '../format.js';
import { isOwnCode, parseBarePlace, parseLocation } from '../location.js';
import type { Location } from '../location.js';
import { createTestReport, readFailure, sumCounts, withoutRepeats } from '../test-report.js';
import type { Counts } from '../test-report.js';

export const numberedFailures: Format = {
  tool: 'numbered-failures',
  signs: [
    ' specs, ',
    ' spec, ',
    ' passed (',
    ' failed\n',
    ' failures',
    ' failure\n',
    ' skips',
    'Tests run: ',
    'Test Count: ',
    ' omissions, ',
    ' passed ',
  ],
  parse({ lines }) {
    const candidates = collectLines(lines, (line, index) => (HINT.test(line) ? index : undefined));
    for (const style of STYLES) {
      const at = candidates.findLast((index) => style.totals.test(lines[index] ?? '')) ?? -1;
      const finding = at < 0 ? undefined : readStyle(style, lines, at);
      if (finding) return finding;
    }
    return undefined;
  },
};

/** One look that nearly all lines fail. */
const HINT =
  /^(?:\d{1,9} (?:specs?|tests?|runs|doctests?|propert)|\s{0,4}(?:Tests run: |Not run: |Test Count: )|(?:ok|FAILED) \| \d| {2}\d{1,9} (?:passed|failed|flaky|skipped|interrupted|did))/;

interface Style {
  readonly tool: string;
  /** The last line of totals; a runner that spreads them over several has all of these. */
  readonly totals: RegExp;
  /** What the words of the totals count; the number of all tests counts as passed until the others are taken off. */
  readonly words: Readonly<Record<string, keyof Counts>>;
  readonly hasTotal: boolean;
  /** Ends what a failure says, besides the next number and the totals. */
  readonly ends?: RegExp;
  readonly head: (lines: readonly string[], index: number) => Head | undefined;
}

interface Head {
  readonly test: string;
  readonly place?: Location | undefined;
  /** Where what it says begins. */
  readonly body: number;
}

const STYLES: readonly Style[] = [
  {
    tool: 'jasmine',
    totals: /^\d{1,9} specs?, \d{1,9} failures?(?:, \d{1,9} pending specs?)?$/,
    words: { spec: 'passed', specs: 'passed', failure: 'failed', failures: 'failed', pending: 'skipped' },
    hasTotal: true,
    head: (lines, index) => readHead(/^\d{1,6}\) (?<test>\S.{0,1000})$/, lines, index),
  },
  {
    tool: 'playwright',
    totals: /^ {2}\d{1,9} (?:passed|failed|flaky|skipped|interrupted|did not run)(?: \([\d.]{1,9}m?s\))?$/,
    words: {
      passed: 'passed',
      flaky: 'passed',
      failed: 'failed',
      skipped: 'skipped',
      did: 'skipped',
      interrupted: 'errors',
    },
    hasTotal: false,
    head: (lines, index) =>
      readHead(
        /^ {2}\d{1,6}\) (?:\[[^\]]{1,80}\] › )?(?<place>[^\s:]{1,500}:\d{1,7}:\d{1,7}) › (?<test>[^─]{1,1000}?) ?─{0,200}$/u,
        lines,
        index,
      ),
  },
  {
    tool: 'exunit',
    totals:
      /^(?:\d{1,9} (?:doctests?|property|properties), ){0,2}\d{1,9} tests?, \d{1,9} failures?(?:, \d{1,9} (?:skipped|excluded|invalid)){0,3}$/,
    words: {
      ...{
        test: 'passed',
        tests: 'passed',
        doctest: 'passed',
        doctests: 'passed',
        property: 'passed',
        properties: 'passed',
      },
      ...{
        failure: 'failed',
        failures: 'failed',
        skipped: 'skipped',
        excluded: 'skipped',
        invalid: 'errors',
      },
    },
    hasTotal: true,
    head: (lines, index) =>
      readHead(/^ {2}\d{1,6}\) (?<test>(?:test|property|doctest) \S.{0,1000})$/, lines, index),
  },
  {
    tool: 'minitest',
    totals: /^\d{1,9} (?:runs|tests), \d{1,9} assertions, \d{1,9} failures, \d{1,9} errors, \d{1,9} skips$/,
    words: { runs: 'passed', tests: 'passed', failures: 'failed', errors: 'errors', skips: 'skipped' },
    hasTotal: true,
    head: readMinitestHead,
  },
  {
    tool: 'test-unit',
    totals:
      /^\d{1,9} tests, \d{1,9} assertions, \d{1,9} failures, \d{1,9} errors, \d{1,9} pendings, \d{1,9} omissions, /,
    words: {
      ...{ tests: 'passed', failures: 'failed', errors: 'errors' },
      ...{ pendings: 'skipped', omissions: 'skipped' },
    },
    hasTotal: true,
    ends: /^={20,}$/,
    head: (lines, index) => readHead(/^(?:Failure|Error): (?<test>[^\s:]{1,500}):?$/, lines, index),
  },
  {
    tool: 'deno-test',
    totals: /^(?:ok|FAILED) \| \d{1,9} passed (?:\(\d{1,9} steps?\) )?\| \d{1,9} failed\b/,
    words: { passed: 'passed', failed: 'failed', ignored: 'skipped' },
    hasTotal: false,
    ends: / => [^\s:]{1,500}:\d{1,7}:\d{1,7}$|^ FAILURES$/,
    head: (lines, index) =>
      readHead(/^(?<test>\S.{0,500}) => (?<place>[^\s:]{1,500}:\d{1,7}:\d{1,7})$/, lines, index),
  },
  {
    tool: 'nunit',
    totals:
      /^\s{0,4}(?:Tests run: \d{1,9}, Errors: \d|Not run: \d{1,9}, Invalid: \d|Test Count: \d{1,9}, Passed: \d)/,
    words: {
      ...{ run: 'passed', count: 'passed', failures: 'failed', failed: 'failed', errors: 'errors' },
      ...{ inconclusive: 'skipped', skipped: 'skipped', ignored: 'skipped', invalid: 'skipped' },
    },
    hasTotal: true,
    head: (lines, index) =>
      readHead(/^\d{1,6}\) (?:Test )?(?:Failure|Error|Failed|Invalid) : (?<test>\S.{0,1000})$/, lines, index),
  },
];

function readStyle(style: Style, lines: readonly string[], at: number): Finding | undefined {
  const { cases, from } = readCases(style, lines);
  const counts = readTotals(style, lines);
  // `  3 passed (2s)` alone is not rare enough.
  if (style.tool === 'playwright' && cases.length === 0 && !lines.some(isPlaywrightStart)) return undefined;
  const report = createTestReport(style.tool, false, counts, withoutRepeats(cases));
  return { reports: [report], understood: [{ from: Math.min(from, at), to: at }] };
}

function isPlaywrightStart(line: string): boolean {
  return /^Running \d{1,9} tests? using \d{1,4} workers?/.test(line);
}

function readCases(style: Style, lines: readonly string[]): { cases: TestCase[]; from: number } {
  const cases: TestCase[] = [];
  let from = lines.length;
  for (let index = 0; index < lines.length; index += 1) {
    // What is pending is numbered like what failed, and Deno lists what failed once more.
    if (/^(?:Pending:| FAILURES)$/.test(lines[index] ?? '')) break;
    const head = style.head(lines, index);
    if (!head) continue;
    from = Math.min(from, index);
    const end = findLineFrom(
      lines,
      head.body,
      (line) => END.test(line) || style.totals.test(line) || style.ends?.test(line) === true,
      head.body + MAX_BODY_LINES,
    );
    cases.push(toCase(head, lines.slice(head.body, end)));
    index = end - 1;
  }
  return { cases, from };
}

const MAX_BODY_LINES = 200;
const END = /^\s{0,2}\d{1,6}\) \S|^Pending:$|^Tests Not Run:$/;

function toCase({ test, place }: Head, body: readonly string[]): TestCase {
  const said = body
    .map((line) => line.trim())
    .filter((line) => line !== '' && !LABEL.test(line) && !SOURCE.test(line));
  const places = said.filter((line) => parseBarePlace(line) !== undefined);
  const words = said
    .filter((line) => !places.includes(line))
    .map((line) => line.replace(/^error: (?=\w)/, ''));
  const [first = '', second = ''] = words;
  // test-unit breaks the line between what was expected and what it was.
  const message = / but was$/.test(first) ? [`${first} ${second}`, ...words.slice(2)] : words;
  const failure = readFailure([...message, ...places]);
  const traced = said.map((line) => parseLocation(ELIXIR_FRAME.exec(line)?.[1] ?? ''));
  const own = traced.find((found) => found !== undefined && isOwnCode(found.file));
  const nearest = own ?? (failure.file === undefined ? place : undefined);
  return { test, ...failure, ...(nearest && { file: nearest.file, line: nearest.line }) };
}

/** Headings inside a failure, ExUnit's quotation of the code, and the place of the test, which the head has too. */
const LABEL = /^(?:Message|Stack|stacktrace|Error Context):|^code: |^\S{1,300}\.exs?:\d{1,7}$/;
const SOURCE = /^(?:> )?\d{0,7} ?\||^(?:=> {1,3})?\d{1,7}: |^Deno\.test\(|^\^+$/;
const ELIXIR_FRAME = /^(\S{1,300}\.exs?:\d{1,7}): /;

function readHead(pattern: RegExp, lines: readonly string[], index: number): Head | undefined {
  const fields = pattern.exec(lines[index] ?? '')?.groups;
  if (!fields) return undefined;
  const below = /^\s{2,8}(\S{1,300}\.exs?:\d{1,7})$/.exec(lines[index + 1] ?? '')?.[1];
  return {
    test: (fields['test'] ?? '').trim(),
    place: parseLocation(fields['place'] ?? below ?? ''),
    body: index + 1,
  };
}

/** `  1) Failure:`, the name and its place on the line below; what was skipped is numbered too. */
function readMinitestHead(lines: readonly string[], index: number): Head | undefined {
  if (!/^\s{0,4}\d{1,6}\) (?:Failure|Error):$/.test(lines[index] ?? '')) return undefined;
  const [, test, place] = /^(\S.{0,500}?)(?: \[(\S{1,500}:\d{1,7})\])?:$/.exec(lines[index + 1] ?? '') ?? [];
  return test === undefined ? undefined : { test, place: parseLocation(place ?? ''), body: index + 2 };
}

function readTotals({ totals, words, hasTotal }: Style, lines: readonly string[]): Counts {
  const said = lines
    .filter((line) => totals.test(line))
    .join('\n')
    .replace(/(\w{1,20}): (\d{1,9})/g, '$2 $1')
    .toLowerCase();
  const counts = sumCounts(said, words);
  if (!hasTotal) return counts;
  const { passed, failed, skipped, errors } = counts;
  return { ...counts, passed: Math.max(0, passed - failed - skipped - errors) };
}
