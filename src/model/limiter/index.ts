export { createLimiter } from './limiter.js';
export type { CallOutcome, Limiter, LimiterOptions, Permit } from './limiter.js';
export type { CallSize, Meter } from './meter.js';
export { openSharedFile } from './shared-file.js';
export type { SharedFile } from './shared-file.js';
