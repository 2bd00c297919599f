// Findings under the name of their file, as ESLint's stylish format, stylelint and yamllint print them; and ESLint's compact one.
import type { Diagnostic } from '../../schema/index.js';
import { readDetails, toFinding, toSeverity } from '../diagnostics.js';
import type { FoundDiagnostic } from '../diagnostics.js';
import type { Format } from '../format.js';

export const eslint: Format = {
  tool: 'eslint',
  signs: ['  error  ', '  warning  ', ' ✖ ', ' ⚠ ', ': line '],
  parse({ lines }) {
    const found: FoundDiagnostic[] = [];
    let file: Heading | undefined;
    for (const [index, line] of lines.entries()) {
      if (/^\S/.test(line)) file = readHeading(line, index);
      const stylish = file && readStylish(line, file.name);
      const item = stylish ?? readCompact(line);
      if (item)
        found.push({
          tool: nameTool(item),
          item,
          from: stylish && file ? file.index : index,
          to: index,
        });
      // The heading is understood with its first line.
      if (stylish && file) file = { name: file.name, index: index + 1 };
    }
    return toFinding(found);
  },
};

/** The file that the lines below it are about. */
interface Heading {
  readonly name: string;
  readonly index: number;
}

function readHeading(line: string, index: number): Heading | undefined {
  return /[/\\.]/.test(line) && line.length < 1000 ? { name: line, index } : undefined;
}

function readStylish(line: string, file: string): Diagnostic | undefined {
  const match = /^\s{1,20}(\d{1,7}):(\d{1,7})\s{1,20}(error|warning|✖|⚠|×|ℹ)\s{1,20}(\S.{0,3000})$/u.exec(
    line,
  );
  if (!match) return undefined;
  const [, number, column, word = '', text = ''] = match;
  const gap = text.lastIndexOf('  ');
  const code = gap > 0 ? text.slice(gap).trim() : '';
  const rule = /^[\w@/-]{1,100}$/.test(code);
  const severity = toSeverity(MARKS[word] ?? word);
  return {
    file,
    line: Number(number),
    column: Number(column),
    ...(rule ? { code, message: text.slice(0, gap).trim() } : readDetails(text)),
    ...(severity && { severity }),
  };
}

const MARKS: Readonly<Record<string, string>> = { '✖': 'error', '×': 'error', '⚠': 'warning', ℹ: 'note' };

/** JSHint's lines are those of ESLint's compact format without the level. */
function nameTool({ file, severity }: Diagnostic): string {
  if (severity === undefined) return 'jshint';
  if (/\.(?:css|scss|less|sass)$/.test(file)) return 'stylelint';
  return /\.ya?ml$/.test(file) ? 'yamllint' : 'eslint';
}

function readCompact(line: string): Diagnostic | undefined {
  const match = /^(\S.{0,500}?): line (\d{1,7}), col (\d{1,7}), (?:(Error|Warning) - )?(\S.{0,3000})$/i.exec(
    line,
  );
  if (!match) return undefined;
  const [, file = '', number, column, word, text = ''] = match;
  const rule = / \(([\w@/-]{1,100})\)$/.exec(text);
  const severity = toSeverity(word);
  return {
    file,
    line: Number(number),
    column: Number(column),
    ...(severity && { severity }),
    ...(rule && { code: rule[1] ?? '' }),
    message: rule ? text.slice(0, rule.index) : text,
  };
}
