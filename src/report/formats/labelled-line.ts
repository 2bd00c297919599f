// Linters of one line per finding that do not begin with its place: Dart, scalastyle, Psalm, Kotlin, Nim, Elixir, TSLint, and OCaml's two lines.
import type { Diagnostic } from '../../schema/index.js';
import { toFinding, toSeverity } from '../diagnostics.js';
import type { FoundDiagnostic } from '../diagnostics.js';
import { collectLines } from '../find-line.js';
import type { Format } from '../format.js';

export const labelledLine: Format = {
  tool: 'lint',
  signs: [
    ' • ',
    ' message=',
    'ERROR: ',
    'INFO: ',
    ':error - ',
    ':warning - ',
    ':info - ',
    '** (',
    ', characters ',
    'warning: ',
    '\ne: ',
    ') Error: ',
    ') Warning: ',
    ')[warn]: ',
    ')[error]: ',
    ': (',
  ],
  parse({ lines }) {
    return toFinding(
      collectLines(lines, (line, index): FoundDiagnostic | undefined => {
        if (line.startsWith('warning: ')) return readWarning(line, lines, index);
        const shape = HINT.test(line) ? SHAPES.find(({ pattern }) => pattern.test(line)) : undefined;
        const fields = shape?.pattern.exec(line)?.groups;
        if (!shape || !fields) return undefined;
        const said = shape.tool === 'ocaml' ? readOcaml(lines.slice(index + 1, index + 8)) : {};
        return { tool: shape.tool, item: toDiagnostic({ ...fields, ...said }), from: index, to: index };
      }),
    );
  },
};

/** One search that nearly all other lines fail. */
const HINT =
  /^(?:\s{0,8}(?:error|warning|info) (?:•|file=)|(?:ERROR|INFO|WARNING): [A-Z(]|[ew]: \S|\*\* \(|File "|[^\s:()]{1,500}(?::\d{1,7}:\d{1,7}:[ewi]|\(\d{1,7}[,:] ?\d{1,7}\)[ [][EWHew]))/;
const SHAPES: readonly { readonly tool: string; readonly pattern: RegExp }[] = [
  {
    tool: 'dart',
    pattern:
      /^\s{0,8}(?<level>error|warning|info) • (?<message>.{1,1000}) • (?<file>[^\s:]{1,500}):(?<line>\d{1,7}):(?<column>\d{1,7}) • (?<code>\w{1,80})$/,
  },
  {
    tool: 'scalastyle',
    pattern:
      /^(?<level>error|warning) file=(?<file>\S{1,500}) message=(?<message>.{1,1000}) line=(?<line>\d{1,7})(?: column=(?<column>\d{1,7}))?$/,
  },
  {
    tool: 'psalm',
    pattern:
      /^(?<level>ERROR|INFO): (?<code>[A-Z]\w{1,80}) - (?<file>[^\s:]{1,500}):(?<line>\d{1,7}):(?<column>\d{1,7}) - (?<message>.{1,1000})$/,
  },
  {
    tool: 'psalm',
    pattern:
      /^(?<file>[^\s:]{1,500}):(?<line>\d{1,7}):(?<column>\d{1,7}):(?<level>error|warning|info) - (?<code>[A-Z]\w{1,80}): (?<message>.{1,1000})$/,
  },
  {
    tool: 'elixir',
    pattern:
      /^\*\* \((?<code>\w{1,80}Error)\) (?<file>[^\s:]{1,500}):(?<line>\d{1,7})(?::(?<column>\d{1,7}))?: (?<message>.{1,1000})$/,
  },
  {
    tool: 'kotlin',
    pattern:
      /^(?<level>[ew]): (?<file>[^\s:]{1,500}): \((?<line>\d{1,7}), (?<column>\d{1,7})\): (?<message>.{1,1000})$/,
  },
  {
    tool: 'lint',
    pattern:
      /^(?<file>[^\s:()]{1,500})\((?<line>\d{1,7})[,:] ?(?<column>\d{1,7})\)[ [](?<level>Error|Warning|Hint|error|warn)\]?: (?<message>.{1,1000})$/,
  },
  {
    tool: 'tslint',
    pattern:
      /^(?<level>ERROR|WARNING): \((?<code>[\w-]{1,60})\) (?<file>[^\s:[]{1,500})\[(?<line>\d{1,7}), (?<column>\d{1,7})\]: (?<message>.{1,1000})$/,
  },
  {
    tool: 'ocaml',
    pattern:
      /^File "(?<file>[^"]{1,500})", lines? (?<line>\d{1,7})(?:-\d{1,7})?, characters (?<column>\d{1,7})-\d{1,7}:$/,
  },
];

/** The source and a mark below it may stand between the place and what is wrong there. */
function readOcaml(lines: readonly string[]): { level?: string; message?: string } {
  const match = lines
    .map((line) => /^(Error|Warning|Alert)\b[^:]{0,80}: (\S.{0,1000})$/.exec(line))
    .find(Boolean);
  return match ? { level: match[1] === 'Error' ? 'error' : 'warning', message: match[2] ?? '' } : {};
}

/** Elixir's, the place on the line below. */
function readWarning(line: string, lines: readonly string[], index: number): FoundDiagnostic | undefined {
  const below = /^ {2}(\S{1,300}\.exs?):(\d{1,7})(?::(\d{1,7}))?: \S/.exec(lines[index + 1] ?? '');
  if (!below) return undefined;
  const fields = { file: below[1], line: below[2], column: below[3], level: 'warning' };
  const item = toDiagnostic({ ...fields, message: line.slice('warning: '.length) });
  return { tool: 'elixir', item, from: index, to: index + 1 };
}

function toDiagnostic(fields: Readonly<Record<string, string | undefined>>): Diagnostic {
  const { file = '', line, column, code, level = 'error', message = '' } = fields;
  return {
    file,
    line: Number(line),
    column: column === undefined ? undefined : Number(column),
    code,
    severity: toSeverity(level),
    message,
  };
}
