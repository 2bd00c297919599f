// For people at a terminal: grouped by file, aligned, the worst file first.
import type { Severity, Violation } from '../../../schema/index.js';
import { groupByPlace } from './place.js';
import {
  count,
  createToleratedFilter,
  listByUrgency,
  summariseSkipped,
  summariseTolerated,
  summariseViolations,
  type CheckReport,
} from './report.js';

export type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';
/** Gives text a colour, or leaves it as it is. */
export type Paint = (colour: Colour, text: string) => string;

export interface TextOptions {
  readonly paint: Paint;
  /** How many places to show; all by default. */
  readonly max?: number | undefined;
  /** How many columns a row may take; what is cut is the message, never the id. No limit by default. */
  readonly width?: number | undefined;
}

export function renderText(
  report: CheckReport,
  { paint, max = Infinity, width = Infinity }: TextOptions,
): string {
  const open = listByUrgency(report);
  const shown = groupByPlace(open).slice(0, max);
  const more = open.length - shown.flat().length;
  return [
    ...renderGroups(shown, { paint, width, isTolerated: createToleratedFilter(report), said: new Set() }),
    ...(more > 0 ? [paint('dim', `… and ${more} more`), ''] : []),
    ...report.failedToRun.map(({ id, error }) => paint('red', `${id} did not run: ${printable(error)}`)),
    ...report.notes.map((note) => paint('yellow', printable(note))),
    ...renderSummary(report, open, paint),
  ].join('\n');
}

type Place = readonly [Violation, ...Violation[]];

interface Look {
  readonly paint: Paint;
  readonly width: number;
  readonly isTolerated: (violation: Violation) => boolean;
  /** What was said above and needs no saying again. */
  readonly said: Set<string>;
}

function renderGroups(places: readonly Place[], look: Look): string[] {
  const files = new Map<string, Place[]>();
  for (const place of places) files.set(place[0].path, [...(files.get(place[0].path) ?? []), place]);
  return [...files].flatMap(([path, group]) => {
    const title = path === '.' ? 'the project as a whole' : cutMiddle(printable(path), look.width);
    return [look.paint('bold', title), ...renderGroup(group, look), ''];
  });
}

const COLOURS: Readonly<Record<Severity, Colour>> = { error: 'red', warning: 'yellow', info: 'cyan' };

/** Colours come after padding, since they have a length and no width. */
function renderGroup(group: readonly Place[], look: Look): string[] {
  const { paint, said, width } = look;
  const sorted = [...group].sort(([a], [b]) => (a.line ?? 0) - (b.line ?? 0));
  const lineWidth = Math.max(...sorted.map(([{ line }]) => String(line ?? '').length));
  const severityWidth = Math.max(...sorted.map(([{ severity }]) => severity.length));
  return sorted.flatMap((place) => {
    const [worst] = place;
    const line = String(worst.line ?? '').padStart(lineWidth);
    const severity = paint(COLOURS[worst.severity], worst.severity.padEnd(severityWidth));
    const indent = ' '.repeat(lineWidth + severityWidth + 6);
    const room = width - indent.length;
    const [first = '', ...others] = renderFindings(place, look, room);
    return [
      `  ${line}  ${severity}  ${first}`,
      ...others.map((finding) => `${indent}${finding}`),
      ...listDetails(place, said).map((detail) =>
        paint('dim', `${indent}${cutEnd(printable(detail), room)}`),
      ),
    ];
  });
}

/** However narrow it is, so much of a message is shown. */
const MIN_MESSAGE = 20;

/** A line each: what is wrong, and its name. Where the first one is too long, the function has a line to itself. */
function renderFindings(place: Place, { paint, isTolerated }: Look, room: number): string[] {
  const [first = '', ...others] = describeFindings(place).map(printable);
  const names = place.map((violation) => nameFinding(violation, isTolerated(violation)));
  const render = (message: string, index: number): string => {
    const name = names[index] ?? '';
    const most = Math.max(room - name.length - 2, MIN_MESSAGE);
    return `${cutEnd(message, most)}  ${paint('dim', name)}`;
  };
  const symbol = printable(place[0].symbol ?? '');
  const length = first.length + 2 + (names[0] ?? '').length;
  const isSplit = symbol !== '' && first.startsWith(`${symbol} `) && length > room;
  return isSplit
    ? [cutEnd(symbol, room), ...[first.slice(symbol.length + 1), ...others].map(render)]
    : [first, ...others].map(render);
}

function cutEnd(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}

/** The beginning and the end of a path say most. */
function cutMiddle(path: string, most: number): string {
  if (path.length <= most) return path;
  const end = Math.ceil((most - 1) * 0.6);
  return `${path.slice(0, most - 1 - end)}…${path.slice(-end)}`;
}

function nameFinding({ check, rule, id }: Violation, isTolerated: boolean): string {
  const name = rule === undefined ? check : `${check}/${rule}`;
  return `${name}  ${id}${isTolerated ? ' (baseline)' : ''}`;
}

/** The name of the function is said once, and so is that it has something. */
function describeFindings([first, ...others]: Place): string[] {
  const name = `${first.symbol ?? ''} `;
  const known = first.message.startsWith(`${name}has `) ? [`${name}has `, name] : [name];
  const rest = others.map(({ message }) => {
    const said = known.find((start) => message.startsWith(start)) ?? '';
    return message.slice(said.length);
  });
  return [first.message, ...rest];
}

/** A hint is the same for everything that a check finds. */
function listDetails(place: Place, said: Set<string>): string[] {
  const details = place.flatMap(({ hint = '', exemption }) => [
    said.has(hint) ? '' : hint,
    exemption === undefined ? '' : `exemption ${exemption}`,
  ]);
  for (const { hint } of place) if (hint !== undefined) said.add(hint);
  return [...new Set(details)].filter((one) => one !== '');
}

function renderSummary(report: CheckReport, open: readonly Violation[], paint: Paint): string[] {
  const others = (['exempt', 'resolved', 'stale'] as const)
    .map((status) => [report.violations.filter((one) => one.status === status).length, status] as const)
    .filter(([number]) => number > 0)
    .map(([number, status]) => `${number} ${status}`);
  const { tolerated = [] } = report;
  const found = [`${summariseViolations(open)}${summariseTolerated(report)}`, ...others].join(', ');
  const failed = report.failedToRun.length === 0 ? '' : `, ${report.failedToRun.length} did not run`;
  const colour = open.length > tolerated.length || report.failedToRun.length > 0 ? 'red' : 'green';
  const skipped = summariseSkipped(report.skipped);
  return [
    paint(colour, found),
    paint('dim', `${count(report.ran.length, 'check')} ran over ${count(report.files, 'file')}${failed}`),
    ...(skipped === undefined ? [] : [paint('dim', skipped)]),
  ];
}

/** Names and messages come from files of strangers; a terminal must not obey them. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (character) =>
    character === '\t' || character === '\n' ? ' ' : '�',
  );
}
