// What Go's compiler and vet say, under the name of the package or in gotestsum's section of errors.
import type { Diagnostic } from '../../schema/index.js';
import { toFinding } from '../diagnostics.js';
import type { FoundDiagnostic } from '../diagnostics.js';
import type { Format } from '../format.js';

export const goBuild: Format = {
  tool: 'go',
  signs: ['.go:'],
  parse({ lines }) {
    const found: FoundDiagnostic[] = [];
    let inside = false;
    for (const [index, line] of lines.entries()) {
      if (HEADING.test(line)) inside = true;
      else if (line !== '' && !line.startsWith('\t')) {
        const item = inside || line.includes(': ') ? readLine(line, inside) : undefined;
        if (item) found.push({ tool: 'go', item, from: index, to: index });
        else inside = false;
      }
    }
    const finding = toFinding(dropRepeats(found));
    return finding && { ...finding, understood: found.map(({ from, to }) => ({ from, to })) };
  },
};

const HEADING = /^(?:# [\w./~-]{1,300}(?: \[[\w./~-]{1,300}\])?|=== Errors)$/;
const PLACE = /^(?:vet: )?((?:[A-Za-z]:)?[^\s:]{1,500}\.go):(\d{1,7})(?::(\d{1,7}))?: (\S.{0,3000})$/;
/** Said before anything is compiled, so without a heading. */
const UNRESOLVED =
  /^(?:package \S{1,300} is not in |no required module provides package |cannot find package )/;

/** gotestsum prints them when they happen and again in the end. */
function dropRepeats(found: readonly FoundDiagnostic[]): FoundDiagnostic[] {
  const seen = new Set<string>();
  return found.filter(({ item }) => {
    const key = `${item.file}:${item.line}:${item.column} ${item.message}`;
    return !seen.has(key) && seen.add(key).has(key);
  });
}

function readLine(line: string, inside: boolean): Diagnostic | undefined {
  const match = PLACE.exec(line);
  const [, file = '', number, column, message = ''] = match ?? [];
  if (!match || (!inside && !UNRESOLVED.test(message))) return undefined;
  return {
    file,
    line: Number(number),
    column: column === undefined ? undefined : Number(column),
    severity: 'error',
    message,
  };
}
