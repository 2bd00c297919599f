// JSON of linters: lists of findings, alone or under their file, whatever each tool calls the same few fields.
import { parseJson } from '../../platform/index.js';
import type { Diagnostic } from '../../schema/index.js';
import { dropCode, toFinding, toSeverity } from '../diagnostics.js';
import type { FoundDiagnostic } from '../diagnostics.js';
import { collectLines } from '../find-line.js';
import type { Format, LineRange, Output } from '../format.js';
import { everyLine } from '../output.js';

export const lintJson: Format = {
  tool: 'lint',
  signs: [
    '"line"',
    '"row"',
    '"Line"',
    '"line_number"',
    '"startLine"',
    '"line_start"',
    '"begin"',
    '"caret"',
    '"beginline"',
  ],
  parse(output) {
    // A document that another format understood is not read twice.
    if (output.lines.every((line) => line === '')) return undefined;
    const found = readDocuments(output).flatMap(({ document, range }) =>
      collect(document, '').map((item): FoundDiagnostic => ({
        tool: nameTool(item, output),
        item,
        ...range,
      })),
    );
    // What is no rule of Ruff's, a syntax error, is in its report all the same.
    const isRuff = found.some(({ tool }) => tool === 'ruff');
    return toFinding(isRuff ? found.map((one) => ({ ...one, tool: 'ruff' })) : found, true);
  },
};

const MAX_DEPTH = 5;
const FILES = ['file', 'filename', 'filePath', 'file_path', 'path', 'Filename', 'file_name', 'uri'];
const LINES = [
  'line',
  'row',
  'Line',
  'line_number',
  'startLine',
  'start_line',
  'line_start',
  'begin',
  'lineNumber',
  'beginline',
];
const COLUMNS = [
  'column',
  'col',
  'Column',
  'col_offset',
  'startColumn',
  'column_start',
  'start_column',
  'columnNumber',
  'begincolumn',
];
const MESSAGES = ['message', 'text', 'Text', 'issue_text', 'description', 'msg', 'Message', 'failure'];
const CODES = [
  'code',
  'rule',
  'ruleId',
  'message-id',
  'test_id',
  'cop_name',
  'check_id',
  'check_name',
  'symbol',
  'FromLinter',
  'rule_id',
  'identifier',
  'ruleName',
];
const LEVELS = ['severity', 'level', 'issue_severity', 'type', 'Severity', 'kind', 'ruleSeverity'];
/** Where a finding keeps its place, when not beside its message. */
const PLACES = [
  'location',
  'Pos',
  'start',
  'range',
  'lines',
  'position',
  'loc',
  'positions',
  'extra',
  'spans',
  'locations',
  'caret',
  'begin',
  'startPosition',
];

type Fields = Readonly<Record<string, unknown>>;

/** The document, or one per line where lines are objects. */
function readDocuments(output: Output): { document: unknown; range: LineRange }[] {
  const whole = output.json();
  if (whole !== undefined) return [{ document: whole, range: everyLine(output) }];
  return collectLines(output.lines, (line, index) =>
    line.startsWith('{') ? { document: parseJson(line), range: { from: index, to: index } } : undefined,
  );
}

/** A finding has a message and a line; a file may be named by what it stands in, even by the key. */
function collect(value: unknown, file: string, depth = 0): Diagnostic[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((item) => collect(item, file, depth + 1));
  const fields = toFields(value);
  if (!fields) return [];
  const item = readFinding(fields, file);
  if (item) return [item];
  const named = pickText(fields, [...FILES, 'source']) ?? file;
  return Object.entries(fields).flatMap(([key, inner]) => {
    if (typeof inner !== 'object' || inner === null) return [];
    return collect(inner, /\.\w{1,8}$/.test(key) ? key : named, depth + 1);
  });
}

