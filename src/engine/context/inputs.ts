// Everything a context is built from, as plain data: recorded with each step, so that it can be rebuilt exactly.
import { z } from 'zod';

export const WindowInput = z.object({
  key: z.string(),
  title: z.string(),
  /** Numbered lines of a file, or a stored text. */
  text: z.string(),
  /** Lines left out of `text` because no context could show them. */
  omitted: z.number().int().optional(),
  /** The line of `text`, from 0, that must stay when not all can. */
  focus: z.number().int().optional(),
  /** The step that a stored text is from. */
  from: z.number().int().optional(),
  pinned: z.boolean(),
});
export type WindowInput = z.infer<typeof WindowInput>;

/** The constant parts: made when the task starts, stored once, the same bytes in every context. */
export const Brief = z.object({
  system: z.string(),
  actions: z.string(),
  task: z.string(),
  domain: z.string(),
  /** A test of the project to write others by. */
  example: z.string().default(''),
  hints: z.string(),
  analysis: z.string(),
});
export type Brief = z.infer<typeof Brief>;

/** What is looked up anew for each step. */
export const StepInputs = z.object({
  fence: z.string(),
  /** The model calls actions natively: how many tokens its tool list takes, which is part of what it receives. */
  toolTokens: z.number().int().optional(),
  windows: z.array(WindowInput),
  /** Lines on the recipes that fit the file as it is now. */
  recipes: z.array(z.string()).default([]),
  phasePrompt: z.string(),
  allowed: z.array(z.string()),
  recommended: z.string().optional(),
  blocked: z.array(z.object({ action: z.string(), why: z.string() })),
  demands: z.array(z.string()),
  rejection: z.string().optional(),
  /** Everything that happened so far, where contexts accumulate. */
  past: z.array(z.string()).optional(),
});
export type StepInputs = z.infer<typeof StepInputs>;

export type ContextInputs = Brief & StepInputs;
