export type {
  AdviceOptions,
  Check,
  CommandOutcome,
  CommandRun,
  Conformance,
  Measurement,
  RunCommand,
} from './contract.js';
export { createCommandCheck } from './command-check.js';
export { affectedCommand, runTests } from './test-run.js';
export type { TestRun } from './test-run.js';
export { runTestsSteadily } from './flaky-tests.js';
export { digestTestName, listPassing } from './passing-tests.js';
export { createEvidenceStore, nameMeasurement } from './evidence.js';
export type { Evidence, EvidenceStore } from './evidence.js';
export { detectRunner, detectRunnerIn } from './runner/detect-runner.js';
export type { DetectedRunner, RunnerQuestion } from './runner/detected-runner.js';
export { countLint } from './lint-count.js';
export type { LintCount } from './lint-count.js';
export { findLintLimits } from './lint-limits.js';
export type { LintLimits } from './lint-limits.js';
export { createTextLinter } from './lint-texts.js';
export { findLinter } from './project-linter.js';
export { findAddedErrors, findAddedViolations } from './added-problems.js';
export { createViolationCheck } from './violation-check.js';
export { findWentAlong } from './went-along.js';
export { allowBreaking } from './break-search.js';
export { adviseViolation, RELAXED, STRICT } from './advise-violation.js';
export type { AdviseOptions } from './advise-violation.js';
export { compileBuiltinSets, listBuiltinSets } from './conformance/builtin-sets.js';
export { loadBuiltinChecks, loadProjectChecks } from './conformance/load-checks.js';
export { runChecks } from './conformance/run-checks.js';
export type { CheckProgress, ChecksOutcome, RunChecksRequest } from './conformance/run-checks.js';
export type { Skipped } from './conformance/finding.js';
export { sortViolations } from './conformance/order.js';
export { judgeStatus, updateStatus } from './conformance/status.js';
export type { Judged, StatusInput } from './conformance/status.js';
export { loadViolations, saveViolations } from './conformance/violation-record.js';
export { addExemption, loadExemptions, saveExemption } from './conformance/exemptions.js';
export { applyBaseline, loadBaseline, saveBaseline, updateBaseline } from './conformance/baseline.js';
export type { Ratchet } from './conformance/baseline.js';
export { createLookedAt } from './conformance/looked-at.js';
export { importSarif } from './conformance/import-sarif.js';
export type { ImportedSarif } from './conformance/import-sarif.js';
export { GITHUB_WORKFLOW_PATH, proposeChecks, renderGithubWorkflow } from './conformance/propose-checks.js';
export type { CheckProposal } from './conformance/propose-checks.js';
export type { CheckReport } from './conformance/output/report.js';
export { toJsonReport } from './conformance/output/json.js';
export { renderJunit } from './conformance/output/junit.js';
export { renderMarkdown } from './conformance/output/markdown.js';
export { toSarif } from './conformance/output/sarif.js';
export { groupByPlace } from './conformance/output/place.js';
export { renderText } from './conformance/output/text.js';
export type { Paint } from './conformance/output/text.js';
