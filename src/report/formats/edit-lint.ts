// Editing tools that refuse an edit and list the syntax errors it would bring, with the file named below.
import { readDetails } from '../diagnostics.js';
import type { Format } from '../format.js';

export const editLint: Format = {
  tool: 'flake8',
  signs: ['\nERRORS:\n- '],
  parse({ lines }) {
    const start = lines.indexOf('ERRORS:');
    const to = lines.findIndex((line, index) => index > start && !line.startsWith('- '));
    if (start < 0 || to <= start + 1) return undefined;
    const named = lines.find((line) => /^\[File: .{1,500}\]$/.test(line));
    const file = /^\[File: (.{1,500}?)(?: \(\d{1,9} lines total\))?\]$/.exec(named ?? '')?.[1] ?? '';
    const items = lines
      .slice(start + 1, to)
      .map((line) => ({ file, severity: 'error' as const, ...readDetails(line.slice(2)) }));
    return {
      reports: [{ kind: 'diagnostics', tool: 'flake8', structured: false, items }],
      understood: [{ from: start, to }],
    };
  },
};
