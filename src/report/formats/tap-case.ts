// What a failing point says: its YAML block, or the text and comments below it.
import { z } from 'zod';
import { parseJson } from '../../platform/index.js';
import type { TestCase } from '../../schema/index.js';
import { countIndent } from '../find-line.js';
import { isOwnCode, isOwnFrame, parseLocation, parseNodeFrame } from '../location.js';
import { createBrokenSuite, isAssertion, readFailure, readMessage } from '../test-report.js';
import type { Point } from './tap-points.js';

export function toCase(point: Point): TestCase {
  const { details, name } = point;
  const printed = readPrintedDetails(details);
  if (printed) return { test: name, ...printed };
  const operator = readValue(details, 'operator');
  const message = readError(details) ?? describeComparison(details, operator);
  if (readValue(details, 'exitCode') !== undefined) return toBrokenFile(point, message);
  if (message === undefined && point.said.length > 0) return { test: name, ...readSaid(point.said) };
  const place = findPlace(details);
  return {
    test: name,
    ...(point.group !== undefined && { group: point.group }),
    ...(place && { file: place.file, line: place.line }),
    ...(message && { message }),
    assertion: isComparison(details, message),
  };
}

function readError(details: readonly string[]): string | undefined {
  const own = withoutCompared(details);
  const error = readValue(own, 'message') ?? readValue(own, 'error');
  if (error === '') return readDiff(details);
  if (error === undefined) return readUnifiedDiff(details) ?? readValue(details, 'type');
  return nameError(error, readValue(details, 'name'));
}

/** What is compared may be an error with a message of its own, which is not what went wrong. */
function withoutCompared(details: readonly string[]): readonly string[] {
  const compared = ['expected', 'actual'].flatMap((key) => readBlock(details, key) ?? []);
  return details.filter((line) => !compared.includes(line));
}

/** AVA's message is empty where the values say it all. */
function readDiff(details: readonly string[]): string | undefined {
  const head = details.findIndex((line) => line.includes('Difference ('));
  const rest = details.slice(head + 1).filter((line) => /^\s{1,80}[-+] /.test(line));
  const message = readMessage(['Difference (- actual, + expected):', ...rest]);
  return head < 0 || rest.length === 0 ? undefined : message;
}

/** node-tap prints a diff of files, what was expected above. */
function readUnifiedDiff(details: readonly string[]): string | undefined {
  const block = (readBlock(details, 'diff') ?? []).map((line) => line.trim());
  const differing = block.filter((line) => /^[-+]/.test(line) && !/^(?:---|\+\+\+) /.test(line));
  if (differing.length === 0) return undefined;
  return readMessage(['Difference (- expected, + actual):', differing.slice(0, 6).join(' ')]);
}

/** Deno prints the details as JSON in one line. */
function readPrintedDetails(details: readonly string[]): Omit<TestCase, 'test'> | undefined {
  const text = details.find((line) => line.trimStart().startsWith('{"'));
  const parsed = PRINTED.safeParse(text === undefined ? undefined : parseJson(text));
  if (!parsed.success) return undefined;
  const { message, at } = parsed.data;
  return { ...(at && { file: at.file, line: at.line }), ...readFailure(message.split('\n', 60)) };
}

const PRINTED = z.object({
  message: z.string(),
  at: z.object({ file: z.string(), line: z.number().int() }).optional(),
});

function isComparison(details: readonly string[], message = ''): boolean {
  const named =
    readValue(details, 'operator') ?? readValue(details, 'assertion') ?? readValue(details, 'diff');
  return named !== undefined || isAssertion(`${readValue(details, 'code') ?? ''} ${message}`);
}

/** `(in test file a.bats, line 2)` and Perl's `at t/a.t line 5.` name the place in words. */
function readSaid(said: readonly string[]): Omit<TestCase, 'test'> {
  const words = /(?:in test file|\bat) (\S{1,300}?),? line (\d{1,7})[.)]/.exec(
    said.join('\n').slice(0, 4_000),
  );
  const rest = said.filter((line) => !/^ {0,3}(?:\(in |at )\S/.test(line));
  const failure = readFailure(joinPerl(rest));
  const perl = /^Failed test\b/.test(failure.message ?? '') && { assertion: true };
  return words ? { ...failure, ...perl, file: words[1] ?? '', line: Number(words[2]) } : failure;
}

