// The FAILURES and ERRORS sections of pytest: which test, what it said, where.
import type { TestCase } from '../../schema/index.js';
import { findLineFrom } from '../find-line.js';
import { isOwnCode, parseBarePlace, parseLocation, parsePlaceLine, parsePythonFrame } from '../location.js';
import type { Location } from '../location.js';
import { isAssertion, readMessage, readPythonFailure } from '../test-report.js';
import type { FailureText } from '../test-report.js';

export interface FailureSection {
  /** As in the heading, dots between class and function. */
  readonly title: string;
  readonly failure: FailureText;
  /** The title is a place, because no name was printed. */
  readonly place?: boolean;
}

export interface NamedFailure extends TestCase {
  /** A subtest, whose section has it behind the name. */
  readonly part?: string;
}

/** `____ name ____`; `_ _ _ _` only separates the frames of one failure. */
const HEADING = /^_{1,200} ([^\s_].{0,500}?|_\w.{0,500}?) _{1,200}$/;
const BANNER = /^={2,200} \S.{0,80} ={2,200}$/;

export function readFailureSections(lines: readonly string[]): FailureSection[] {
  const sections: FailureSection[] = [];
  let inside = false;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (BANNER.test(line)) inside = /^=+ (?:FAILURES|ERRORS) =+$/.test(line);
    const heading = inside ? HEADING.exec(line) : null;
    const unnamed = inside && !heading ? readUnnamed(line) : undefined;
    if (unnamed) sections.push(unnamed);
    if (!heading) continue;
    const end = findLineFrom(lines, index + 1, (next) => HEADING.test(next) || BANNER.test(next));
    const title = (heading[1] ?? '').replace(
      /^(?:ERROR (?:at (?:setup|teardown) of|collecting)|\[doctest\]) /,
      '',
    );
    sections.push({ title, failure: readBody(lines.slice(index + 1, end)) });
    index = end - 1;
  }
  return sections;
}

/** `--tb=line` prints a place and a message per failure, and no names. */
function readUnnamed(line: string): FailureSection | undefined {
  const match = /^(\S{1,500}:\d{1,7}): (\S.{0,2000})$/.exec(line);
  const place = match ? parseLocation(match[1] ?? '') : undefined;
  if (!place) return undefined;
  const message = readMessage([match?.[2] ?? '']);
  return {
    title: match?.[1] ?? '',
    place: true,
    failure: { file: place.file, line: place.line, message, assertion: isAssertion(message) },
  };
}

/** Joins the named tests with their sections; where no test is named, the sections are the failing tests. */
export function explainFailures(
  named: readonly NamedFailure[],
  sections: readonly FailureSection[],
): TestCase[] {
  if (named.length === 0) return sections.map(({ title, failure }) => ({ test: title, ...failure }));
  const byTitle = new Map<string, FailureSection[]>();
  for (const section of sections) {
    const same = byTitle.get(section.title);
    if (same) same.push(section);
    else byTitle.set(section.title, [section]);
  }
  const unnamed = sections.filter(({ place }) => place === true);
  return named.map(({ part, ...item }) => {
    const title = [toTitle(item.test), ...(part === undefined ? [] : [part])].join(' ');
    const section = (byTitle.get(title) ?? byTitle.get(item.test))?.shift() ?? takeSaying(unnamed, item);
    const failure = { ...describeUnexplained(item), ...section?.failure };
    return part === undefined ? failure : { ...failure, message: `${part} ${failure.message ?? ''}`.trim() };
  });
}

/** `a.py::Class::test[x::y]` is headed `Class.test[x::y]`. */
function toTitle(id: string): string {
  const [, name = '', parameters = ''] = /^([^[]{0,1000})(\[.{0,1000})?$/s.exec(id) ?? [];
  return name.split('::').slice(1).join('.') + parameters;
}

/** A place without a name belongs to the test that says the same; the short summary cuts what it says. */
function takeSaying(unnamed: FailureSection[], { message = '' }: TestCase): FailureSection | undefined {
  const start = message.replace(/\.{3}$/, '');
  const at = unnamed.findIndex(({ failure }) => start !== '' && (failure.message ?? '').startsWith(start));
  return at < 0 ? undefined : unnamed.splice(at, 1)[0];
}

function describeUnexplained(item: TestCase): TestCase {
  return item.message === undefined ? item : { ...item, assertion: isAssertion(item.message) };
}

function readBody(body: readonly string[]): FailureText {
  const captured = body.findIndex((line) => /^-+ Captured /.test(line));
  const all = captured < 0 ? body : body.slice(0, captured);
  // Of a chain the last one is what the test ended with.
  const lines = all.slice(all.findLastIndex((line) => CHAINED.test(line)) + 1);
  const group = lines.findIndex((line) => GROUP.test(line));
  if (group >= 0) return readGroup(lines.slice(group + 1));
  const said = lines.filter((line) => /^E {2,}\S/.test(line)).map((line) => line.slice(1));
  const places = lines.map((line) => parsePlaceLine(line) ?? parseBarePlace(line)).filter(isPlace);
  if (said.length === 0 && places.length === 0) return readPythonFailure(lines);
  if (said.some((line) => parsePythonFrame(line) !== undefined)) return readPythonFailure(said.map(dedent));
  const place = places.findLast(({ file }) => isOwnCode(file)) ?? places.at(-1);
  const message = said.length > 0 ? readMessage(said) : readDoctest(lines);
  return {
    ...(message !== '' && { message, assertion: isAssertion(message) }),
    ...(place && { file: place.file, line: place.line }),
  };
}

function isPlace(place: Location | undefined): place is Location {
  return place !== undefined;
}

/** `Expected:`, `Got:` and the values below them, or the exception instead. */
function readDoctest(lines: readonly string[]): string {
  const start = lines.findIndex((line) => /^(?:Expected|UNEXPECTED EXCEPTION|Differences)\b/.test(line));
  if (start < 0) return '';
  const end = findLineFrom(lines, start, (line) => line === '' || line.startsWith('Traceback '), start + 8);
  return lines
    .slice(start, end)
    .map((line) => line.trim())
    .join(' ');
}

const CHAINED =
  /^(?:The above exception was the direct cause|During handling of the above exception, another exception)/;

const GROUP = /^\s{0,20}\+ Exception Group Traceback /;

/** A group is drawn as a tree; its trunk is a traceback, its branches are the parts. */
function readGroup(lines: readonly string[]): FailureText {
  const end = findLineFrom(lines, 0, (line) => !/^\s{0,20}\| /.test(line));
  return readPythonFailure(lines.slice(0, end).map((line) => line.replace(/^\s{0,20}\| /, '')));
}

/** A syntax error is told as Python tells it, three columns in. */
function dedent(line: string): string {
  return line.replace(/^ {1,3}/, '');
}
