export type { Check, CommandOutcome, CommandRun, Measurement, RunCommand } from './contract.js';
export { createCommandCheck } from './command-check.js';
export { affectedCommand, runTests } from './test-run.js';
export type { TestRun } from './test-run.js';
export { createEvidenceStore, nameMeasurement } from './evidence.js';
export type { Evidence, EvidenceStore } from './evidence.js';
