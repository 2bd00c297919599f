// Ranked, validated sequences of actions that would satisfy a check.
import { z } from 'zod';

/** What one function measures. Names are unique in their file: `total`, `Cart.total`, `load.callback`, `load.callback#2`. */
export const FunctionMeasure = z.object({
  name: z.string(),
  /** Lines, 1-based and inclusive. */
  start: z.number().int(),
  end: z.number().int(),
  cyclomatic: z.number().int(),
  cognitive: z.number().int(),
  lines: z.number().int(),
  nesting: z.number().int(),
  parameters: z.number().int(),
});
export type FunctionMeasure = z.infer<typeof FunctionMeasure>;

export const RecipeStep = z.object({
  action: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  /** A few words for a reader: `moves 4 decisions into applyDiscount`. */
  why: z.string(),
});
export type RecipeStep = z.infer<typeof RecipeStep>;

export const Recipe = z.object({
  /** In order; the line numbers of a step hold after the steps before it. */
  steps: z.array(RecipeStep).min(1),
  /** What the check measures before and would measure afterwards. */
  before: z.number(),
  after: z.number(),
  /** Functions that would be new. */
  created: z.array(FunctionMeasure),
  /** sha256 of the file before the first step and after each one: tells which step is next. */
  contents: z.array(z.string()).min(2),
});
export type Recipe = z.infer<typeof Recipe>;

/** Best first; or the reason why there is none, and how far the best attempt would get. */
export const Advice = z.object({
  recipes: z.array(Recipe),
  none: z.string().optional(),
  reached: z.number().optional(),
});
export type Advice = z.infer<typeof Advice>;
