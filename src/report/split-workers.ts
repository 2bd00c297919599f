// Output of several workers in one stream, each line marked with its worker: apart again, without the marks.
import type { OutputHint } from './format.js';

/** compose's `web-1  | ` */
const COMPOSE = /^([\w.-]{1,60}) {1,40}\| ?/;
/** Marks that whole logs carry: turbo's `web:test: `, lerna's `@shop/web: `, pnpm's `packages/web test: `, compose's `web-1  | `, concurrently's `[web] `. */
const MARKS: readonly RegExp[] = [
  /^([@\w][\w@./-]{0,80}:[a-z][\w.-]{0,40}): ?/,
  /^(@[\w.-]{1,60}\/[\w.-]{1,60}): ?/,
  /^([\w@./-]{1,80} [a-z][\w:-]{0,40}): ?/,
  COMPOSE,
  /^\[([\w@:./-]{1,40})\] ?/,
];
/** What build services put in front of each line: a clock, GitLab's with its stream, `gh`'s with job and step, BuildKit's seconds. */
const CLOCKS: readonly RegExp[] = [
  /^(?:[^\t]{1,100}\t[^\t]{1,100}\t)?\uFEFF?\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?:?(?: \d\d[OE]\+?)?(?: |$)/,
  /^\[?\d\d:\d\d:\d\d(?:[.,]\d{1,6})?\]?:?(?: |$)/,
  /^#\d{1,4} \d{1,6}\.\d{1,3}(?: |$)/,
];
/** Words in brackets that tools themselves print. */
const LEVELS = /^(?:INFO|ERROR|WARN|WARNING|DEBUG|info|error|warn|warning|debug|success|E|W|F|C)$/;
const SAMPLE_LINES = 200;
const MIN_SHARE = 0.95;

/** The texts of the workers in the order they first speak; the text alone when nearly all lines do not bear a mark. */
export function splitWorkers(text: string, hint: OutputHint): string[] {
  if (hint.tool !== undefined) return [text];
  const head = text
    .slice(0, 40_000)
    .split('\n', SAMPLE_LINES)
    .filter((line) => line.trim() !== '');
  const clock = CLOCKS.find((pattern) => isClocked(head, pattern));
  if (clock) {
    const lines = text.split('\n').map((line) => line.replace(clock, ''));
    return splitWorkers(lines.join('\n'), hint);
  }
  const mark = isMarkedDocument(head) ? COMPOSE : MARKS.find((pattern) => isWorkerMark(head, pattern));
  return mark ? groupByMark(text.split('\n'), mark) : [text];
}

/** A document is no accident either, and often a single line. */
function isMarkedDocument(lines: readonly string[]): boolean {
  return (
    /^[\w.-]{1,60} {1,40}\| ?[[{]["{\]}[]?/.test(lines[0] ?? '') && lines.every((line) => COMPOSE.test(line))
  );
}

/** A date is no accident, even on a single line. */
function isClocked(lines: readonly string[], clock: RegExp): boolean {
  const alone = lines.length > 0 && clock === CLOCKS[0] && lines.every((line) => clock.test(line));
  return alone || isMarked(lines, (line) => clock.test(line));
}

function isMarked(lines: readonly string[], bears: (line: string) => boolean): boolean {
  return lines.length >= 3 && lines.filter(bears).length >= lines.length * MIN_SHARE;
}

/** Every worker says several things; a list of findings has a new mark on nearly every line. */
function isWorkerMark(lines: readonly string[], pattern: RegExp): boolean {
  const names = lines.map((line) => pattern.exec(line)?.[1]).filter((name) => name !== undefined);
  const distinct = new Set(names);
  return (
    isMarked(lines, (line) => pattern.test(line)) &&
    distinct.size * 2 <= names.length &&
    ![...distinct].some(
      (name) => LEVELS.test(name) || /^(?:error|warning|fatal|note|npm)\b|\.\w{1,5}$/.test(name),
    )
  );
}

function groupByMark(lines: readonly string[], mark: RegExp): string[] {
  const workers = new Map<string, string[]>();
  for (const line of lines) {
    const match = mark.exec(line);
    const name = match?.[1] ?? '';
    const said = workers.get(name) ?? [];
    said.push(match ? line.slice(match[0].length) : line);
    workers.set(name, said);
  }
  return [...workers.values()].map((said) => said.join('\n'));
}
