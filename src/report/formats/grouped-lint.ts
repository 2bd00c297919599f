// Linters that print a file name once and its findings below, without a severity: ruff's grouped format.
import { readDetails, toFinding } from '../diagnostics.js';
import type { FoundDiagnostic } from '../diagnostics.js';
import type { Format } from '../format.js';

export const groupedLint: Format = {
  tool: 'ruff',
  signs: [':\n  ', ':\r\n  '],
  parse({ lines }) {
    const found: FoundDiagnostic[] = [];
    let file = '';
    for (const [index, line] of lines.entries()) {
      if (line !== '' && !line.startsWith(' '))
        file = /^\S[^:]{0,500}\.\w{1,12}:$/.test(line) ? line.slice(0, -1) : '';
      const match =
        file === '' ? null : /^\s{1,12}(\d{1,7}):(\d{1,7})\s{1,12}([A-Z]{1,8}\d{2,6} .{1,2000})$/.exec(line);
      if (!match) continue;
      const [, number, column, text = ''] = match;
      const item = { file, line: Number(number), column: Number(column), ...readDetails(text) };
      found.push({ tool: 'ruff', item, from: index, to: index });
    }
    return toFinding(found);
  },
};
