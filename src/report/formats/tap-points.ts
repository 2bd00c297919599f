// The points of a TAP stream, each with its details and the names of what it stands in.
import { countIndent, findLineFrom } from '../find-line.js';

export const PLAN = /^\s{0,80}1\.\.(\d{1,9})(?:\s|$)/;
export const POINT = /^(\s{0,80})(not )?ok\b(?: (\d{1,9}))?( -)?(?: (.{0,2000}))?$/;
const COMMENT = /^\s{0,80}# /;

export interface Point {
  readonly depth: number;
  readonly ok: boolean;
  readonly name: string;
  readonly group?: string;
  readonly directive?: string;
  readonly details: readonly string[];
  /** What follows it in other shapes than a YAML block: mocha's stack, the comments of bats and Perl. */
  readonly said: readonly string[];
  /** What was printed as comments before it: under node:test, the output of the test file. */
  readonly printed: readonly string[];
  /** Holds subtests: its outcome repeats theirs. */
  readonly parent: boolean;
}

export function readPoints(lines: readonly string[]): Point[] {
  const points: Point[] = [];
  const names: Names = { titles: new Map(), blocks: new Map(), isNode: lines.some(isSubtestTitle) };
  let printed: string[] = [];
  let deepest = -1;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const match = POINT.exec(line);
    const depth = countIndent(line);
    if (!match) {
      if (COMMENT.test(line)) printed.push(noteComment(names, line, depth));
      // Behind a closed block the next point is a neighbour of it, not its parent.
      if (isClosing(line)) {
        deepest = depth;
        names.blocks.delete(depth);
      }
      continue;
    }
    const end = findDetailsEnd(lines, index + 1);
    const heard = match[2] === undefined ? end : findSaidEnd(lines, end, depth);
    const said = lines.slice(end, heard).map((next) => next.replace(/^\s{0,80}#/, ''));
    const details = lines.slice(index + 1, end);
    points.push(readPoint(match, names, { parent: deepest > depth, printed, said, details }));
    if (line.endsWith(' {')) names.blocks.set(depth, readOwnName(match[5] ?? ''));
    printed = [];
    deepest = depth;
    index = heard - 1;
  }
  return points;
}

/** What the points that follow stand in. */
interface Names {
  /** By depth, from comments. */
  readonly titles: Map<number, string>;
  /** By depth, the points whose braces are open. */
  readonly blocks: Map<number, string>;
  /** node:test prints what a test file wrote as comments; only tape names its groups that way. */
  readonly isNode: boolean;
}

function isClosing(line: string): boolean {
  return line.endsWith('}') && line.trim() === '}';
}

/** What the comment says. */
function noteComment({ titles, isNode }: Names, line: string, depth: number): string {
  noteTitle(titles, depth, isNode ? toSubtest(line) : line.trim());
  return line.trim().slice(2);
}

/** Only what announces a subtest: everything else was printed by the test. */
function toSubtest(line: string): string | undefined {
  const comment = line.trim();
  return comment.startsWith('# Subtest: ') ? `# ${comment.slice('# Subtest: '.length)}` : undefined;
}

/** tape's `# name` is a heading for the points that follow; a subtest's, for the points further in. */
function noteTitle(titles: Map<number, string>, depth: number, comment: string | undefined): void {
  if (comment === undefined) return;
  if (TOTAL.test(comment)) return;
  for (const at of [...titles.keys()]) if (at >= depth) titles.delete(at);
  titles.set(depth, comment.slice(2).trim());
}

/** Not every comment that begins so: a test may be named `fail early`. */
const TOTAL =
  /^# (?:ok|(?:tests|suites|pass|fail|cancelled|skip|skipped|todo|duration_ms):? {1,8}[\d.]{1,20})$/;

function readPoint(
  match: RegExpExecArray,
  names: Names,
  around: Pick<Point, 'parent' | 'details' | 'printed' | 'said'>,
): Point {
  const [, indent = '', not, , , description = ''] = match;
  const groups = findGroups(match, names);
  const directive = DIRECTIVE.exec(description);
  return {
    ...around,
    depth: indent.length,
    ok: not === undefined,
    name: [...names.blocks.values(), ...groups, readOwnName(description) || nameByNumber(match)]
      .join(' ')
      .trim(),
    // Not under node:test: what has a group above it is an assertion of it, as tape prints them.
    ...(!names.isNode && groups.length > 0 && { group: groups.join(' ') }),
    ...(directive && { directive: (directive[1] ?? '').toLowerCase() }),
    parent:
      around.parent ||
      description.endsWith(' {') ||
      around.details.some((line) => /failureType: '?subtestsFailed|^\s{1,80}type: '?suite/.test(line)),
  };
}

/** Perl's `ok()` needs no name; what failed must be told from the others all the same. */
function nameByNumber([, , not, number]: RegExpExecArray): string {
  return not === undefined || number === undefined ? '' : `not ok ${number}`;
}

/** Runners that write a dash name their tests in full, and print what a test logged as comments. */
function findGroups([, indent = '', , , dash]: RegExpExecArray, { titles, isNode }: Names): string[] {
  if (!isNode && dash !== undefined) return [];
  const depth = indent.length;
  return [...titles].filter(([at]) => (isNode ? at < depth : at === depth)).map(([, name]) => name);
}

const DIRECTIVE = /(?:^| )#\s?(skip|todo)\b/i;

function readOwnName(description: string): string {
  const directive = DIRECTIVE.exec(description);
  return (directive ? description.slice(0, directive.index) : description)
    .replace(/\s#\s?time=.{0,40}$/, '')
    .replace(/ \{$/, '')
    .trim();
}

/** The YAML block between `---` and `...`, if the point has one. */
function findDetailsEnd(lines: readonly string[], from: number): number {
  if (lines[from]?.trim() !== '---') return from;
  const end = findLineFrom(lines, from + 1, (line) => line.trim() === '...' || /^(?:not )?ok /.test(line));
  return Math.min(end + 1, lines.length);
}

/** Indented text that is no TAP, and comments that go on about the failure rather than name what follows. */
function findSaidEnd(lines: readonly string[], from: number, depth: number): number {
  const goesOn = (line: string): boolean =>
    (countIndent(line) >= depth && /^\s{0,80}#(?: {2,}|\t| \(in )\S/.test(line)) ||
    line === '' ||
    (countIndent(line) > depth && !POINT.test(line) && !PLAN.test(line) && !/^\s{1,80}#/.test(line));
  let end = findLineFrom(lines, from, (line) => !goesOn(line));
  while (end > from && lines[end - 1] === '') end -= 1;
  return end;
}

export function isSubtestTitle(line: string): boolean {
  return line.includes('# Subtest: ') && line.trimStart().startsWith('# Subtest: ');
}
