// What a model answers: one action, in text or as a native call.
import { z } from 'zod';

export const Usage = z.object({
  inputTokens: z.number().int().nonnegative(),
  outputTokens: z.number().int().nonnegative(),
  cachedTokens: z.number().int().nonnegative(),
  /** Of the input, what was written to a provider's cache. */
  writtenTokens: z.number().int().nonnegative().optional(),
});
export type Usage = z.infer<typeof Usage>;

export const Note = z.object({ kind: z.enum(['knowledge', 'decision']), text: z.string().max(500) });
export type Note = z.infer<typeof Note>;

/** The one action a reply asks for. */
export const Decision = z.strictObject({
  action: z.string().min(1).max(60),
  parameters: z.record(z.string(), z.unknown()).default({}),
  reasoning: z.string().max(20_000).optional(),
  notes: z.array(Note).max(10).optional(),
});
export type Decision = z.infer<typeof Decision>;

/** Calls that broke before an answer came: the most they can have used, since nobody knows. */
export const Broken = z.object({
  calls: z.number().int().positive(),
  inputTokens: z.number().int().nonnegative(),
  outputTokens: z.number().int().nonnegative(),
  costUsd: z.number().nullable(),
});
export type Broken = z.infer<typeof Broken>;

/** As a driver returns it: text still to be parsed, or a call that the provider already parsed. */
export const Reply = z.object({
  text: z.string(),
  call: z.unknown().optional(),
  /** Why there is neither: the model called nothing, or called it wrongly. */
  fault: z.string().optional(),
  broken: Broken.optional(),
  usage: Usage,
  costUsd: z.number().nullable(),
  model: z.string(),
});
export type Reply = z.infer<typeof Reply>;
