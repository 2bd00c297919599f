// Go tests that the runtime stopped: out of time, or caught in a race. Neither logs a line of its own.
import type { TestCase } from '../../schema/index.js';
import { findLineFrom } from '../find-line.js';
import { isOwnCode, parseLocation } from '../location.js';
import type { Location } from '../location.js';
import { readGoFrames } from './go-log.js';

/** The test that was running; newer versions list it, older ones show it among the goroutines only. */
export function readTimedOut(lines: readonly string[]): TestCase | undefined {
  const start = lines.findIndex((line) => line.startsWith('panic: test timed out after '));
  if (start < 0) return undefined;
  const frames = readGoFrames(lines.slice(start)).filter(({ file }) => isOwnCode(file));
  const frame = frames.find((candidate) => TEST.test(candidate.function ?? ''));
  const listed = lines.slice(start, start + 6).map((line) => /^\t\t?(Test\S{1,500}) \(/.exec(line)?.[1]);
  const test = listed.find((name) => name !== undefined) ?? TEST.exec(frame?.function ?? '')?.[1];
  if (test === undefined) return undefined;
  return { test, message: lines[start], assertion: false, file: frame?.file, line: frame?.line };
}

/** Not `TestMain`, which only runs the others. */
const TEST = /\.(Test(?!Main$)\w{1,200})(?:\.func[\d.]{1,20})?$/;
const RACE = 'WARNING: DATA RACE';
const MAX_RACE_LINES = 120;

/** Where each test was seen racing; the line that reports it points into the runner. */
export function findRaces(lines: readonly string[]): Map<string, Location | undefined> {
  const races = new Map<string, Location | undefined>();
  for (let at = lines.indexOf(RACE); at >= 0; at = lines.indexOf(RACE, at + 1)) {
    const end = findLineFrom(lines, at, (line) => line.startsWith('====='), at + MAX_RACE_LINES);
    const block = lines.slice(at, end);
    const places = block.map((line) => parseLocation(/^ {6}(\S{1,500}:\d{1,7}) \+0x/.exec(line)?.[1] ?? ''));
    const own = places.find((place) => place !== undefined && isOwnCode(place.file));
    for (const line of block) {
      const test = /\.(Test\w{1,200})(?:\(|\.func)/.exec(line)?.[1];
      if (test !== undefined && !races.has(test)) races.set(test, own);
    }
  }
  return races;
}

/** Nothing for a test that failed in another way. */
export function readRace(
  races: ReadonlyMap<string, Location | undefined>,
  test: string,
  said: readonly string[],
): Pick<TestCase, 'file' | 'line'> {
  if (!said.some((line) => /testing\.go:\d{1,7}: race detected during execution/.test(line))) return {};
  const place = races.get(test.split('/', 1)[0] ?? test);
  return { file: place?.file, line: place?.line };
}
