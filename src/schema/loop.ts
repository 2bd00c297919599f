// Fruitless repetition: the record kept of each step for the detector, its thresholds and its verdict.
import { z } from 'zod';

export const LoopKind = z.enum([
  'identical_action',
  'semantic_loop',
  'error_cycle',
  'no_progress',
  'oscillation',
]);
export type LoopKind = z.infer<typeof LoopKind>;

/** All that loop detection knows of a finished step. */
export const LoopRecord = z.object({
  step: z.number().int(),
  action: z.string(),
  /** Digest of the canonical parameters. */
  parameters: z.string(),
  /** The file or entity it was about. */
  target: z.string().optional(),
  outcome: z.enum(['success', 'failure']),
  /** Digest of what came back, numbers normalised. */
  result: z.string(),
  /** Digest of what came back, only timings, addresses and the like removed: names content already seen. */
  content: z.string().optional(),
  /** A class of error, when it failed: `not_found`, `syntax_error`, … */
  error: z.string().optional(),
  workspace: z.string().optional(),
  /** Digest of the check vector after the step, where one was measured. */
  checks: z.string().optional(),
  mutates: z.boolean(),
  repeatable: z.boolean(),
  /** A new workspace hash with checks not worse, or a first read of new content. */
  progress: z.boolean(),
});
export type LoopRecord = z.infer<typeof LoopRecord>;

export const LoopThresholds = z.object({
  identical: z.number().int().positive().default(3),
  semantic: z.number().int().positive().default(4),
  cycle: z.number().int().positive().default(2),
  noProgress: z.number().int().positive().default(3),
  oscillation: z.number().int().positive().default(2),
  /** How many detections until the signature is blocked, and until a human is asked. */
  replanAt: z.number().int().positive().default(2),
  escalateAt: z.number().int().positive().default(3),
});
export type LoopThresholds = z.infer<typeof LoopThresholds>;

export const LoopDetection = z.object({
  step: z.number().int(),
  kind: LoopKind,
  confidence: z.number().min(0).max(1),
  description: z.string(),
  evidence: z.array(z.string()),
  suggestions: z.array(z.string()),
});
export type LoopDetection = z.infer<typeof LoopDetection>;
