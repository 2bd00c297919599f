// `.agentforge/cache/violations.json`: what the last run found.
import path from 'node:path';
import { ensureDirectory, nodeDisk, parseJson, readText, replaceFile } from '../../platform/index.js';
import { ViolationRecord, type Violation } from '../../schema/index.js';

const MAX_VIOLATIONS = 50_000;

/** Undefined when there was no run yet, or what it left is damaged: then everything is open. */
export function loadViolations(root: string): ViolationRecord | undefined {
  return ViolationRecord.safeParse(parseJson(readText(nodeDisk, fileOf(root)))).data;
}

/** Changes that tools propose are left out: they hold for the text of that moment only. */
export function saveViolations(root: string, violations: readonly Violation[], at: string): void {
  const kept = violations.slice(0, MAX_VIOLATIONS).map(({ fix: _fix, ...violation }) => violation);
  const record: ViolationRecord = { schema: 1, at, violations: kept };
  ensureDirectory(nodeDisk, path.dirname(fileOf(root)));
  replaceFile(nodeDisk, fileOf(root), `${JSON.stringify(record)}\n`, { durable: false });
}

function fileOf(root: string): string {
  return path.join(root, '.agentforge', 'cache', 'violations.json');
}
