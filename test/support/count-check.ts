// Checks in code: they cost no process, and what they find is in the text of the project.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Check } from '../../src/check/index.js';

export type ReadText = (file: string) => string;

/** Counts problems; none is a pass, more than before is worse. */
export function createCountCheck(id: string, findProblems: (read: ReadText) => readonly string[]): Check {
  return {
    id,
    definition: `${id}: no problems may be left`,
    async measure({ root }) {
      const read: ReadText = (file) =>
        existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : '';
      const problems = findProblems(read);
      const summary = problems.length === 0 ? `${id} passed` : `${id} found ${problems.join(', ')}`;
      return {
        verdict: { id, passing: problems.length === 0, value: problems.length, summary },
        output: `${summary}\n`,
        reports: [],
      };
    },
  };
}

/** Counts the lines of a file that say TODO. */
export const todoCheck = createCountCheck('todo', (read) =>
  read('work.txt')
    .split('\n')
    .filter((line) => line.includes('TODO')),
);
