// The FAILURES and ERRORS sections of pytest: which test, what it said, where.
import type { TestCase } from '../../schema/index.js';
import { findLineFrom } from '../find-line.js';
import { isOwnCode, parseLocation, parsePlaceLine } from '../location.js';
import { isAssertion, readMessage, readPythonFailure } from '../test-report.js';
import type { FailureText } from '../test-report.js';

export interface FailureSection {
  /** As in the heading, dots between class and function. */
  readonly title: string;
  readonly failure: FailureText;
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
    const title = (heading[1] ?? '').replace(/^ERROR (?:at (?:setup|teardown) of|collecting) /, '');
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
    failure: { file: place.file, line: place.line, message, assertion: isAssertion(message) },
  };
}

/** Joins the named tests with their sections; where no test is named, the sections are the failing tests. */
export function explainFailures(named: readonly TestCase[], sections: readonly FailureSection[]): TestCase[] {
  if (named.length === 0) return sections.map(({ title, failure }) => ({ test: title, ...failure }));
  const byTitle = new Map<string, FailureSection[]>();
  for (const section of sections) {
    const same = byTitle.get(section.title);
    if (same) same.push(section);
    else byTitle.set(section.title, [section]);
  }
  return named.map((item) => {
    const id = item.test.split('::').slice(1).join('.');
    const section = (byTitle.get(id) ?? byTitle.get(item.test))?.shift();
    return section ? { ...item, ...section.failure } : describeUnexplained(item);
  });
}

function describeUnexplained(item: TestCase): TestCase {
  return item.message === undefined ? item : { ...item, assertion: isAssertion(item.message) };
}

function readBody(body: readonly string[]): FailureText {
  const captured = body.findIndex((line) => /^-+ Captured /.test(line));
  const lines = captured < 0 ? body : body.slice(0, captured);
  const said = lines.filter((line) => /^E {2,}\S/.test(line)).map((line) => line.slice(1));
  const places = lines.map(parsePlaceLine).filter((place) => place !== undefined);
  if (said.length === 0 && places.length === 0) return readPythonFailure(lines);
  const place = places.findLast(({ file }) => isOwnCode(file)) ?? places.at(-1);
  const message = readMessage(said);
  return {
    ...(message !== '' && { message, assertion: isAssertion(message) }),
    ...(place && { file: place.file, line: place.line }),
  };
}
