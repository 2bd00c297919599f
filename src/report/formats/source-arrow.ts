// Diagnostics with the location on its own line after an arrow: rustc, clippy, ruff's full format, typos.
import type { Diagnostic } from '../../schema/index.js';
import { readDetails, toFinding } from '../diagnostics.js';
import type { FoundDiagnostic } from '../diagnostics.js';
import { findLineFrom } from '../find-line.js';
import type { Format } from '../format.js';
import { parseLocation } from '../location.js';

export const sourceArrow: Format = {
  tool: 'rustc',
  signs: ['--> '],
  parse({ lines }) {
    return toFinding(lines.flatMap((line, index) => readArrow(line, index, lines) ?? []));
  },
};

const HEADING =
  /^(?:(error|warning)(?:\[(\w{1,20})\])?: (\S.{0,2000})|([A-Z]{1,8}\d{2,5}) (?:\[\*\] )?(\S.{0,2000}))$/;

function readArrow(line: string, index: number, lines: readonly string[]): FoundDiagnostic[] | undefined {
  const arrow = /^\s{0,20}--> (\S.{0,1000})$/.exec(line);
  const place = arrow ? parseLocation(arrow[1] ?? '') : undefined;
  const heading = HEADING.exec(lines[index - 1] ?? '');
  // A note inside a diagnostic has an arrow too, but no heading of its own.
  if (!place || !heading) return undefined;
  const [, word, rustCode, rustMessage, lintCode, lintMessage] = heading;
  const item: Diagnostic = {
    ...place,
    code: rustCode ?? lintCode,
    severity: word === 'warning' ? 'warning' : 'error',
    message: readDetails(rustMessage ?? lintMessage ?? '').message,
  };
  const to = findLineFrom(lines, index + 1, (next) => next === '' || HEADING.test(next)) - 1;
  return [{ tool: nameTool(item.file, lintCode), item, from: index - 1, to: Math.max(index, to) }];
}

function nameTool(file: string, lintCode: string | undefined): string {
  if (lintCode !== undefined) return 'ruff';
  return file.endsWith('.rs') ? 'rustc' : 'lint';
}
