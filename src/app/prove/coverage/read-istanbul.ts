// Coverage as jest and vitest write it: statements with their places and counts.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../../platform/index.js';
import type { Coverage, LineCoverage } from './coverage.js';

const Place = z.object({ start: z.object({ line: z.number() }), end: z.object({ line: z.number() }) });
const FileCoverage = z.object({
  path: z.string(),
  statementMap: z.record(z.string(), Place),
  s: z.record(z.string(), z.number()),
});
const Written = z.record(z.string(), FileCoverage);

export function readIstanbul(folder: string, root: string): Coverage {
  const file = path.join(folder, 'coverage-final.json');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  const written = Written.safeParse(parseJson(text));
  if (!written.success)
    return { unknown: 'Which lines the tests execute is not known: the runner wrote no coverage.' };
  const files = new Map(
    Object.values(written.data).map((one) => [path.relative(root, one.path), one] as const),
  );
  return {
    of: (named) => {
      const found = files.get(named);
      return found && readStatements(found);
    },
  };
}

/** The smallest statement around a line says whether it was executed. */
function readStatements({ statementMap, s }: z.infer<typeof FileCoverage>): LineCoverage {
  const statements = Object.entries(statementMap)
    .map(([id, { start, end }]) => ({ from: start.line, to: end.line, count: s[id] ?? 0 }))
    .sort((a, b) => a.to - a.from - (b.to - b.from));
  return (line) => {
    const around = statements.filter(({ from, to }) => from <= line && line <= to);
    const [smallest] = around;
    if (!smallest) return undefined;
    const size = smallest.to - smallest.from;
    return around.some(({ from, to, count }) => to - from === size && count > 0);
  };
}
