// One finding of a check, and what people have decided about findings.
import { z } from 'zod';
import { Severity } from './check-definition.js';

export const ViolationStatus = z.enum(['open', 'resolved', 'stale', 'exempt']);
export type ViolationStatus = z.infer<typeof ViolationStatus>;

/** Text of a file from `start` to `end` (UTF-16 offsets) becomes `text`. */
export const TextChange = z.strictObject({
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  text: z.string(),
});
export type TextChange = z.infer<typeof TextChange>;

export const Violation = z.object({
  /** The same across runs, line shifts and edits elsewhere in the file. */
  id: z.string(),
  check: z.string(),
  severity: Severity,
  path: z.string(),
  line: z.number().int().positive().optional(),
  endLine: z.number().int().positive().optional(),
  /** The function or class it is about, as the code room names it. */
  symbol: z.string().optional(),
  message: z.string(),
  hint: z.string().optional(),
  /** What was measured and the limit, where the check compares numbers. */
  value: z.number().optional(),
  limit: z.number().optional(),
  status: ViolationStatus,
  /** The nearest test file of that path. */
  test: z.string().optional(),
  /** The tool's own rule, for checks that run a linter. */
  rule: z.string().optional(),
  /** The change of the file that the tool itself proposes. */
  fix: z.array(TextChange).optional(),
  /** Why it is exempt. */
  exemption: z.string().optional(),
});
export type Violation = z.infer<typeof Violation>;

/** `.agentforge/exemptions.yaml`. */
export const Exemption = z
  .strictObject({
    /** A violation's id, or a check's id with a path glob. */
    violation: z.string().optional(),
    check: z.string().optional(),
    path: z.string().optional(),
    reason: z.string().min(1).max(500),
    owner: z.string().min(1).max(100),
    /** A day; from the next one on the violation is open again. */
    expires: z.iso.date('write the day as 2030-12-31'),
  })
  .refine(({ violation, check }) => (violation === undefined) !== (check === undefined), {
    message: 'give either violation, or check and perhaps path',
  })
  .refine(({ violation, path }) => violation === undefined || path === undefined, {
    message: 'path goes with check, not with violation',
  });
export type Exemption = z.infer<typeof Exemption>;

export const ExemptionFile = z.strictObject({
  schema: z.literal(1).default(1),
  exemptions: z.array(Exemption).default([]),
});
export type ExemptionFile = z.infer<typeof ExemptionFile>;

/** `.agentforge/cache/violations.json`: what the last run found, to tell what is new and what is gone. */
export const ViolationRecord = z.object({
  schema: z.literal(1),
  at: z.string(),
  violations: z.array(Violation),
});
export type ViolationRecord = z.infer<typeof ViolationRecord>;

/** `.agentforge/baseline.json`: violations that were there when the ratchet was set; only others fail. */
export const ViolationBaseline = z.strictObject({
  schema: z.literal(1),
  violations: z.record(
    z.string(),
    z.strictObject({ check: z.string(), path: z.string(), value: z.number().optional() }),
  ),
});
export type ViolationBaseline = z.infer<typeof ViolationBaseline>;
