import { alignColumns } from './format.js';

/** The report as text: title, heading, then a line for each record. */
export function printReport(report, records) {
  return [report.title, ...alignColumns([report.columns, ...report.rows(records)])].join('\n');
}
