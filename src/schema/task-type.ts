// A task type in data: ceiling, section caps, phase machine, ladder and thresholds.
import { z } from 'zod';
import { LoopThresholds } from './loop.js';

/** The sections of a context, in the order they are rendered. */
export const SectionName = z.enum([
  'system',
  'actions',
  'task',
  'domain',
  'hints',
  'analysis',
  'windows',
  'recipes',
  'phase',
  'plan',
  'facts',
  'precedents',
  'verification',
  'recent',
  'names',
  'nudge',
]);
export type SectionName = z.infer<typeof SectionName>;

export const Phase = z.strictObject({
  maxSteps: z.number().int().positive(),
  actions: z.array(z.string()).min(1),
  /** A condition name; transitions are tried when it holds. */
  success: z.string(),
  failure: z.string().optional(),
  /** The action to recommend here, first one whose condition holds. */
  recommend: z.array(z.strictObject({ action: z.string(), when: z.string() })).default([]),
  /** The tests this task adds must fail here, by assertion or for want of what is still to be created. */
  red: z.boolean().default(false),
});
export type Phase = z.infer<typeof Phase>;

export const Transition = z.strictObject({
  from: z.string(),
  to: z.string(),
  when: z.array(z.string()).default([]),
});
export type Transition = z.infer<typeof Transition>;

export const Rung = z.enum(['syntax', 'types', 'checks', 'affected', 'full']);
export type Rung = z.infer<typeof Rung>;

export const MemoryRules = z.strictObject({
  maxItems: z.number().int().positive().default(6),
  /** How much windows may show together, besides those on the files a task is about. */
  maxTokens: z.number().int().positive().default(1_800),
  expiresAfterSteps: z.number().int().positive().default(3),
});
export type MemoryRules = z.infer<typeof MemoryRules>;

export const TaskType = z.strictObject({
  name: z.string(),
  /** Its steps are tasks of their own, and it asks no model itself. */
  flow: z.boolean().default(false),
  ceiling: z.number().int().min(2_000).max(200_000),
  sections: z.partialRecord(SectionName, z.number().int().nonnegative()),
  /** In order: later phases are further forward. */
  phases: z.record(z.string(), Phase),
  transitions: z.array(Transition),
  worse: z.enum(['revert', 'defer']),
  verify: z.strictObject({ ladder: z.array(Rung) }),
  loops: LoopThresholds,
  memory: MemoryRules,
  limits: z.strictObject({
    steps: z.number().int().positive().optional(),
    tokens: z.number().int().positive().default(2_000_000),
    usd: z.number().positive().default(20),
    wallMs: z
      .number()
      .int()
      .positive()
      .default(8 * 3_600_000),
  }),
});
export type TaskType = z.infer<typeof TaskType>;
