// Tool output → every report found in it.
import type { Report } from '../schema/index.js';
import type { Format, OutputHint } from './format.js';
import { blankOut, toOutput } from './output.js';
import { createSignFinder } from './find-signs.js';
import { FORMATS } from './registry.js';
import { applyRules } from './rules/apply-rules.js';
import { splitWorkers } from './split-workers.js';

/** [] when nothing is recognised. */
export function parseReports(text: string, hint: OutputHint = {}): Report[] {
  return splitWorkers(text, hint).flatMap((part) => parseOne(part, hint));
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
