// Why the list of violations may not be what is there now: files that changed since, fixes that wait on a branch.
import { statSync } from 'node:fs';
import path from 'node:path';
import { branchOf, listUnmerged } from '../platform/index.js';
import type { Violation } from '../schema/index.js';
import { commandLine, projectFolder, type Globals } from './globals.js';

/** `at` is when the record was made. */
export async function listLedgerNotes(
  globals: Globals,
  at: string,
  violations: readonly Violation[],
): Promise<string[]> {
  const project = projectFolder(globals);
  const files = [...new Set(violations.map((violation) => violation.path))];
  const changed = files.filter((file) => isNewer(path.join(project, file), at));
  const [branch, ...others] = await listUnmerged(project, branchOf(''));
  return [
    ...(changed.length > 0
      ? [
          `${nameSome(changed)} changed since the last check; \`${commandLine(globals, 'check')}\` looks again.`,
        ]
      : []),
    ...(branch === undefined
      ? []
      : [`What was fixed on ${nameSome([branch, ...others])} is open here until it is merged.`]),
  ];
}

function nameSome([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

/** A file that is gone has changed, too. */
function isNewer(file: string, at: string): boolean {
  const status = statSync(file, { throwIfNoEntry: false });
  return !status || status.mtimeMs > Date.parse(at);
}
