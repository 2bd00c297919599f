// PHPStan's table: the file in the heading of a block, a line number and a message in each row.
import type { Diagnostic } from '../../schema/index.js';
import { toFinding } from '../diagnostics.js';
import type { FoundDiagnostic } from '../diagnostics.js';
import type { Format } from '../format.js';

export const phpstan: Format = {
  tool: 'phpstan',
  signs: ['  Line   '],
  parse({ lines }) {
    const found: FoundDiagnostic[] = [];
    let file = '';
    for (const [index, line] of lines.entries()) {
      file = HEADING.exec(line)?.[1] ?? file;
      const last = found.at(-1);
      if (file === '') continue;
      const item = readRow(line, file);
      if (item) found.push({ tool: 'phpstan', item, from: index, to: index });
      else if (last?.to === index - 1 && extendRow(last.item, line))
        found[found.length - 1] = { ...last, to: index };
    }
    return toFinding(found);
  },
};

const HEADING = /^ {2}Line {3}(\S.{0,500})$/;

function readRow(line: string, file: string): Diagnostic | undefined {
  const row = /^ {2}(\d{1,7}) {1,12}(\S.{0,2000})$/.exec(line);
  return row ? { file, line: Number(row[1]), severity: 'error', message: row[2] ?? '' } : undefined;
}

/** A message goes on in the next row; its identifier stands after a mark, its tip after a bulb. */
function extendRow(row: Diagnostic, line: string): boolean {
  const text = /^ {6,14}(\S.{0,1000})$/.exec(line)?.[1];
  if (text === undefined) return false;
  const code = /^\S{1,4} {1,2}([a-zA-Z]\w{1,60}\.[\w.]{1,80})$/.exec(text)?.[1];
  if (code !== undefined) row.code = code;
  else if (!/^(?:💡|✏)/u.test(text)) row.message = `${row.message} ${text}`;
  return true;
}
