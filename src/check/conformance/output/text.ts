// For people at a terminal: grouped by file, aligned, the worst file first.
import type { Severity, Violation } from '../../../schema/index.js';
import { count, listOpen, summariseSkipped, summariseViolations, type CheckReport } from './report.js';

export type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';
/** Gives text a colour, or leaves it as it is. */
export type Paint = (colour: Colour, text: string) => string;

export interface TextOptions {
  readonly paint: Paint;
  /** How many violations to show; all by default. */
  readonly max?: number | undefined;
}

export function renderText(report: CheckReport, { paint, max = Infinity }: TextOptions): string {
  const open = listOpen(report);
  const shown = open.slice(0, max);
  const more = open.length - shown.length;
  return [
    ...renderGroups(shown, paint),
    ...(more > 0 ? [paint('dim', `… and ${more} more`), ''] : []),
    ...report.failedToRun.map(({ id, error }) => paint('red', `${id} did not run: ${printable(error)}`)),
    ...report.notes.map((note) => paint('yellow', printable(note))),
    ...renderSummary(report, open, paint),
  ].join('\n');
}

function renderGroups(violations: readonly Violation[], paint: Paint): string[] {
  const groups = new Map<string, Violation[]>();
  for (const violation of violations)
    groups.set(violation.path, [...(groups.get(violation.path) ?? []), violation]);
  return [...groups].flatMap(([path, group]) => {
    const title = paint('bold', path === '.' ? 'the project as a whole' : printable(path));
    return [title, ...renderGroup(group, paint), ''];
  });
}

const COLOURS: Readonly<Record<Severity, Colour>> = { error: 'red', warning: 'yellow', info: 'cyan' };

/** Colours come after padding, since they have a length and no width. */
function renderGroup(group: readonly Violation[], paint: Paint): string[] {
  const sorted = [...group].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  const lineWidth = Math.max(...sorted.map(({ line }) => String(line ?? '').length));
  const severityWidth = Math.max(...sorted.map(({ severity }) => severity.length));
  return sorted.flatMap((violation) => {
    const line = String(violation.line ?? '').padStart(lineWidth);
    const severity = paint(COLOURS[violation.severity], violation.severity.padEnd(severityWidth));
    const name = violation.rule === undefined ? violation.check : `${violation.check}/${violation.rule}`;
    const tail = paint('dim', `${name}  ${violation.id}`);
    const indent = ' '.repeat(lineWidth + severityWidth + 6);
    return [
      `  ${line}  ${severity}  ${printable(violation.message)}  ${tail}`,
      ...listDetails(violation).map((detail) => paint('dim', `${indent}${printable(detail)}`)),
    ];
  });
}

function listDetails({ hint, exemption }: Violation): string[] {
  return [hint, exemption === undefined ? undefined : `exemption ${exemption}`].filter(
    (one) => one !== undefined,
  );
}

function renderSummary(report: CheckReport, open: readonly Violation[], paint: Paint): string[] {
  const others = (['exempt', 'resolved', 'stale'] as const)
    .map((status) => [report.violations.filter((one) => one.status === status).length, status] as const)
    .filter(([number]) => number > 0)
    .map(([number, status]) => `${number} ${status}`);
  const found = [summariseViolations(open), ...others].join(', ');
  const failed = report.failedToRun.length === 0 ? '' : `, ${report.failedToRun.length} did not run`;
  const colour = open.length > 0 || report.failedToRun.length > 0 ? 'red' : 'green';
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
