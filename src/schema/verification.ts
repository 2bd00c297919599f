// What the harness measured of one workspace: the check vector, and whether it may end the task.
import { z } from 'zod';
import { TestCase } from './report.js';
import { Rung } from './task-type.js';

export const CheckVerdict = z.object({
  id: z.string(),
  passing: z.boolean(),
  /** Set when the check could not run: an error, never "no findings". */
  error: z.string().optional(),
  summary: z.string(),
  /** The compared number, or how many findings; lower is better unless the check says otherwise. */
  value: z.number().optional(),
  higherIsBetter: z.boolean().optional(),
});
export type CheckVerdict = z.infer<typeof CheckVerdict>;

export const TestVerdict = z.object({
  scope: z.enum(['affected', 'full']),
  passing: z.boolean(),
  /** Set when there is no trustworthy result: no report, no tests, report and exit code disagree. */
  error: z.string().optional(),
  passed: z.number().int(),
  failed: z.number().int(),
  total: z.number().int(),
  failing: z.array(TestCase),
  passingNames: z.array(z.string()).optional(),
  /** In place of the names where they are too many: the first characters of each name's hash, one after the other. */
  passingDigests: z.string().optional(),
  /** Passed before, failed, and passed again without a change: not counted as failing. */
  flaky: z.array(z.string()).optional(),
  durationMs: z.number().optional(),
  files: z.array(z.string()).optional(),
});
export type TestVerdict = z.infer<typeof TestVerdict>;

export const Verification = z.object({
  workspace: z.string(),
  /** The highest rung that was climbed, and the one that failed, if any. */
  reached: Rung.nullable(),
  failedAt: Rung.nullable(),
  syntax: z.array(z.string()),
  checks: z.array(CheckVerdict),
  /** What the changes since the step or change set began brought that was not there before, in sentences. */
  added: z.array(z.string()).optional(),
  tests: TestVerdict.optional(),
  /** Every check of the task and the full suite passed for this workspace hash. */
  complete: z.boolean(),
});
export type Verification = z.infer<typeof Verification>;
