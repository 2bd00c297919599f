export { runFix, toChildSpec } from './fix.js';
export type { FixOptions } from './fix.js';
export { summarizeFix } from './fix-summary.js';
export type { FixSummary } from './fix-summary.js';
export { undoWork } from './undo-fix.js';
export type { UndoOutcome } from './undo-fix.js';
export { TRIES_EACH } from './wanted.js';
