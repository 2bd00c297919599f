// The steps of a recipe as the code room takes them.
import { z } from 'zod';
import type { Refactoring } from '../code/index.js';
import type { RecipeStep } from '../schema/index.js';

const place = { path: z.string(), function: z.string() };
const Step = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('extract_function'),
    ...place,
    start: z.number(),
    end: z.number(),
    name: z.string(),
    expression: z.string().optional(),
  }),
  z.object({ action: z.literal('simplify_conditional'), ...place, line: z.number() }),
  z.object({ action: z.literal('rename_symbol'), path: z.string(), symbol: z.string(), to: z.string() }),
]);

/** Undefined where one of them is something else. */
export function toRefactorings(steps: readonly RecipeStep[]): Refactoring[] | undefined {
  const parsed = z.array(Step).safeParse(steps.map(({ action, parameters }) => ({ action, ...parameters })));
  return parsed.success ? parsed.data : undefined;
}
