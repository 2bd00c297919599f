// What AVA prints: a line per test, the failures between two rules, and lines of totals.
import type { TestCase } from '../../schema/index.js';
import { collectLines, findLineFrom } from '../find-line.js';
import type { Format } from '../format.js';
import { parseNodeFrame } from '../location.js';
import { createBrokenSuite, createTestReport, readFailure } from '../test-report.js';
import type { FailureText } from '../test-report.js';

export const ava: Format = {
  tool: 'ava',
  signs: [' test passed', ' tests passed', ' [fail]: ', '\n  Uncaught exception in ', '\n  ✘ '],
  parse({ lines }) {
    const to = lines.findLastIndex((line) => TOTAL.test(line));
    const from = lines.findIndex((line) => RESULT.test(line) || CRASHED.test(line));
    if (to < 0 || from < 0 || from > to) return undefined;
    const said = lines.slice(from, to + 1);
    const results = said.map((line) => RESULT.exec(line)).filter((match) => match !== null);
    const passing = results.filter(([, mark, kind]) => mark === '✔' && kind === undefined);
    const names = passing.map(([, , , name = '']) => name.replace(DURATION, ''));
    const failing = [...readFailing(said), ...readCrashes(said)];
    return {
      reports: [createTestReport('ava', false, count(said, names.length), failing, names)],
      understood: [{ from, to }],
    };
  },
};

const TOTAL =
  /^ {2}(\d{1,9}) ((?:tests?|hooks?) (?:passed|failed|skipped|todo)|known failures?|uncaught exceptions?|unhandled rejections?)\b/;
const RESULT = /^ {2}([✔✘✖-]) (?:\[(fail|skip|todo|expected fail)\]:? )?(\S.{0,1000})$/;
const CRASHED = /^ {2}(?:Uncaught exception|Unhandled rejection) in (\S.{0,500})$/;
const DURATION = / \(\d[^()]{0,20}\)$/;

/** Passed tests are in the totals only when nothing failed. */
function count(lines: readonly string[], shown: number): Parameters<typeof createTestReport>[2] {
  const totals = new Map<string, number>();
  for (const line of lines) {
    const match = TOTAL.exec(line);
    if (match) totals.set((match[2] ?? '').replace(/^(\w+?)s?(?= |$)/, '$1'), Number(match[1]));
  }
  const read = (...names: string[]): number => names.reduce((sum, name) => sum + (totals.get(name) ?? 0), 0);
  return {
    passed: totals.get('test passed') ?? shown,
    failed: read('test failed'),
    skipped: read('test skipped', 'test todo'),
    errors: read(
      'hook failed',
      'uncaught exceptions',
      'uncaught exception',
      'unhandled rejections',
      'unhandled rejection',
    ),
  };
}

/** The line of a result goes on with what was asserted; the name alone opens the block that explains it. */
function readFailing(lines: readonly string[]): TestCase[] {
  const failed = collectLines(lines, (line) => {
    const match = RESULT.exec(line);
    return match?.[2] === 'fail' ? match[3] : undefined;
  });
  const start = lines.findIndex(isRule);
  const blocks = start < 0 ? new Map<string, FailureText>() : readBlocks(lines.slice(start));
  const names = [...blocks.keys()].sort((one, other) => other.length - one.length);
  return failed.map((text) => {
    const name = blocks.has(text) ? text : names.find((candidate) => text.startsWith(`${candidate} `));
    return { test: name ?? text, ...(name !== undefined && blocks.get(name)) };
  });
}

function isRule(line: string): boolean {
  return line === '  ─';
}

/** A title follows the rule or three empty lines. */
function readBlocks(lines: readonly string[]): Map<string, FailureText> {
  const blocks = new Map<string, FailureText>();
  for (let index = 2; index < lines.length; index += 1) {
    if (!isTitle(lines, index)) continue;
    const end = findLineFrom(lines, index + 1, (line) => isRule(line) || TOTAL.test(line));
    const next = nextTitle(lines, index + 1, end);
    const name = (lines[index] ?? '').trim();
    if (!blocks.has(name)) blocks.set(name, readBody(lines.slice(index + 1, next)));
    index = next - 1;
  }
  return blocks;
}

function isTitle(lines: readonly string[], index: number): boolean {
  const opens = lines[index - 1] === '' && (lines[index - 2] === '' || isRule(lines[index - 2] ?? ''));
  return opens && /^ {2}\S/.test(lines[index] ?? '') && !TOTAL.test(lines[index] ?? '');
}

function nextTitle(lines: readonly string[], from: number, end: number): number {
  let index = from;
  while (index < end && !isTitle(lines, index)) index += 1;
  return index;
}

/** The place and three lines of source come first; what was thrown is repeated as text above its stack. */
function readBody(body: readonly string[]): FailureText {
  const lines = body.filter((line) => !/^ {2,12}\d{1,7}: /.test(line));
  const thrown = lines.findIndex(
    (line, index) => parseNodeFrame(lines[index + 1] ?? '') !== undefined && /Error\b/.test(line),
  );
  const place = readFailure(lines);
  const told = lines.filter((line) => !/^ {2}(?:› |\S{1,300}:\d{1,7}$)/.test(line));
  const { message, assertion } = readFailure(thrown < 0 ? told : lines.slice(thrown, thrown + 1));
  return {
    ...(place.file !== undefined && { file: place.file, line: place.line }),
    ...(message !== undefined && { message, assertion: thrown < 0 || assertion }),
  };
}

/** A test file that ended by itself. */
function readCrashes(lines: readonly string[]): TestCase[] {
  return lines.flatMap((line, index): TestCase[] => {
    const file = CRASHED.exec(line)?.[1];
    if (file === undefined) return [];
    const end = findLineFrom(lines, index + 1, (next) => /^ {2}(?:[✘✖] |─$)/.test(next), index + 60);
    const { message } = readBody(lines.slice(index + 1, end));
    return [createBrokenSuite(file, { file, message: message ?? line.trim() })];
  });
}
