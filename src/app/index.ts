// The library: `import { createHarness } from 'agentforge'`.
export { createHarness } from './harness.js';
export type { Harness, HarnessOptions, TaskRun } from './harness.js';
export type { TaskResult } from './result.js';
