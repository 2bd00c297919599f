// Tool output → every report found in it.
import type { Report } from '../schema/index.js';
import type { Format, OutputHint } from './format.js';
import { blankOut, toOutput } from './output.js';
import { createSignFinder } from './find-signs.js';
import { FORMATS } from './registry.js';
import { applyRules } from './rules/apply-rules.js';
import { splitWorkers } from './split-workers.js';
import { dropIndent, findCommonIndent } from './terminal-text.js';

/** [] when nothing is recognised. */
export function parseReports(text: string, hint: OutputHint = {}): Report[] {
  return splitWorkers(text, hint).flatMap((part) => parseShifted(part, hint));
}

/** Where all lines are indented, either the tool does so or somebody quotes it: the reading that understands more is right. */
function parseShifted(text: string, hint: OutputHint): Report[] {
  const asIs = parseOne(text, hint);
  const indent = findCommonIndent(text);
  if (indent < 2) return asIs;
  const shifted = parseOne(dropIndent(text, indent), hint);
  return weigh(shifted) > weigh(asIs) ? shifted : asIs;
}

/** How much is understood: a run of tests is worth more than any line of it read by itself. */
function weigh(reports: readonly Report[]): number {
  return reports.reduce((sum, report) => sum + weighOne(report), 0);
}

function weighOne(report: Report): number {
  if (report.kind !== 'tests') return 'items' in report ? report.items.length : 1;
  return 1_000 + report.total + report.failing.filter(({ file }) => file !== undefined).length;
}

/** Each format sees what the ones before it did not understand. */
function parseOne(text: string, hint: OutputHint): Report[] {
  const reports: Report[] = [];
  const output = toOutput(text, hint);
  if (hint.rules && hint.rules.length > 0) {
    const finding = applyRules(output.lines, hint.rules);
    reports.push(...finding.reports);
    blankOut(output.lines, finding.understood);
  }
  const signs = findSigns(output.text);
  for (const format of orderByHint(FORMATS, hint)) {
    if (format.signs.length > 0 && !format.signs.some((sign) => signs.has(sign))) continue;
    const finding = format.parse(output);
    if (!finding) continue;
    reports.push(...finding.reports);
    blankOut(output.lines, finding.understood);
  }
  return reports;
}

/** The tool the caller names is asked first. */
function orderByHint(formats: readonly Format[], hint: OutputHint): readonly Format[] {
  const named = formats.filter((format) => format.tool === hint.tool);
  return named.length === 0 ? formats : [...named, ...formats.filter((format) => format.tool !== hint.tool)];
}

const findSigns = createSignFinder(FORMATS.flatMap(({ signs }) => signs));
