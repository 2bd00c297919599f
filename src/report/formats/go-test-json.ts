// `go test -json`: one event per line; the last verdict of a test in a package counts.
import { z } from 'zod';
import type { TestCase, TestReport } from '../../schema/index.js';
import { collectLines } from '../find-line.js';
import type { Format } from '../format.js';
import { findLines } from '../output.js';
import { createBrokenSuite, createTestReport } from '../test-report.js';
import { findPanics, readGoLog } from './go-log.js';

export const goTestJson: Format = {
  tool: 'go-test',
  signs: ['"Action":"'],
  parse(output) {
    const report = parseGoTestJson(output.lines);
    return report ? { reports: [report], understood: findLines(output.lines, isOwnLine) } : undefined;
  },
};

const Event = z.object({
  Action: z.string(),
  Package: z.string().optional(),
  Test: z.string().optional(),
  Output: z.string().optional(),
});
type Event = z.infer<typeof Event>;

interface Subject {
  readonly name: string;
  readonly test: string;
  verdict?: string;
  readonly said: string[];
}

const MAX_LINES = 60;

export function parseGoTestJson(lines: readonly string[]): TestReport | undefined {
  const subjects = new Map<string, Subject>();
  for (const line of lines) {
    const event = parseEvent(line);
    if (event) noteEvent(subjects, event);
  }
  if (subjects.size === 0) return undefined;
  const all = [...subjects.values()];
  const tests = all.filter((item) => item.test !== '' && item.verdict !== undefined);
  const having = (verdict: string): Subject[] => tests.filter((item) => item.verdict === verdict);
  const explained = new Set(having('fail').map((item) => item.name));
  const broken = all.filter(
    (item) => item.test === '' && item.verdict === 'fail' && !explained.has(item.name),
  );
  const unbuilt = readUnbuilt(lines).filter((name) => !broken.some((item) => item.name === name));
  const counts = {
    passed: having('pass').length,
    failed: having('fail').length,
    skipped: having('skip').length,
    errors: broken.length + unbuilt.length,
    total: tests.length,
  };
  const failing = [
    ...having('fail').map(toCase),
    ...broken.map((item) => describePackage(item, all)),
    ...unbuilt.map((name) => createBrokenSuite(name, { message: `package ${name} could not be built` })),
  ];
  return createTestReport(
    'go-test',
    true,
    counts,
    failing,
    having('pass').map((item) => item.test),
  );
}

const UNBUILT = /^FAIL\t(\S{1,300}) \[(?:build|setup) failed\]$/;

/** A package that does not build says so beside the events. */
function readUnbuilt(lines: readonly string[]): string[] {
  return collectLines(lines, (line) => (line.startsWith('FAIL\t') ? UNBUILT.exec(line)?.[1] : undefined));
}

function isOwnLine(line: string): boolean {
  return isEventLine(line) || (line.startsWith('FAIL\t') && UNBUILT.test(line));
}

function isEventLine(line: string): boolean {
  return line.startsWith('{"') && line.includes('"Action":"');
}

function parseEvent(line: string): Event | undefined {
  if (!isEventLine(line)) return undefined;
  try {
    return Event.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

function noteEvent(subjects: Map<string, Subject>, event: Event): void {
  const key = `${event.Package ?? ''}\0${event.Test ?? ''}`;
  const subject = subjects.get(key) ?? { name: event.Package ?? '', test: event.Test ?? '', said: [] };
  subjects.set(key, subject);
  if (/^(?:pass|fail|skip)$/.test(event.Action)) subject.verdict = event.Action;
  if (event.Output !== undefined && subject.said.length < MAX_LINES) subject.said.push(event.Output);
}

function toCase({ test, said }: Subject): TestCase {
  return { test, ...readGoLog(said) };
}

/** The test that was running when a package ended early is named in the message: no verdict of its own exists. */
function describePackage(broken: Subject, all: readonly Subject[]): TestCase {
  const said = all.filter((item) => item.name === broken.name).flatMap((item) => item.said);
  const cause =
    findPanics(said)[0] ?? said.find((line) => line.trim() !== '' && !line.startsWith('FAIL')) ?? '';
  const unfinished = all.find(
    (item) => item.name === broken.name && item.test !== '' && item.verdict === undefined,
  );
  const where = unfinished ? ` while ${unfinished.test} was running` : '';
  return createBrokenSuite(broken.name, {
    message: `package ${broken.name} failed${where}: ${cause.trim()}`,
  });
}
