// The common shape `file:line[:column]: message` and its relatives; comes last, when nothing better knows a line.
import type { Diagnostic } from '../../schema/index.js';
import { readDetails, toFinding, toSeverity } from '../diagnostics.js';
import type { FoundDiagnostic } from '../diagnostics.js';
import type { Format, OutputHint } from '../format.js';

export const fileLine: Format = {
  tool: 'lint',
  signs: [],
  parse({ lines, hint }) {
    const found = lines.flatMap((line, index): FoundDiagnostic[] => {
      const item = line === '' ? undefined : readLine(line);
      return item ? [{ tool: nameTool(item, line, hint), item, from: index, to: index }] : [];
    });
    return toFinding(found);
  },
};

const FILE = String.raw`((?:[A-Za-z]:)?[^\s:"'<>|*?]{1,500})`;
const PREFIX = String.raw`^\s{0,4}(?:\[(error|warn)\] )?`;
/** Location first; the message is what follows it. */
const SHAPES: readonly RegExp[] = [
  new RegExp(`${PREFIX}${FILE}:(\\d{1,7})(?::(\\d{1,7}))?: (\\S.{0,3000})$`),
  new RegExp(`${PREFIX}${FILE}:(\\d{1,7})(?::(\\d{1,7}))?:([A-Z][a-z]{1,30} [a-z].{0,3000})$`),
  new RegExp(`${PREFIX}${FILE}:(\\d{1,7})(?::(\\d{1,7}))? ((?:\\[[A-Z]\\] |[A-Z])[^=;{}]{1,3000})$`),
  new RegExp(`${PREFIX}\\[${FILE}:(\\d{1,7})(?::(\\d{1,7}))?\\] (\\S.{0,3000})$`),
  new RegExp(`${PREFIX}${FILE}(?:\\t| {2,20})(\\d{1,7})()(?:\\t| {2,20})(\\S.{0,3000})$`),
];
const ON_LINE = new RegExp(`^\\s{0,4}${FILE} - (.{1,3000}) on line (\\d{1,7})$`);

function readLine(line: string): Diagnostic | undefined {
  for (const shape of SHAPES) {
    const match = shape.exec(line);
    if (match && isFileName(match[2] ?? '')) return toDiagnostic(match);
  }
  return readTrailingLine(line);
}

function toDiagnostic(match: RegExpExecArray): Diagnostic {
  const [, level, file = '', number, column = '', text = ''] = match;
  const details = readDetails(text);
  const severity = toSeverity(level) ?? details.severity ?? guessSeverity(text);
  return {
    file,
    line: Number(number),
    column: column === '' ? undefined : Number(column),
    ...details,
    severity,
  };
}

/** `file - message on line 12` */
function readTrailingLine(line: string): Diagnostic | undefined {
  const [, file = '', text = '', number] = ON_LINE.exec(line) ?? [];
  return isFileName(file) ? { file, line: Number(number), ...readDetails(text) } : undefined;
}

/** Has an extension that is not a domain's, or is one of the files known without. */
function isFileName(file: string): boolean {
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  const extension = /\.([A-Za-z][\w-]{0,15})$/.exec(name)?.[1];
  if (extension === undefined)
    return /^(?:Makefile|Dockerfile|Rakefile|Gemfile|Jenkinsfile|Justfile)$/.test(name);
  return !/^(?:com|org|net|io|local)$/.test(extension);
}

/** `[W] text`, and Python's `DeprecationWarning: text`. */
function guessSeverity(text: string): Diagnostic['severity'] {
  if (/^\[W\]|^\w{1,60}Warning: /.test(text)) return 'warning';
  return /^\[[EF]\]/.test(text) ? 'error' : undefined;
}

/** Python's linters share the shape and differ in how they write a code. */
function nameTool({ file, code = '', severity }: Diagnostic, line: string, hint: OutputHint): string {
  if (hint.tool !== undefined) return hint.tool;
  const named = /: [A-Z]\d{1,5}\[([a-z]\w{1,30})\]: /.exec(line)?.[1];
  if (named !== undefined) return named;
  if (!/\.pyi?$/.test(file)) return 'lint';
  if (/^[CRWEFI]\d{4}$/.test(code)) return 'pylint';
  if (/^[A-Z]{1,8}\d{2,4}$/.test(code)) return 'flake8';
  return severity === undefined ? 'lint' : 'mypy';
}
