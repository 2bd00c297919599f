// TypeScript's compiler, plain and pretty, and MSBuild, which prints the same plain shape.
import type { Diagnostic, FailureReport } from '../../schema/index.js';
import { toFinding, toSeverity } from '../diagnostics.js';
import type { FoundDiagnostic } from '../diagnostics.js';
import { collectLines, findLineFrom } from '../find-line.js';
import type { Format } from '../format.js';
import { isOwnCode } from '../location.js';

export const tsc: Format = {
  tool: 'tsc',
  signs: [
    '): error ',
    '): warning ',
    '): message ',
    '): fatal error ',
    ') : ',
    ' - error TS',
    'error TS',
    ': error MSB',
  ],
  parse({ lines }) {
    const found = collectLines(lines, (line, index) => readLine(line, index, lines));
    const broken = collectLines(lines, (line, index) => {
      const report = readFailure(line);
      return report && { report, index };
    });
    const finding = toFinding(dropRepeats(found));
    if (broken.length === 0) return finding;
    return {
      reports: [...(finding?.reports ?? []), ...broken.map(({ report }) => report)],
      understood: [
        ...(finding?.understood ?? []),
        ...broken.map(({ index }) => ({ from: index, to: index })),
      ],
    };
  },
};

/** `error TS5083: text` and `MSBUILD : error MSB1009: text` name no file. */
function readFailure(line: string): FailureReport | undefined {
  const match = /^(?:(?:MSBUILD|CSC|NUGET|LINK) ?: )?error ((?:TS|MSB|CS|NU|LNK)\d{1,6}): (.{1,2000})$/.exec(
    line,
  );
  if (!match) return undefined;
  const [, code = '', message = ''] = match;
  return { kind: 'failure', tool: code.startsWith('TS') ? 'tsc' : 'msbuild', code, message };
}

/** One search that nearly all other lines fail. */
const HINT = /\d\) ?: |\d - [a-z]{5,7} TS/;
const PLAIN =
  /^\s{0,8}(?:\d{1,3}>)?(\S.{0,500}?)\((\d{1,7})(?:,(\d{1,7}))?(?:,\d{1,7},\d{1,7})?\) ?: (fatal error|error|warning|message|info) ([A-Z]{1,8}\d{1,6}|[a-z@][\w@/-]{1,80}) ?: (.{1,3000})$/;
const PRETTY = /^(\S.{0,500}?):(\d{1,7}):(\d{1,7}) - (error|warning|message) (TS\d{1,6}): (.{1,3000})$/;

function readLine(line: string, index: number, lines: readonly string[]): FoundDiagnostic | undefined {
  const match = HINT.test(line) ? (PLAIN.exec(line) ?? PRETTY.exec(line)) : null;
  if (!match) return undefined;
  const item = toDiagnostic(match);
  // Explanations are indented below the line they belong to.
  const to = findLineFrom(lines, index + 1, (next) => !/^ {2}\S/.test(next) || PLAIN.test(next)) - 1;
  return { tool: nameTool(item), item, from: index, to };
}

function toDiagnostic(match: RegExpExecArray): Diagnostic {
  const [, file = '', number, column, word, code = '', said = ''] = match;
  const severity = toSeverity(word);
  const project = PROJECT.exec(said);
  const about = {
    code,
    ...(severity && { severity }),
    message: project ? said.slice(0, project.index) : said,
  };
  // Inside the files of the build system itself a line means nothing: the finding is about the project.
  if (project && !isOwnCode(file.replaceAll('\\', '/'))) return { file: project[1] ?? '', ...about };
  return { file, line: Number(number), column: column === undefined ? undefined : Number(column), ...about };
}

/** MSBuild closes each line with the project it was building. */
const PROJECT = / \[([^[\]]{1,500}\.\w{1,12}proj)(?:::[^\]]{1,200})?\]$/;

function nameTool({ code = '', file }: Diagnostic): string {
  if (code.startsWith('TS')) return 'tsc';
  return /^[a-z@]/.test(code) && /\.[cm]?[jt]sx?$/.test(file) ? 'eslint' : 'msbuild';
}

/** MSBuild repeats everything in its summary. */
function dropRepeats(found: readonly FoundDiagnostic[]): FoundDiagnostic[] {
  const unique = new Map(found.toReversed().map((one) => [JSON.stringify(one.item), one]));
  return found.filter((one) => one.tool !== 'msbuild' || unique.get(JSON.stringify(one.item)) === one);
}