function readFinding(fields: Fields, around: string): Diagnostic | undefined {
  const message = pickText(fields, MESSAGES) ?? pickText(toFields(fields['extra']) ?? {}, MESSAGES);
  const places = [fields, ...findPlaces(fields)];
  const line = pickFirst(places, (place) => pickNumber(place, LINES));
  const file = pickFirst(places, (place) => pickText(place, FILES)) ?? (around || nameFile(fields));
  if (message === undefined || line === undefined || file === '') return undefined;
  const code = readCode(fields);
  const severity = readLevel(fields);
  if (!isComplaint(code, severity)) return undefined;
  const column = pickFirst(places, (place) => pickNumber(place, COLUMNS));
  const path = file.replace(/^file:\/\//, '');
  return { file: path, line, column, code, severity, message: dropCode(message, code) };
}

/** A program's own log may name file and line too; it has no rule and no complaint. */
function isComplaint(code: string | undefined, severity: Diagnostic['severity']): boolean {
  return code !== undefined || (severity !== undefined && severity !== 'note');
}

/** Words that mean a file in some tools only: TSLint's `name`, and a `source` that is not PHP_CodeSniffer's rule. */
function nameFile(fields: Fields): string {
  return pickText(fields, 'ruleName' in fields ? ['name'] : ['source']) ?? '';
}

function readCode(fields: Fields): string | undefined {
  const inner = pickText(toFields(fields['code']) ?? {}, [...CODES, 'value']) ?? ruleOf(fields['source']);
  const named = CODES.map((name) => fields[name]).find(
    (value) => typeof value === 'string' && /^\S{1,100}$/.test(value),
  );
  return typeof named === 'string' ? named : (inner ?? pickNumber(fields, ['code'])?.toString());
}

/** `PEAR.Commenting.FileComment.Missing` */
function ruleOf(source: unknown): string | undefined {
  return typeof source === 'string' && /^\w{1,40}(?:\.\w{1,60}){3,4}$/.test(source) ? source : undefined;
}

/** Three levels: `start.line`, `location.lines.begin`, `location.range.start.line`. */
function findPlaces(fields: Fields): Fields[] {
  const inner = (parent: Fields): Fields[] =>
    PLACES.map((name) => toFields(first(parent[name])))
      .filter((place) => place !== undefined)
      .map(countFromOne);
  const near = inner(fields);
  const further = near.flatMap(inner);
  return [...near, ...further, ...further.flatMap(inner)];
}

/** Editors count lines and characters from zero, and only they say `character`. */
function countFromOne(place: Fields): Fields {
  const { line, character } = place;
  if (typeof line !== 'number' || typeof character !== 'number') return place;
  return { ...place, line: line + 1, column: character + 1 };
}

function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

function readLevel(fields: Fields): Diagnostic['severity'] {
  const level = pickText(fields, LEVELS);
  if (level !== undefined) return toSeverity(level) ?? GRADES[level.toLowerCase()];
  return fields['severity'] === 2 ? 'error' : fields['severity'] === 1 ? 'warning' : undefined;
}

/** What RuboCop and Code Climate call them. */
const GRADES: Readonly<Record<string, Diagnostic['severity']>> = {
  ...{ convention: 'note', refactor: 'note' },
  ...{ blocker: 'error', critical: 'error', major: 'error', minor: 'warning' },
};

function pickText(fields: Fields, names: readonly string[]): string | undefined {
  const found = names.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof found === 'string' ? found : undefined;
}

function pickNumber(fields: Fields, names: readonly string[]): number | undefined {
  const found = names.map((name) => fields[name]).find((value) => Number.isInteger(value));
  return typeof found === 'number' ? found : undefined;
}

function pickFirst<Value>(
  places: readonly Fields[],
  pick: (place: Fields) => Value | undefined,
): Value | undefined {
  for (const place of places) {
    const value = pick(place);
    if (value !== undefined) return value;
  }
  return undefined;
}

function toFields(value: unknown): Fields | undefined {
  return isFields(value) ? value : undefined;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The tool is not in the document; some are known by a field that only they have. */
function nameTool({ code = '', file }: Diagnostic, { hint, text }: Output): string {
  if (hint.tool !== undefined) return hint.tool;
  const known = BY_FIELD.find(([field]) => text.includes(field))?.[1];
  return known ?? (file.endsWith('.py') && /^[A-Z]{1,4}\d{3,4}$/.test(code) ? 'ruff' : 'lint');
}

const BY_FIELD: readonly (readonly [string, string])[] = [
  ['"issue_text"', 'bandit'],
  ['"message-id"', 'pylint'],
  ['"FromLinter"', 'golangci-lint'],
  ['"reason":"compiler-message"', 'rustc'],
  ['"invalidOptionWarnings"', 'stylelint'],
  ['"cop_name"', 'rubocop'],
  ['"cell"', 'ruff'],
  ['"filePath"', 'eslint'],
  ['"generalDiagnostics"', 'pyright'],
  ['"ruleSeverity"', 'tslint'],
  ['"pmdVersion"', 'pmd'],
];
