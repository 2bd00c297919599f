// A report in a few lines that a person can compare with what the tool printed.
import type { Report } from '../../src/schema/index.js';

export function describeReport(report: Report): string[] {
  switch (report.kind) {
    case 'tests': {
      const { tool, passed, failed, skipped, errors } = report;
      const head = `tests ${tool}: ${passed} passed, ${failed} failed, ${skipped} skipped, ${errors} errors`;
      return [
        head,
        ...report.failing.map((item) => `  ${item.test} ${placeOf(item)} ${item.message ?? ''}`.trimEnd()),
      ];
    }
    case 'diagnostics': {
      const items = report.items.map(
        (item) => `  ${placeOf(item)} ${item.severity ?? '-'} ${item.code ?? '-'} ${item.message}`,
      );
      return [`diagnostics ${report.tool}`, ...items];
    }
    case 'trace': {
      const frames = report.frames.map((frame) => `  ${placeOf(frame)} ${frame.function ?? ''}`.trimEnd());
      return [`trace ${report.tool}: ${report.exception}: ${report.message}`, ...frames];
    }
    case 'failure':
      return [`failure ${report.tool} ${report.code ?? '-'}: ${report.message}`];
    case 'git':
      return ['git', ...report.changes.map(({ path, status }) => `  ${path} ${status}`)];
    case 'rule':
      return [`rule ${report.tool}`, ...report.items.map((item) => `  ${placeOf(item)} ${item.message}`)];
  }
}

function placeOf({ file, line }: { file?: string | undefined; line?: number | undefined }): string {
  if (file === undefined) return '-';
  return line === undefined ? file : `${file}:${line}`;
}
