// ShellCheck's tty format: the place in a heading, the findings under the source line they point at.
import { toFinding, toSeverity } from '../diagnostics.js';
import type { FoundDiagnostic } from '../diagnostics.js';
import type { Format } from '../format.js';

export const shellcheck: Format = {
  tool: 'shellcheck',
  signs: ['-- SC'],
  parse({ lines }) {
    const found: FoundDiagnostic[] = [];
    let place: { file: string; line: number } | undefined;
    for (const [index, line] of lines.entries()) {
      const heading = /^In (\S.{0,500}) line (\d{1,7}):$/.exec(line);
      if (heading) place = { file: heading[1] ?? '', line: Number(heading[2]) };
      const match = /^(\s{0,1000})\^-{1,1000}\^? (SC\d{4})(?: \((\w{1,20})\))?: (\S.{0,2000})$/.exec(line);
      if (!place || !match) continue;
      const [, before = '', code, word, message = ''] = match;
      const severity = word === 'style' ? 'note' : toSeverity(word);
      const item = { ...place, column: before.length + 1, code, severity, message };
      found.push({ tool: 'shellcheck', item, from: index, to: index });
    }
    return toFinding(found);
  },
};
