// Linters that print a file name once and its findings below: Ruff, Staticcheck, TSLint, RuboCop and PHP_CodeSniffer.
import type { Diagnostic } from '../../schema/index.js';
import { readDetails, toFinding, toSeverity } from '../diagnostics.js';
import type { FoundDiagnostic } from '../diagnostics.js';
import type { Format } from '../format.js';

export const groupedLint: Format = {
  tool: 'lint',
  signs: [':\n  ', ':\r\n  ', '\n  (', '\nERROR: ', '\nWARNING: ', '== ', 'FILE: '],
  parse({ lines }) {
    const found: FoundDiagnostic[] = [];
    let file = '';
    for (const [index, line] of lines.entries()) {
      const one = file === '' ? undefined : readFinding(line);
      if (one) found.push({ tool: one.tool, item: { file, ...one.item }, from: index, to: index });
      // Rules of dashes and a count stand between the name and the findings.
      else if (/^[^\s-]/.test(line) && !line.startsWith('FOUND '))
        file = mayName(line) ? readHeading(line) : '';
    }
    return toFinding(found);
  },
};

const HEADINGS: readonly RegExp[] = [
  /^(\S[^:]{0,500}\.\w{1,12}):$/,
  /^([^\s:]{1,500}\.\w{1,12})(?::\d{1,7}:\d{1,7})?$/,
  /^== (\S.{0,500}) ==$/,
  /^FILE: (\S.{0,500})$/,
];

/** One look that nearly all lines fail. */
function mayName(line: string): boolean {
  return line.endsWith(':') || !line.includes(' ') || line.startsWith('== ') || line.startsWith('FILE: ');
}

function readHeading(line: string): string {
  for (const heading of HEADINGS) {
    const name = heading.exec(line)?.[1];
    if (name !== undefined) return name;
  }
  return '';
}

const SHAPES: readonly { readonly tool: string; readonly pattern: RegExp }[] = [
  {
    tool: 'ruff',
    pattern:
      /^\s{1,12}(?<line>\d{1,7}):(?<column>\d{1,7})\s{1,12}(?<text>(?:[A-Z]{1,8}\d{2,6} |[a-z]{2,30}-[a-z-]{2,60}: ).{1,2000})$/,
  },
  {
    tool: 'staticcheck',
    pattern:
      /^ {2}\((?<line>\d{1,7}), (?<column>\d{1,7})\) {1,20}(?<code>[A-Z]{1,4}\d{4}) {1,20}(?<text>\S.{0,2000})$/,
  },
  {
    tool: 'tslint',
    pattern:
      /^(?<level>ERROR|WARNING): (?<line>\d{1,7}):(?<column>\d{1,7}) {2,20}(?<code>[a-z][\w/-]{1,80}) {1,40}(?<text>\S.{0,2000})$/,
  },
  {
    tool: 'rubocop',
    pattern: /^(?<level>[CWEFRI]): {1,6}(?<line>\d{1,7}): {1,6}(?<column>\d{1,7}): (?<text>\S.{0,2000})$/,
  },
  {
    tool: 'phpcs',
    pattern: /^ {1,6}(?<line>\d{1,7}) \| (?<level>ERROR|WARNING) {1,4}\| (?:\[[ x]\] )?(?<text>\S.{0,2000})$/,
  },
];

function readFinding(line: string): { tool: string; item: Omit<Diagnostic, 'file'> } | undefined {
  if (!HINT.test(line)) return undefined;
  for (const { tool, pattern } of SHAPES) {
    const fields = pattern.exec(line)?.groups;
    if (!fields) continue;
    const { line: number, column, code, level, text = '' } = fields;
    const details = code === undefined ? readDetails(text) : { code, message: text };
    const severity = toSeverity(level);
    const place = { line: Number(number), ...(column !== undefined && { column: Number(column) }) };
    return { tool, item: { ...place, ...details, ...(severity && { severity }) } };
  }
  return undefined;
}

/** One look that nearly all lines fail. */
const HINT = /^(?:\s{1,12}\(?\d|(?:ERROR|WARNING): \d|[CWEFRI]: {1,6}\d)/;