/** Perl says `Failed test 'name'`, and below it what it compared, in words that differ with the comparison. */
function joinPerl(said: readonly string[]): readonly string[] {
  const [head = '', ...rest] = said.map((line) => line.trim()).filter(Boolean);
  return /^Failed test\b/.test(head) ? [[head, ...rest.slice(0, 4)].join(' ')] : said;
}

/** The stack's own frame leads to the assertion; `at` and `location` only to the test. */
function findPlace(details: readonly string[]): ReturnType<typeof parseLocation> {
  const frames = readFrames(details.map((line) => line.trim().replace(/^at: /, 'at ')));
  const declared = parseLocation(readDeclared(details));
  // Node's own reporter leaves the `at` away; of its frames the one in the test file says where in the test.
  const inside = readFrames((readBlock(details, 'stack') ?? []).map((line) => `at ${line.trim()}`)).find(
    ({ file }) => file === declared?.file,
  );
  return frames.find(isOwnFrame) ?? inside ?? (declared && isOwnCode(declared.file) ? declared : undefined);
}

/** On one line, or as node-tap spreads it over several. */
function readDeclared(details: readonly string[]): string {
  const file = readValue(details, 'fileName');
  if (file !== undefined) return `${file}:${readValue(details, 'lineNumber') ?? ''}`;
  return readValue(details, 'at') ?? readValue(details, 'location') ?? '';
}

function readFrames(lines: readonly string[]): NonNullable<ReturnType<typeof parseNodeFrame>>[] {
  return lines.map(parseNodeFrame).filter((frame) => frame !== undefined);
}

/** An error other than a plain one or an assertion is named with its message. */
function nameError(message: string | undefined, name = ''): string | undefined {
  if (message === undefined || !/^[A-Z]\w{2,60}$/.test(name) || name === 'Error' || name === 'AssertionError')
    return message;
  return message.startsWith(name) ? message : `${name}: ${message}`;
}

/** A test file that ended by itself: why is in what it printed. */
function toBrokenFile({ name, details, printed }: Point, message = 'the test file could not run'): TestCase {
  const why = printed.find((line) => /^(?:\w{0,60}Error|Error)\b.{0,80}: ./.test(line));
  const place = parseLocation(readValue(details, 'location') ?? '');
  return createBrokenSuite(name, {
    message: why ?? message,
    ...(place && { file: place.file, line: place.line }),
  });
}

function describeComparison(details: readonly string[], operator: string | undefined): string | undefined {
  if (operator === undefined) return undefined;
  const expected = readValue(details, 'expected') ?? '';
  return `${operator}: expected ${expected}, got ${readValue(details, 'actual') ?? ''}`.slice(0, 400);
}

/** The value of a key in the YAML block: on its line, or the text indented below it. */
function readValue(details: readonly string[], key: string): string | undefined {
  const head = details.find((line) => line.trimStart().startsWith(`${key}:`));
  if (head === undefined) return undefined;
  const inline = head
    .trim()
    .slice(key.length + 1)
    .trim();
  return /^(?:[|>][-+]?)?$/.test(inline) ? readMessage(readBlock(details, key) ?? []) : unquote(inline);
}

/** The lines indented below a key. */
function readBlock(details: readonly string[], key: string): readonly string[] | undefined {
  const index = details.findIndex((line) => line.trimStart().startsWith(`${key}:`));
  const head = details[index];
  if (head === undefined) return undefined;
  const indent = countIndent(head);
  const after = details.slice(index + 1);
  const end = after.findIndex((line) => line !== '' && countIndent(line) <= indent);
  return end < 0 ? after : after.slice(0, end);
}

/** A value over several lines closes its quote on a later one. */
function unquote(text: string): string {
  const quote = /^['"]/.exec(text)?.[0];
  if (quote === undefined) return text;
  const inner = text.slice(1).replace(/['"],?$/, '');
  return quote === '"' ? inner.replaceAll('\\"', '"') : inner;
}
