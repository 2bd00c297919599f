// XML reports of .NET runners: TRX, NUnit 2 and 3, and xUnit.net. Each names its cases, verdicts and messages differently.
import type { SaxesTagPlain } from 'saxes';
import type { TestCase, TestReport } from '../../schema/index.js';
import type { Format } from '../format.js';
import { createTestReport, isAssertion, readFailure, readMessage } from '../test-report.js';
import { readDocuments } from '../walk-xml.js';
import type { XmlReader } from '../walk-xml.js';

export const testXml: Format = {
  tool: 'trx',
  signs: ['<TestRun ', '<test-run ', '<assembl', '<test-results '],
  parse(output) {
    const found = readDocuments(output, ROOT, createReader);
    if (found.length === 0) return undefined;
    return { reports: found.map(({ value }) => value), understood: found.map(({ range }) => range) };
  },
};

const ROOT = /<(?:TestRun|test-run|test-results|assemblies|assembly)[\s>]/g;

function summarise(cases: readonly Case[]): TestReport {
  const having = (outcome: Outcome): Case[] => cases.filter((item) => item.outcome === outcome);
  const [passed, failed, skipped] = [having('passed'), having('failed'), having('skipped')];
  const counts = { passed: passed.length, failed: failed.length, skipped: skipped.length, errors: 0 };
  const names = passed.map(({ name }) => name);
  return createTestReport(cases[0]?.tool ?? 'trx', true, counts, failed.map(toCase), names);
}

type Outcome = 'passed' | 'failed' | 'skipped';
interface Case {
  readonly tool: string;
  readonly name: string;
  readonly outcome: Outcome;
  message: string;
  stack: string;
}

const DIALECTS: Readonly<Record<string, { tool: string; name: string; verdict: string }>> = {
  UnitTestResult: { tool: 'trx', name: 'testName', verdict: 'outcome' },
  'test-case': { tool: 'nunit', name: 'fullname', verdict: 'result' },
  test: { tool: 'xunit', name: 'name', verdict: 'result' },
};
const MESSAGE = new Set(['Message', 'message']);
const STACK = new Set(['StackTrace', 'stack-trace']);
const MAX_TEXT_CHARS = 20_000;

function createReader(): XmlReader<TestReport> {
  const cases: Case[] = [];
  let open: Case | undefined;
  let part: 'message' | 'stack' | undefined;
  return {
    open(tag) {
      open = openCase(tag) ?? open;
      part = MESSAGE.has(tag.name) ? 'message' : STACK.has(tag.name) ? 'stack' : undefined;
    },
    text(text) {
      if (open && part && open[part].length < MAX_TEXT_CHARS) open[part] += text.slice(0, MAX_TEXT_CHARS);
    },
    close(name) {
      part = undefined;
      if (!DIALECTS[name] || !open) return;
      cases.push(open);
      open = undefined;
    },
    finish: () => (cases.length === 0 ? undefined : summarise(cases)),
  };
}

function openCase({ name: tag, attributes }: SaxesTagPlain): Case | undefined {
  const dialect = DIALECTS[tag];
  const verdict = attributes[dialect?.verdict ?? ''];
  if (!dialect || verdict === undefined) return undefined;
  const name = attributes[dialect.name] ?? attributes['name'] ?? '';
  return { tool: dialect.tool, name, outcome: toOutcome(verdict), message: '', stack: '' };
}

function toOutcome(verdict: string): Outcome {
  if (/^(?:pass|success)/i.test(verdict)) return 'passed';
  return /^(?:fail|error|timeout|aborted)/i.test(verdict) ? 'failed' : 'skipped';
}

function toCase({ name, message, stack }: Case): TestCase {
  const said = readMessage(message.split('\n', 20));
  const { file, line } = readFailure(stack.split('\n', 100));
  return {
    test: name,
    ...(said !== '' && { message: said }),
    file,
    line,
    assertion: isAssertion(said) || !/Exception\b/.test(said),
  };
}
