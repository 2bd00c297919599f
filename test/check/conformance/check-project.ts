// Runs checks over a project in a temporary folder, with real processes.
import path from 'node:path';
import { symlinkSync } from 'node:fs';
import {
  runChecks,
  type ChecksOutcome,
  type RunChecksRequest,
  type RunCommand,
} from '../../../src/check/index.js';
import { listProjectFiles } from '../../../src/code/index.js';
import { runCommand } from '../../../src/platform/index.js';
import { CheckDefinition } from '../../../src/schema/index.js';

export function define(definition: Record<string, unknown>): CheckDefinition {
  return CheckDefinition.parse({ id: 'own', ...definition });
}

export function createRun(root: string): RunCommand {
  return async ({ argv, timeoutMs }) => runCommand({ argv, cwd: root, timeoutMs, maxOutputBytes: 1_000_000 });
}

export async function checkProject(
  root: string,
  definitions: readonly CheckDefinition[],
  options: Partial<RunChecksRequest> = {},
): Promise<ChecksOutcome> {
  return runChecks({
    root,
    definitions,
    files: listProjectFiles(root),
    run: createRun(root),
    trusted: true,
    ...options,
  });
}

/** `path:line message` of every violation, in their order. */
export function tell({ violations }: Pick<ChecksOutcome, 'violations'>): string[] {
  return violations.map(({ path: file, line, message }) => `${file}:${line ?? 0} ${message}`);
}

/** Gives the project a dependency that this repository has installed. */
export function linkModule(root: string, name: string): void {
  symlinkSync(path.resolve('node_modules', name), path.join(root, 'node_modules', name));
}
