// The common shape `file:line[:column]: message` and its relatives; comes last, when nothing better knows a line.
import type { Diagnostic } from '../../schema/index.js';
import { readDetails, toFinding, toSeverity } from '../diagnostics.js';
import type { FoundDiagnostic } from '../diagnostics.js';
import type { Format, OutputHint } from '../format.js';
import { isOwnCode } from '../location.js';

export const fileLine: Format = {
  tool: 'lint',
  signs: [],
  parse({ lines, hint }) {
    const found: FoundDiagnostic[] = [];
    for (const [index, line] of lines.entries()) {
      if (!HINT.test(line)) continue;
      const item = readLine(line);
      // What a library warns of, and where its candidates are, is not in anyone's hands here.
      if (!item || (/^(?:warning|note)$/.test(item.severity ?? '') && !isOwnCode(item.file))) continue;
      const below = item.message === '' ? (lines[index + 1] ?? '').trim() : item.message;
      found.push({
        tool: nameTool(item, line, hint),
        item: { ...item, message: below },
        from: index,
        to: index,
      });
    }
    return toFinding(nameRuff(found, lines));
  },
};

/** Ruff's lines look like flake8's; the line that sums up is its own. */
function nameRuff(found: readonly FoundDiagnostic[], lines: readonly string[]): readonly FoundDiagnostic[] {
  const isPython = ({ tool, item }: FoundDiagnostic): boolean =>
    tool === 'flake8' || (tool === 'lint' && item.file.endsWith('.py'));
  if (!found.some(isPython) || !lines.some((line) => /^Found \d{1,9} errors?\.$/.test(line))) return found;
  return found.map((one) => (isPython(one) ? { ...one, tool: 'ruff' } : one));
}

