// TypeScript's compiler, plain and pretty, and MSBuild, which prints the same plain shape.
import type { Diagnostic, FailureReport } from '../../schema/index.js';
import { toFinding, toSeverity } from '../diagnostics.js';
import type { FoundDiagnostic } from '../diagnostics.js';
import { findLineFrom } from '../find-line.js';
import type { Format } from '../format.js';

export const tsc: Format = {
  tool: 'tsc',
  signs: ['): error ', '): warning ', '): message ', ' - error TS', 'error TS'],
  parse({ lines }) {
    const found = lines.flatMap((line, index) => readLine(line, index, lines) ?? []);
    const broken = lines.flatMap((line, index) => {
      const match = /^error (TS\d{1,6}): (.{1,2000})$/.exec(line);
      const report: FailureReport = {
        kind: 'failure',
        tool: 'tsc',
        code: match?.[1] ?? '',
        message: match?.[2] ?? '',
      };
      return match ? [{ report, index }] : [];
    });
    const finding = toFinding(found);
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

const PLAIN =
  /^(\S.{0,500}?)\((\d{1,7}),(\d{1,7})\): (error|warning|message|info) ([A-Z]{1,8}\d{1,6}): (.{1,3000})$/;
const PRETTY = /^(\S.{0,500}?):(\d{1,7}):(\d{1,7}) - (error|warning|message) (TS\d{1,6}): (.{1,3000})$/;

function readLine(line: string, index: number, lines: readonly string[]): FoundDiagnostic[] | undefined {
  const match = PLAIN.exec(line) ?? PRETTY.exec(line);
  if (!match) return undefined;
  const [, file = '', number, column, word, code = '', message = ''] = match;
  const severity = toSeverity(word);
  const item: Diagnostic = {
    file,
    line: Number(number),
    column: Number(column),
    code,
    ...(severity && { severity }),
    message,
  };
  // Explanations are indented below the line they belong to.
  const to = findLineFrom(lines, index + 1, (next) => !/^ {2}\S/.test(next)) - 1;
  return [{ tool: code.startsWith('TS') ? 'tsc' : 'msbuild', item, from: index, to }];
}
