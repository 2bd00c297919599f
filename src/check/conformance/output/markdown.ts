// For pull requests and job summaries.
import type { Violation } from '../../../schema/index.js';
import {
  count,
  createToleratedFilter,
  describePlace,
  listByUrgency,
  summariseSkipped,
  summariseTolerated,
  summariseViolations,
  type CheckReport,
} from './report.js';

const MAX_ROWS = 200;

export function renderMarkdown(report: CheckReport): string {
  const open = listByUrgency(report);
  const exempt = report.violations.filter(({ status }) => status === 'exempt');
  const skipped = summariseSkipped(report.skipped);
  return [
    '## AgentForge check',
    '',
    `**${summariseViolations(open)}${summariseTolerated(report)}**; ${count(report.ran.length, 'check')} ran over ${count(report.files, 'file')}.`,
    ...renderList(
      'Did not run',
      report.failedToRun.map(({ id, error }) => `\`${id}\`: ${escape(error)}`),
    ),
    ...renderTable(open, createToleratedFilter(report)),
    ...renderList(
      'Exempt',
      exempt.map(
        (one) => `${code(describePlace(one))} ${escape(one.message)}: ${escape(one.exemption ?? '')}`,
      ),
    ),
    ...renderList('Notes', [
      ...report.notes.map(escape),
      ...(skipped === undefined ? [] : [escape(skipped)]),
    ]),
    '',
  ].join('\n');
}

function renderTable(open: readonly Violation[], isTolerated: (violation: Violation) => boolean): string[] {
  if (open.length === 0) return [];
  const rows = open.slice(0, MAX_ROWS).map((violation) => {
    const cells = [
      isTolerated(violation) ? `${violation.severity}, in the baseline` : violation.severity,
      code(describePlace(violation)),
      escape(violation.message),
      code(violation.rule === undefined ? violation.check : `${violation.check}/${violation.rule}`),
      code(violation.id),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const more = open.length > MAX_ROWS ? ['', `… and ${open.length - MAX_ROWS} more.`] : [];
  return [
    '',
    '| severity | where | what | check | id |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    ...more,
  ];
}

function renderList(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : ['', `### ${title}`, '', ...items.map((item) => `- ${item}`)];
}

/** Text of strangers: neither a new cell nor a new line nor mark-up. */
function escape(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>|#]/g, (character) => `\\${character}`);
}

function code(text: string): string {
  return `\`${text.replace(/[`\s|]+/g, ' ')}\``;
}
