// Fruitless repetition: records of finished steps, the verdict on their end, and the same for recorded runs.
export { detectLoop, detectLoops } from './detect-loop.js';
export { digestContent, digestResult } from './digest.js';
export { actionSignature, signatureOf, toLoopRecord } from './loop-record.js';
export type { FinishedStep } from './loop-record.js';
export { summarize } from './summary.js';
export type { LoopSummary } from './summary.js';
export { recordsFromTrajectory } from './trajectory.js';
export type { RecordedStep } from './trajectory.js';
