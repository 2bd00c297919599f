// The changed lines that no test executes.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ChangedPath } from '../find-change.js';
import { findCodeLines } from './code-lines.js';
import type { Coverage } from './coverage.js';

export interface UnexecutedLines {
  readonly path: string;
  readonly lines: readonly number[];
}

export async function findUnexecuted(
  root: string,
  files: readonly ChangedPath[],
  { of }: Extract<Coverage, { of: unknown }>,
): Promise<UnexecutedLines[]> {
  const found: UnexecutedLines[] = [];
  for (const { path: name, lines, role, isDeleted } of files) {
    if (role !== 'source' || isDeleted) continue;
    const code = await findCodeLines(name, readFileSync(path.join(root, name), 'utf8'));
    const coverage = of(name);
    const missed = lines.filter((line) => code.has(line) && (coverage ? coverage(line) === false : true));
    if (missed.length > 0) found.push({ path: name, lines: missed });
  }
  return found;
}
