// Diagnostics with the location on its own line after an arrow: rustc, clippy, ruff's full format, typos.
import type { Diagnostic } from '../../schema/index.js';
import { readDetails, toFinding } from '../diagnostics.js';
import type { FoundDiagnostic } from '../diagnostics.js';
import { collectLines, findLineFrom } from '../find-line.js';
import type { Format } from '../format.js';
import { parseLocation } from '../location.js';

export const sourceArrow: Format = {
  tool: 'rustc',
  signs: ['--> '],
  parse({ lines }) {
    return toFinding(collectLines(lines, (line, index) => readArrow(line, index, lines)));
  },
};

const ARROW = /^\s{0,20}--> (\S.{0,1000})$/;
const HEADING =
  /^(?:(error|warning)(?:\[([\w-]{1,60})\])?: (\S.{0,2000})|([A-Z]{1,8}\d{2,5}|[a-z]{2,30}-[a-z-]{2,60}:|unformatted:) (?:\[\*\] )?(\S.{0,2000}))$/;

function readArrow(line: string, index: number, lines: readonly string[]): FoundDiagnostic | undefined {
  const arrow = line.includes('--> ') ? ARROW.exec(line) : null;
  const place = arrow ? parseLocation(arrow[1] ?? '') : undefined;
  const heading = place ? HEADING.exec(lines[index - 1] ?? '') : null;
  // A note inside a diagnostic has an arrow too, but no heading of its own.
  if (!place || !heading) return undefined;
  const to = findLineFrom(lines, index + 1, (next) => next === '' || HEADING.test(next)) - 1;
  const item = { ...place, ...readHeading(heading, lines.slice(index, to + 1)) };
  return { tool: nameTool(item, heading[4]), item, from: index - 1, to: Math.max(index, to) };
}

function readHeading(heading: RegExpExecArray, block: readonly string[]): Omit<Diagnostic, 'file'> {
  const [, word, rustCode, rustMessage = '', lintCode, lintMessage = ''] = heading;
  return {
    code: rustCode ?? lintCode?.replace(/:$/, '') ?? findLint(block),
    severity: word === 'warning' ? 'warning' : 'error',
    message: readDetails(rustMessage + lintMessage).message,
  };
}

/** A lint is named in the note that says which level it has, and by clippy in the address of its page. */
function findLint(lines: readonly string[]): string | undefined {
  const named = lines
    .map((line) => /#\[(?:warn|deny|forbid)\(([\w:]{1,80})\)\]/.exec(line)?.[1])
    .find(Boolean);
  const page = lines.map((line) => /rust-clippy\/\S{1,60}#(\w{1,80})$/.exec(line)?.[1]).find(Boolean);
  return named ?? (page === undefined ? undefined : `clippy::${page}`);
}

function nameTool({ file, code = '' }: Diagnostic, lintCode: string | undefined): string {
  if (lintCode !== undefined) return 'ruff';
  if (code.startsWith('clippy::')) return 'clippy';
  return file.endsWith('.rs') ? 'rustc' : 'lint';
}
