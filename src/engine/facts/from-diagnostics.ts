// Diagnostics → one fact each, and a pattern for a rule that is broken again and again.
import type { Diagnostic, DiagnosticsReport } from '../../schema/index.js';
import type { Draft } from './create-fact.js';
import { firstLine } from './first-line.js';

const PATTERN_FROM = 3;

export function draftFromDiagnostics(report: DiagnosticsReport, options: { besideTests: boolean }): Draft[] {
  const items = options.besideTests ? report.items.filter(isComplaint) : report.items;
  if (report.structured && report.items.length === 0) return [draftClean(report)];
  return [...items.map((item) => draftItem(report, item)), ...draftPatterns(report.tool, items)];
}

/** What a build warns of is noise beside its tests; a linter that has no levels complains all the same. */
function isComplaint({ severity }: Diagnostic): boolean {
  return severity === undefined || severity === 'error';
}

function draftClean({ tool }: DiagnosticsReport): Draft {
  return {
    kind: 'clean',
    tool,
    category: 'verification',
    subject: tool,
    statement: `${tool} found nothing`,
    confidence: 1,
    data: {},
  };
}

function draftItem(report: DiagnosticsReport, item: Diagnostic): Draft {
  const { file, ...rest } = item;
  const { line, code, severity } = rest;
  const message = firstLine(item.message);
  const place = line === undefined ? file : `${file}:${line}`;
  const what = [severity ?? 'finding', code].filter(Boolean).join(' ');
  return {
    kind: `diagnostic ${code ?? message}`,
    tool: report.tool,
    category: severity === 'warning' || severity === 'note' ? 'code_structure' : 'error',
    subject: place || (code ?? message),
    statement: [place, what, message].filter(Boolean).join(': '),
    confidence: trust(report),
    data: { ...(file !== '' && { file }), ...rest, message },
  };
}

/** The catch-all shape `file:line: text` is less certain than a tool that was recognised. */
function trust({ structured, tool }: DiagnosticsReport): number {
  if (structured) return 1;
  return tool === 'lint' ? 0.85 : 0.95;
}

function draftPatterns(tool: string, items: readonly Diagnostic[]): Draft[] {
  const rules = new Map<string, Diagnostic[]>();
  for (const item of items) {
    if (item.code === undefined) continue;
    const known = rules.get(item.code);
    if (known) known.push(item);
    else rules.set(item.code, [item]);
  }
  const frequent = [...rules].filter(([, found]) => found.length >= PATTERN_FROM);
  return frequent.map(([code, found]) => {
    const files = new Set(found.map(({ file }) => file)).size;
    return {
      kind: 'frequent-rule',
      tool,
      category: 'pattern',
      subject: code,
      statement: `${code} is reported ${found.length} times in ${files} ${files === 1 ? 'file' : 'files'} (${tool})`,
      confidence: 0.9,
      data: { code },
    };
  });
}
