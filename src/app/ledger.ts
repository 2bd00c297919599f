// The record of violations, kept true when files were changed here: without it only the next `check` would know.
import { loadExemptions, loadViolations, saveViolations, updateStatus } from '../check/index.js';
import { createProjectRedactor, type Runtime } from '../engine/index.js';
import { loadDefinitions } from './conformance.js';
import { inspectWorkspace } from './inspect.js';
import { findTrustQuestion } from './trust.js';
import { createRun } from './verify.js';

/** Looks at these files again. Where no check has run yet there is no record to keep. */
export async function refreshLedger(
  runtime: Runtime,
  project: string,
  paths: readonly string[],
): Promise<void> {
  const record = loadViolations(project);
  if (!record || paths.length === 0) return;
  const redactor = createProjectRedactor(runtime, { known: [], key: runtime.ids.hex(32) });
  const outcome = await inspectWorkspace(runtime, loadDefinitions(project), {
    only: paths,
    trusted: findTrustQuestion(project) === undefined,
    run: createRun(runtime, (text) => redactor.redact(text), undefined),
  });
  const exemptions = loadExemptions(project);
  const now = new Date(runtime.clock.now()).toISOString();
  const today = now.slice(0, 'YYYY-MM-DD'.length);
  const violations = updateStatus(record.violations, { outcome, exemptions, today, only: paths });
  saveViolations(project, violations, now);
}
