// JUnit XML in all its dialects: cases are counted one by one, because the totals in attributes are often wrong.
import type { TestCase, TestReport } from '../../schema/index.js';
import type { Format } from '../format.js';
import { toOutput } from '../output.js';
import { createTestReport, isAssertion, readFailure, readMessage } from '../test-report.js';
import type { FailureText } from '../test-report.js';
import { readDocuments } from '../walk-xml.js';
import type { XmlReader } from '../walk-xml.js';
import { readGoLog } from './go-log.js';

export const junit: Format = {
  tool: 'junit',
  signs: ['<testsuite', '<testcase'],
  parse(output) {
    const found = readDocuments(output, ROOT, createReader);
    if (found.length === 0) return undefined;
    return { reports: found.map(({ value }) => value), understood: found.map(({ range }) => range) };
  },
};

const ROOT = /<testsuites?[\s>/]/g;

interface OpenCase {
  readonly attributes: Readonly<Record<string, string>>;
  outcome: 'passed' | 'failed' | 'errors' | 'skipped';
  /** Announced as unfinished: its failure is expected. */
  todo?: boolean;
  problem: { readonly attributes: Readonly<Record<string, string>>; text: string };
}

const MAX_TEXT_CHARS = 20_000;
const OUTCOMES: Readonly<Record<string, OpenCase['outcome']>> = {
  failure: 'failed',
  error: 'errors',
  skipped: 'skipped',
};
/** One case may hold several results; a failure outweighs the error of its teardown. */
const WEIGHTS = { passed: 0, skipped: 1, errors: 2, failed: 3 } as const;

/** Undefined when the document is not well-formed or holds no suite. */
export function parseJunit(xml: string): TestReport | undefined {
  return readDocuments(toOutput(xml, {}), ROOT, createReader)[0]?.value;
}

function createReader(): XmlReader<TestReport> {
  const cases: OpenCase[] = [];
  let open: OpenCase | undefined;
  let inProblem = false;
  return {
    open({ name, attributes }) {
      if (name === 'testcase') open = openCase(attributes);
      const outcome = OUTCOMES[name];
      if (open && outcome) inProblem = noteOutcome(open, outcome, attributes);
    },
    text(text) {
      const problem = inProblem ? open?.problem : undefined;
      if (problem && problem.text.length < MAX_TEXT_CHARS) problem.text += text.slice(0, MAX_TEXT_CHARS);
    },
    close(name) {
      if (OUTCOMES[name]) inProblem = false;
      if (name !== 'testcase' || !open) return;
      cases.push(open);
      open = undefined;
    },
    finish: () => summarise(cases),
  };
}

function openCase(attributes: Readonly<Record<string, string>>): OpenCase {
  const status = attributes['status'] ?? attributes['result'] ?? '';
  const unrun = /^(?:disabled|notrun|not_run|skipped|ignored|suppressed)$/i.test(status);
  return { attributes, outcome: unrun ? 'skipped' : 'passed', problem: { attributes: {}, text: '' } };
}

/** Whether the text that follows belongs to the problem of the case. */
function noteOutcome(
  open: OpenCase,
  outcome: OpenCase['outcome'],
  attributes: Readonly<Record<string, string>>,
): boolean {
  if (open.todo === true || WEIGHTS[outcome] <= WEIGHTS[open.outcome]) return false;
  if (outcome === 'skipped' && attributes['type'] === 'todo') open.todo = true;
  open.outcome = outcome;
  open.problem = { attributes, text: '' };
  return true;
}

function summarise(cases: readonly OpenCase[]): TestReport {
  const counts = { passed: 0, failed: 0, skipped: 0, errors: 0 };
  for (const item of cases) counts[item.outcome] += 1;
  const failing = cases.filter((item) => item.outcome === 'failed' || item.outcome === 'errors');
  const passing = cases.filter((item) => item.outcome === 'passed').map(nameCase);
  return createTestReport('junit', true, counts, failing.map(toTestCase), passing.filter(Boolean));
}

function nameCase({ attributes }: OpenCase): string {
  const { name = '', classname = '' } = attributes;
  // node:test gives every case the class `test`.
  return classname === name || classname === 'test' ? name : [classname, name].filter(Boolean).join('::');
}

function toTestCase(item: OpenCase): TestCase {
  const { attributes, problem } = item;
  const said = problem.attributes;
  const found = readText(item);
  const announced = readMessage((said['message'] ?? '').split('\n', 20));
  const message = EMPTY_WORDS.test(announced) ? (found.message ?? announced) : announced;
  // node:test wraps what was thrown; its class is only in the text.
  const cause =
    /cause: (\w{1,80})|^((?:\w{1,80})?(?:Error|Exception))(?=[: ]|$)/m.exec(problem.text)?.[0] ?? '';
  const kind = `${said['type'] ?? ''} ${cause} ${message}`;
  return {
    test: nameCase(item),
    message: message === '' ? undefined : message,
    assertion: item.outcome === 'failed' && (isAssertion(kind) || !/Error\b|Exception\b/.test(kind)),
    ...pickPlace(attributes, found),
  };
}

/** What Go's converters put there for every failure. */
const EMPTY_WORDS = /^(?:Failed|failed)?$/;

/** PHPUnit begins with the name of the test, Go with the log of the run. */
function readText({ attributes, problem }: OpenCase): FailureText {
  const lines = problem.text.split('\n', 200);
  const { name = '' } = attributes;
  const start = name !== '' && (lines[0] ?? '').includes(`::${name}`) ? 1 : 0;
  const logged = readGoLog(lines);
  const said = lines.slice(start).filter((line) => !/^\s{0,80}(?:===|---) [A-Z]{3,5}[ :]/.test(line));
  return logged.message === undefined ? readFailure(said) : logged;
}

/** The declared place is the test's; the line where it failed is better when it lies in the same file. */
function pickPlace(attributes: OpenCase['attributes'], found: FailureText): Pick<TestCase, 'file' | 'line'> {
  const declared = attributes['file'];
  if (declared !== undefined && found.file !== undefined && declared.endsWith(`/${found.file}`))
    return { file: declared, line: found.line };
  if (declared === undefined || found.file === declared) return { file: found.file, line: found.line };
  return { file: declared, line: toLine(attributes['line']) };
}

function toLine(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}