/** One search that most lines fail: a number behind a colon or wide space, a linker's section, or a line in words. */
const HINT = /:\d{1,7}[:\] ]|(?:\t| {2})\d{1,7}(?:\t| {2})| line \d|:\(\./;
const FILE = String.raw`(?:file:\/\/)?((?:[A-Za-z]:)?[^\s:"'<>|*?()]{1,500})`;
const PREFIX = String.raw`^\s{0,4}(?:(\[(?:error|warn|ERROR|WARN)\]|(?:ERROR|WARNING):|%(?:Error|Warning)(?:-\w{1,40})?:) |\[[A-Z]\] → |(?:e|w|lua5?\.?\d?): )?`;
/** Location first; the message is what follows it. A shape is tried where its sign is in the line. */
const SHAPES: readonly (readonly [string, RegExp])[] = [
  [
    '',
    new RegExp(
      `${PREFIX}${FILE}:(\\d{1,7})(?:[:.](\\d{1,7}))?(?:-\\d{1,7}(?:[:.]\\d{1,7})?|:\\d{1,7}:\\d{1,7})?: (\\S.{0,3000})$`,
    ),
  ],
  ['', new RegExp(`${PREFIX}${FILE}:(\\d{1,7})(?::(\\d{1,7}))?:([A-Z][a-z]{1,30} [a-z].{0,3000})$`)],
  [
    '',
    new RegExp(
      `${PREFIX}${FILE}:(\\d{1,7})(?::(\\d{1,7}))? ((?:\\[[A-Z]\\] |[A-Z])[^=;{}]{1,3000}|(?:error|warning) \\S.{0,3000}| {1,20}[a-z][\\w-]{1,40} {2,20}\\S.{0,3000})$`,
    ),
  ],
  [' - ', new RegExp(`${PREFIX}${FILE}:(\\d{1,7}):(\\d{1,7}) - (\\S.{0,3000})$`)],
  [':\t', new RegExp(`${PREFIX}${FILE}:(\\d{1,7})():\\t([A-Z]\\w{2,60}:\\t\\S.{0,3000})$`)],
  [':  ', new RegExp(`${PREFIX}${FILE}:(\\d{1,7})(): {2}(\\S.{0,2000} {2}\\[[\\w/+]{3,60}\\] \\[\\d\\])$`)],
  ['] ', new RegExp(`${PREFIX}\\[${FILE}:(\\d{1,7})(?::(\\d{1,7}))?\\] (\\S.{0,3000})$`)],
  ['', new RegExp(`${PREFIX}${FILE}(?:\\t| {2,20})(\\d{1,7})()(?:\\t| {2,20})(\\S.{0,3000})$`)],
];
/** Location last: `file - text on line 12`, PHP's `text in file on line 12`, Perl's `text at file line 12.` */
const ON_LINE = new RegExp(`^\\s{0,4}${FILE} - (.{1,3000}) on line (\\d{1,7})$`);
const WORDED = new RegExp(`^(?:PHP )?(\\S.{0,2000}) (?:in ${FILE} on|at ${FILE}) line (\\d{1,7})(?:[.,]|$)`);
const LINKED = new RegExp(
  `^(?:\\S{0,200}ld: )?${FILE}:\\(\\.[^)]{1,80}\\): ((?:undefined reference|multiple definition) .{1,1000})$`,
);

const LINKER = /: (?:undefined reference to|multiple definition of) /;

function readLine(line: string): Diagnostic | undefined {
  for (const [sign, shape] of SHAPES) {
    const match = line.includes(sign) ? shape.exec(line) : null;
    if (match && isFileName(match[2] ?? '')) return toDiagnostic(match);
  }
  return readTrailingLine(line);
}

function toDiagnostic(match: RegExpExecArray): Diagnostic {
  const [, level, file = '', number, column = '', text = ''] = match;
  const details = readDetails(text.replace(/^ {1,20}([a-z][\w-]{1,40}) {2,20}(?=\S)/, '[$1] '));
  const severity =
    toSeverity(/[A-Za-z]{1,10}/.exec(level ?? '')?.[0]) ?? details.severity ?? guessSeverity(text);
  return {
    file,
    line: Number(number),
    column: column === '' ? undefined : Number(column),
    ...details,
    severity,
  };
}

function readTrailingLine(line: string): Diagnostic | undefined {
  if (LINKER.test(line)) return readLinked(line);
  return line.includes(' line ') ? (readOnLine(line) ?? readWorded(line)) : undefined;
}

function readLinked(line: string): Diagnostic | undefined {
  const [, file, message = ''] = LINKED.exec(line) ?? [];
  return file === undefined ? undefined : { file, severity: 'error', message };
}

function readOnLine(line: string): Diagnostic | undefined {
  const [, file = '', text = '', number] = ON_LINE.exec(line) ?? [];
  return isFileName(file) ? { file, line: Number(number), ...readDetails(text) } : undefined;
}

function readWorded(line: string): Diagnostic | undefined {
  const [, message = '', php, perl, number] = WORDED.exec(line) ?? [];
  const file = php ?? perl ?? '';
  if (!isFileName(file) || !/error|warning|fatal|deprecated|notice/i.test(message)) return undefined;
  return { file, line: Number(number), severity: guessWord(message), message };
}

function guessWord(said: string): Diagnostic['severity'] {
  return /warning|deprecated|notice/i.test(said) ? 'warning' : 'error';
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

/** Tools share the shape and differ in how they write a code, and in the files they are about. */
function nameTool(item: Diagnostic, line: string, hint: OutputHint): string {
  if (hint.tool !== undefined) return hint.tool;
  const named = /: [A-Z]\d{1,5}\[([a-z]\w{1,30})\]: /.exec(line)?.[1];
  if (named !== undefined) return named;
  const { file, code = '' } = item;
  if (/\.pyi?$/.test(file)) return namePython(item, line);
  if (/^SC\d{4}$/.test(code)) return 'shellcheck';
  const shaped =
    BY_LINE.find(([pattern]) => pattern.test(line)) ?? BY_EXTENSION.find(([pattern]) => pattern.test(file));
  return shaped?.[1] ?? 'lint';
}

const BY_LINE: readonly (readonly [RegExp, string])[] = [
  [/\[(?:Error|Warning)\/[\w@/-]{1,80}\]$/, 'eslint'],
  [/:\d{1,7}:\t[A-Z]\w{2,60}:\t/, 'pmd'],
  [/^\[(?:ERROR|WARN)\] \S{1,500}\.java:.{1,2000} \[\w{1,80}\]$/, 'checkstyle'],
];

const BY_EXTENSION: readonly (readonly [RegExp, string])[] = [
  [/\.(?:c|cc|cpp|cxx|h|hh|hpp|m|mm)$/, 'cc'],
  [/\.java$/, 'javac'],
  [/\.kts?$/, 'kotlin'],
  [/\.php$/, 'php'],
  [/\.(?:css|scss|less|sass)$/, 'stylelint'],
];

function namePython({ code = '', severity, message }: Diagnostic, line: string): string {
  if (line.includes(' [*] ')) return 'ruff';
  if (/:\d{1,7} - (?:error|warning|information): /.test(line)) return 'pyright';
  if (/^\w{1,60}Warning: /.test(message)) return 'python';
  if (/^[CRWEFI]\d{4}$/.test(code)) return 'pylint';
  if (/^[A-Z]{1,8}\d{2,4}$/.test(code)) return 'flake8';
  return severity === undefined ? 'lint' : 'mypy';
}
